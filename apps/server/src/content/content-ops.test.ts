import type { ArticleInHand, ArticlePage, ArticleVersion } from '@candor/contract'
import { languages } from '@candor/contract/accounts/account-entities.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'

let app: TestApp
let editor: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  editor = await signInOperator(app, 'content')
})
afterAll(() => app.dispose())

const text = { title: 'Holiday hours', description: 'When we answer.', body: 'We answer **until noon**.' }
const place = () => ({
  type: 3,
  section: 'notice',
  position: 5,
  image: null,
  publishedAt: new Date(app.now()).toISOString(),
})
const inHand = async (id: string) =>
  resultOf<ArticleInHand[]>(await editor.call('opsArticles')).find((one) => one.id === id)
const read = (id: string, lang = 'en') => app.call('getContentsById', { id }, { lang })

test('an editor begins a notice, and customers read it', async () => {
  expect((await editor.call('opsAddArticle', { id: 'hours', ...place(), ...text })).code).toBe(200)
  expect(resultOf<ArticlePage>(await read('hours'))).toMatchObject({
    title: 'Holiday hours',
    section: 'notice',
    body: '<p>We answer <strong>until noon</strong>.</p>',
  })
  expect(await inHand('hours')).toMatchObject({
    missing: languages.filter((one) => one !== 'en'),
    newest: [{ language: 'en', version: 1, writtenBy: editor.email, behind: false }],
  })
})

test('a name that is taken or is no name is refused at its field', async () => {
  const taken = await editor.call('opsAddArticle', { id: 'about', ...place(), ...text })
  expect(taken).toMatchObject({ code: 11001, result: { issues: [{ path: 'id', code: 'taken' }] } })
  const odd = await editor.call('opsAddArticle', { id: 'No Name', ...place(), ...text })
  expect(odd).toMatchObject({ code: 11001, result: { issues: [{ path: 'id' }] } })
})

test('a version is added, never written over; who wrote from an older one is told (11006)', async () => {
  const write = (from: number, title: string, language = 'en') =>
    editor.call('opsWriteArticle', { id: 'faq-cost', language, from, ...text, title })
  expect(resultOf(await write(1, 'Costs'))).toEqual({ version: 2 })
  expect((await write(1, 'Costs again')).code).toBe(11006)
  const both = await Promise.all([write(2, 'One'), write(2, 'Two')])
  expect(both.map(({ code }) => code).sort()).toEqual([11006, 200].sort())
  const versions = resultOf<ArticleVersion[]>(await editor.call('opsArticleVersions', { id: 'faq-cost' }))
  expect(versions.filter(({ language }) => language === 'en').map(({ version }) => version)).toEqual([
    3, 2, 1,
  ])
  // The other languages stay, and are said to be behind the English text.
  const german = (await inHand('faq-cost'))?.newest.find(({ language }) => language === 'de')
  expect(german).toMatchObject({ version: 1, behind: true })
})

test('what is scheduled shows from its moment, what is withdrawn no more, and what came before is in the audit log', async () => {
  const move = (change: object) =>
    editor.call('opsPlaceArticle', {
      id: 'hours',
      position: 5,
      image: null,
      publishedAt: new Date(app.now()).toISOString(),
      withdrawn: false,
      ...change,
    })
  const later = new Date(app.now() + 3_600_000).toISOString()
  expect((await move({ publishedAt: later })).code).toBe(200)
  expect((await read('hours')).code).toBe(11004)
  expect((await move({})).code).toBe(200)
  expect((await read('hours')).code).toBe(200)
  expect((await move({ withdrawn: true })).code).toBe(200)
  expect((await read('hours')).code).toBe(11004)
  expect((await editor.call('opsPlaceArticle', { ...place(), id: 'nothing', withdrawn: true })).code).toBe(
    11004,
  )
  const { rows } = await app.db.pool.query<{ action: string }>(
    "SELECT action FROM trust_audit WHERE subject = 'article:hours' ORDER BY seq",
  )
  expect(rows.map(({ action }) => action)).toEqual(['content.write', ...Array(3).fill('content.place')])
})

test('the preview is what customers would be given, with nothing that runs', async () => {
  const { html } = resultOf<{ html: string }>(
    await editor.call('opsPreviewArticle', { body: '# Hi\n<script>alert(1)</script>' }),
  )
  expect(html).toContain('<h2>Hi</h2>')
  expect(html).not.toContain('<script')
})

test('who is not there for content cannot write', async () => {
  const reviewer = await signInOperator(app, 'reviewer')
  expect((await reviewer.call('opsArticles')).code).toBe(11005)
})

test('searchContents finds every word, in any case and without accents, titles first', async () => {
  const find = async (q: string, lang = 'en') =>
    resultOf<{ id: string; excerpt: string }[]>(await app.call('searchContents', { q }, { lang }))
  expect((await find('PRIVACY policy'))[0]?.id).toBe('privacy')
  expect((await find('donnees', 'fr')).map(({ id }) => id)).toContain('privacy')
  expect((await find('blanchiment', 'fr')).find(({ id }) => id === 'privacy')?.excerpt).toContain(
    'blanchiment',
  )
  expect(await find('zzzz nothing')).toEqual([])
  expect((await app.call('searchContents', { q: 'x' })).code).toBe(11001)
})
