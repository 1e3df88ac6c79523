import type { Article, ArticlePage } from '@candor/contract'
import { languageCodes } from '@candor/texts/languages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { addSampleContent, samplePlaces, sampleTexts } from './sample-content.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const listed = async (language: string, type: number) =>
  resultOf<Article[]>(await app.call('listContents', { language, type }))
const write = async (
  id: string,
  publishedAt: number,
  texts: readonly [language: 'en' | 'de', version: number, body: string][],
) => {
  await app.db.query
    .insertInto('content_articles')
    .values({
      id,
      type: 3,
      section: 'notice',
      position: 0,
      image: null,
      published_at: BigInt(publishedAt),
      withdrawn_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await app.db.query
    .insertInto('content_versions')
    .values(
      texts.map(([language, version, body]) => ({
        article_id: id,
        language,
        version,
        title: `${id} ${language}`,
        description: '',
        body,
        written_at: BigInt(publishedAt),
        written_by: null,
      })),
    )
    .execute()
}

test('specification §7 listContents: a new installation has articles of each type, in the order of their lists', async () => {
  for (const type of [1, 2, 3, 4]) {
    const ids = samplePlaces.filter(([own]) => own === type).flatMap(([, , own]) => own)
    expect((await listed('en', type)).map(({ id }) => id)).toEqual(ids)
  }
  expect((await app.call('listContents', { language: 'en', type: 5 })).code).toBe(11001)
  expect((await app.call('listContents', { language: 'xx', type: 1 })).code).toBe(11001)
})

test('our articles all have a place, and every language has each of them once', async () => {
  const places = samplePlaces.flatMap(([, , ids]) => ids)
  for (const language of languageCodes) {
    const own = (await sampleTexts(language)).map(({ id }) => id)
    expect([...own].sort()).toEqual([...places].sort())
  }
})

test('specification §7 getContentsById: the body comes as HTML, with the operator’s own places marked', async () => {
  const { result } = await app.call('getContentsById', { id: 'licence' })
  expect(result).toMatchObject({ id: 'licence', type: 1, section: 'page', language: 'en', version: 1 })
  expect(resultOf<ArticlePage>(await app.call('getContentsById', { id: 'licence' })).body).toContain(
    '<mark>operator: licence number</mark>',
  )
})

test('a text is shown in the reader’s language, or in English where it was not written in it', async () => {
  await write('notice-maintenance', app.now(), [
    ['en', 1, 'Closed on Sunday.'],
    ['de', 1, 'Am Sonntag geschlossen.'],
  ])
  const call = async (lang: string) =>
    resultOf<ArticlePage>(await app.call('getContentsById', { id: 'notice-maintenance' }, { lang }))
  // Written past this process: it looks again after a second.
  const german = { language: 'de', body: '<p>Am Sonntag geschlossen.</p>' }
  await expect.poll(() => call('de')).toMatchObject(german)
  await expect.poll(() => call('ja')).toMatchObject({ language: 'en', body: '<p>Closed on Sunday.</p>' })
  const own = (await listed('de', 3)).find(({ id }) => id === 'notice-maintenance')
  expect(own).toMatchObject({ title: 'notice-maintenance de', section: 'notice' })
})

test('the newest version is shown, and a later start does not put our first one over it', async () => {
  await app.db.query
    .insertInto('content_versions')
    .values({
      article_id: 'about',
      language: 'en',
      version: 2,
      title: 'Us',
      description: 'D',
      body: 'Ours.',
      written_at: 1n,
      written_by: null,
    })
    .execute()
  await addSampleContent(app.db, app.now())
  await expect
    .poll(async () => (await app.call('getContentsById', { id: 'about' })).result)
    .toMatchObject({ version: 2, title: 'Us', body: '<p>Ours.</p>' })
})

test('what was published cannot be overwritten or taken away by the application', async () => {
  await expect(app.db.query.updateTable('content_versions').set({ body: 'x' }).execute()).rejects.toThrow(
    /permission denied/,
  )
  await expect(app.db.query.deleteFrom('content_versions').execute()).rejects.toThrow(/permission denied/)
})

test('calls, conventions: an article that is unknown or not published yet does not exist (11004)', async () => {
  await write('notice-later', app.now() + 86_400_000, [['en', 1, 'Later.']])
  for (const id of ['notice-later', 'nothing'])
    expect(await app.call('getContentsById', { id })).toMatchObject({ status: 404, code: 11004 })
  await write('notice-now', app.now(), [['en', 1, 'Now.']])
  const shown = async () => (await listed('en', 3)).map(({ id }) => id)
  await expect.poll(shown).toContain('notice-now')
  expect(await shown()).not.toContain('notice-later')
})
