import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { fillDetails } from './fill-details.ts'
import { renderMarkdown } from './render-markdown.ts'

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
