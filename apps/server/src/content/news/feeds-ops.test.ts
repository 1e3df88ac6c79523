import type { FeedInHand, FeedPreview, NewsItem } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { calendarOf, type FeedHost, openFeedHost, rssOf } from './test-feed-host.ts'

let host: FeedHost
let app: TestApp
let editor: TestOperator
beforeAll(async () => {
  host = await openFeedHost()
  app = await startTestApp({}, { outbound: host.policy })
  editor = await signInOperator(app, 'content')
})
afterAll(async () => {
  await app.dispose()
  await host.close()
})

const settings = (changes: object = {}) => ({
  ...{ name: 'Wire', kind: 'news', url: host.urlOf('/wire'), language: null, enabled: true, everyMinutes: 5 },
  ...changes,
})
const feeds = async () => resultOf<FeedInHand[]>(await editor.call('opsFeeds'))
const tested = async (kind: string, url: string) =>
  resultOf<FeedPreview>(await editor.call('opsTestFeed', { kind, url }))

test('I15.12: a feed is tested before it is saved: its first five entries, or why it cannot be read', async () => {
  host.documents.set(
    '/wire',
    rssOf(...[1, 2, 3, 4, 5, 6].map((n) => ({ id: `n${n}`, at: app.now() - n * 1000 }))),
  )
  host.documents.set('/dates', calendarOf({ id: 'payrolls', at: app.now() + 3_600_000 }))
  const news = await tested('news', host.urlOf('/wire'))
  expect(news).toMatchObject({ failure: null, entries: 6, leftOut: 0 })
  expect(news.first.map(({ title, host: shown }) => [title, shown])).toEqual(
    [1, 2, 3, 4, 5].map((n) => [`n${n}`, 'news.example']),
  )
  expect(await tested('calendar', host.urlOf('/dates'))).toMatchObject({
    entries: 1,
    first: [{ title: 'payrolls' }],
  })
  expect(await tested('calendar', host.urlOf('/wire'))).toMatchObject({
    failure: { reason: 'format' },
    first: [],
  })
  expect(await tested('news', host.urlOf('/none'))).toMatchObject({
    failure: { reason: 'status', detail: 'HTTP 404' },
  })
  expect(await tested('news', 'http://db.internal/')).toMatchObject({ failure: { reason: 'address' } })
  expect(await tested('news', 'http://169.254.169.254/')).toMatchObject({ failure: { reason: 'address' } })
  expect(await feeds()).toEqual([])
})

test('I15.12: a feed is added, fetched by the running server, changed and removed, each with an audit entry', async () => {
  host.documents.set('/wire', rssOf({ id: 'one', title: 'Rates held', at: app.now() }))
  host.documents.set('/other', rssOf({ id: 'two', title: 'Rates cut', at: app.now() }))
  const { id } = resultOf<{ id: string }>(await editor.call('opsAddFeed', settings()))
  const news = async () => resultOf<{ news: NewsItem[] }>(await app.call('newsAndCalendar', {})).news
  const titles = async () => (await news()).map(({ title }) => title)
  // Jobs run when the clock was moved; the response is shared for five seconds of that clock.
  const followed = async (title: string) => {
    await app.moveClock(6_000)
    await expect.poll(async () => (await feeds())[0]?.entries).toBe(1)
    await app.moveClock(6_000)
    await expect.poll(titles).toEqual([title])
  }
  await followed('Rates held')
  expect((await feeds())[0]).toMatchObject({
    id,
    name: 'Wire',
    failure: null,
    failingSince: null,
    language: null,
  })
  const { kind: _kind, ...changed } = settings({
    id,
    name: 'Ticker',
    url: host.urlOf('/other'),
    language: 'en',
  })
  expect((await editor.call('opsChangeFeed', changed)).code).toBe(200)
  await followed('Rates cut')
  expect((await news())[0]?.source).toBe('Ticker')
  expect((await editor.call('opsChangeFeed', { ...changed, enabled: false })).code).toBe(200)
  expect((await feeds())[0]).toMatchObject({ enabled: false, entries: 1 })
  expect((await editor.call('opsRemoveFeed', { id })).code).toBe(200)
  expect(await feeds()).toEqual([])
  const { rows } = await app.db.pool.query<{ body: string }>(
    'SELECT body FROM trust_audit WHERE subject = $1 ORDER BY seq',
    [`feed:${id}`],
  )
  expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([
    { actor: editor.id, action: 'content.feed', after: { name: 'Wire', kind: 'news' } },
    { before: { name: 'Wire' }, after: { name: 'Ticker', url: host.urlOf('/other') } },
    { before: { enabled: true }, after: { enabled: false } },
    { before: { name: 'Ticker', enabled: false } },
  ])
})

test('I15.12: settings that no fetch would follow are refused at their field', async () => {
  const issuesOf = async (changes: object) => (await editor.call('opsAddFeed', settings(changes))).result
  for (const [url, code] of [
    ['ftp://feeds.example/', 'url'],
    ['wire', 'url'],
    ['https://user:secret@feeds.example/', 'credentials'],
    ['https://feeds.example:5432/', 'port'],
    ['http://[::ffff:10.0.0.1]/', 'address'],
    ['http://2130706434/', 'address'],
  ])
    expect(await issuesOf({ url }), url).toMatchObject({ issues: [{ path: 'url', code }] })
  expect(await issuesOf({ name: ' ' })).toMatchObject({ issues: [{ path: 'name' }] })
  expect(await issuesOf({ everyMinutes: 4 })).toMatchObject({ issues: [{ path: 'everyMinutes' }] })
  expect(await issuesOf({ kind: 'podcast' })).toMatchObject({ issues: [{ path: 'kind' }] })
  expect((await editor.call('opsRemoveFeed', { id: crypto.randomUUID() })).code).toBe(11004)
  const { kind: _kind, ...nowhere } = settings({ id: crypto.randomUUID() })
  expect((await editor.call('opsChangeFeed', nowhere)).code).toBe(11004)
})

test('I15.12: at most fifty feeds are added, also at once', async () => {
  const codes = await Promise.all(
    Array.from({ length: 52 }, () => editor.call('opsAddFeed', settings({ enabled: false }))),
  )
  expect(codes.filter(({ code }) => code === 200)).toHaveLength(50)
  expect(codes.find(({ code }) => code !== 200)).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'url', code: 'too_many' }] },
  })
})

test('I15.12: only the roles content and admin see and set feeds', async () => {
  const risk = await signInOperator(app, 'risk')
  expect((await risk.call('opsFeeds')).code).toBe(11005)
  expect((await risk.call('opsTestFeed', { kind: 'news', url: host.urlOf('/wire') })).code).toBe(11005)
  expect((await (await signInOperator(app, 'admin')).call('opsFeeds')).code).toBe(200)
})
