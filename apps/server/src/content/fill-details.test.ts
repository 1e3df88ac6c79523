import { operatorDetails } from '@candor/contract/content/operator-details.ts'
import { languageCodes } from '@candor/texts/languages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { fillDetails } from './fill-details.ts'
import { renderMarkdown } from './render-markdown.ts'
import { sampleTexts } from './sample-content.ts'

const drawn = (markdown: string, details: Readonly<Record<string, string>>) =>
  renderMarkdown(fillDetails(markdown, new Map(Object.entries(details))))

test('I14.5: a filled detail is plain text in its place; an open one shows its label', () => {
  const markdown = 'By [[name=operator: full name]], [[licence=operator: licence]].'
  expect(drawn(markdown, { name: 'A*B* <b> [x](#/y) Ltd' })).toBe(
    '<p>By A*B* &lt;b&gt; [x](#/y) Ltd, <mark>operator: licence</mark>.</p>',
  )
})
test('I14.5: a detail stays in its cell of a table', () => {
  expect(drawn('|a|b|\n|-|-|\n|[[name=n]]|c|', { name: 'A|B' })).toContain('<td>A|B</td><td>c</td>')
})
test('I14.5: every gap in the sample articles is a detail that the console lists, in each language', async () => {
  const known = new Set<string>([...operatorDetails, 'nameAndAddress'])
  for (const language of languageCodes) {
    const words = JSON.stringify(await sampleTexts(language))
    const gaps = [...words.matchAll(/\[\[(?:([A-Za-z]+)=)?[^\]]*\]\]/g)]
    expect(gaps.length).toBeGreaterThan(20)
    expect(gaps.map(([gap, detail = gap]) => detail).filter((detail) => !known.has(detail))).toEqual([])
  }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const terms = async (lang: string) =>
  JSON.stringify((await app.call('getContentsById', { id: 'terms' }, { lang })).result)

test('I14.5: one change of a detail is on the legal pages of every language', async () => {
  expect(await terms('de')).not.toContain('Acme Trading Ltd')
  const filled = { key: 'operator.name', version: 1, value: JSON.stringify('Acme Trading Ltd') }
  const proposal = { reason: 'registered', changed_by: 'ada', approved_by: 'ben', changed_at: new Date() }
  await app.db.query
    .insertInto('parameters_values')
    .values({ ...filled, ...proposal })
    .execute()
  for (const language of ['en', 'de', 'ar', 'ja']) {
    await expect.poll(() => terms(language)).toContain('Acme Trading Ltd')
  }
})
