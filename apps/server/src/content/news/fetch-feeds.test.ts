import type { CalendarEvent, FeedKind, NewsItem } from '@candor/contract'
import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import { feedAlerts } from './feed-alerts.ts'
import { fetchFeeds } from './fetch-feeds.ts'
import { newsHandlers } from './list-news.ts'
import { feedReader } from './read-feed.ts'
import { calendarOf, type FeedHost, openFeedHost, rssOf } from './test-feed-host.ts'

const never = new AbortController().signal

let fixture: ModuleFixture
let host: FeedHost
beforeAll(async () => {
  fixture = await openModuleFixture()
  host = await openFeedHost()
})
afterAll(async () => {
  await host.close()
  await fixture.dispose()
})
beforeEach(async () => {
  await fixture.db.query.deleteFrom('content_feeds').execute()
  host.documents.clear()
  host.requests.length = 0
})

const addFeed = async (
  kind: FeedKind,
  path: string,
  changes: { language?: 'de'; enabled?: boolean; url?: string } = {},
) => {
  const { language = null, enabled = true, url = host.urlOf(path) } = changes
  const now = BigInt(fixture.clock.now())
  const id = fixture.newId()
  await fixture.db.query
    .insertInto('content_feeds')
    .values({
      ...{ id, kind, url, language, enabled, name: path.slice(1), every_minutes: 30 },
      ...{ created_at: now, due_at: now, tried_at: null, read_at: null },
      ...{ failing_since: null, failure_reason: null, failure_detail: null },
    })
    .execute()
  return id
}
const fetchDue = (stopping = never) => fetchFeeds(fixture, feedReader(host.policy, stopping))
/** Fetches every feed again. */
const fetchLater = (afterMs = 30 * minuteMs) => {
  fixture.clock.advance(afterMs)
  return fetchDue()
}
const shown = async (language: 'en' | 'de' = 'en') => {
  const visitor = { userId: null, mode: 'demo', language, address: '', device: '', deviceMark: null } as const
  return newsHandlers(fixture).newsAndCalendar({}, visitor)
}
const titles = (entries: readonly (NewsItem | CalendarEvent)[]) => entries.map(({ title }) => title)
const stateOf = (id: string) =>
  fixture.db.query.selectFrom('content_feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('I15.12: each enabled feed is fetched once in its interval, and customers read it', async () => {
  const { clock } = fixture
  host.documents.set(
    '/news',
    rssOf({ id: 'one', at: clock.now() - minuteMs }, { id: 'two', at: clock.now() }),
  )
  host.documents.set(
    '/events',
    calendarOf({ id: 'later', at: clock.now() + dayMs }, { id: 'soon', at: clock.now() + minuteMs }),
  )
  await addFeed('news', '/news')
  await addFeed('calendar', '/events')
  await addFeed('news', '/off', { enabled: false })
  expect(await fetchDue()).toBe(2)
  expect(await fetchDue()).toBe(0)
  expect(host.requests.toSorted()).toEqual(['/events', '/news'])
  const { news, events } = await shown()
  expect(news[0]).toMatchObject({
    title: 'two',
    url: 'https://news.example/two',
    host: 'news.example',
    source: 'news',
    publishedAt: new Date(clock.now()).toISOString(),
  })
  expect(titles(events)).toEqual(['soon', 'later'])
  expect(events[0]).toMatchObject({ allDay: false, endsAt: null, source: 'events' })
  expect(await fetchLater()).toBe(2)
  // The event that began has had its hour.
  fixture.clock.advance(61 * minuteMs)
  expect(titles((await shown()).events)).toEqual(['later'])
})

test('I15.12: a feed that fails stops no other, keeps what it brought, and says why and since when', async () => {
  const { clock } = fixture
  host.documents.set('/bad', rssOf({ id: 'kept', at: clock.now() }))
  host.documents.set('/good', rssOf({ id: 'first', at: clock.now() }))
  const bad = await addFeed('news', '/bad')
  await addFeed('news', '/good')
  await addFeed('news', '/x', { url: 'http://files.internal/' })
  expect(await fetchDue()).toBe(2)
  host.documents.delete('/bad')
  host.documents.set('/good', rssOf({ id: 'second', at: clock.now() }))
  expect(await fetchLater()).toBe(1)
  const failedAt = BigInt(clock.now())
  expect(titles((await shown()).news).toSorted()).toEqual(['first', 'kept', 'second'])
  expect(await fetchLater()).toBe(1)
  expect(await stateOf(bad)).toMatchObject({
    ...{ failure_reason: 'status', failure_detail: 'HTTP 404', failing_since: failedAt },
    ...{ tried_at: BigInt(clock.now()), read_at: failedAt - BigInt(30 * minuteMs) },
  })
  const internal = await fixture.db.query
    .selectFrom('content_feeds')
    .select(['failure_reason', 'failure_detail'])
    .where('name', '=', 'x')
    .executeTakeFirst()
  expect(internal).toEqual({ failure_reason: 'address', failure_detail: 'files.internal' })
  // The dashboard waits six hours.
  expect(await feedAlerts(fixture).alerts()).toEqual([])
  await fetchLater(6 * 60 * minuteMs)
  expect((await feedAlerts(fixture).alerts()).map(({ text }) => text)).toEqual(['2 feeds fail'])
  host.documents.set('/bad', '<!DOCTYPE x>')
  await fetchLater()
  expect(await stateOf(bad)).toMatchObject({ failure_reason: 'doctype', failing_since: failedAt })
  host.documents.set('/bad', rssOf())
  await fetchLater()
  expect(await stateOf(bad)).toMatchObject({ failure_reason: null, failing_since: null })
})

test('I15.12: an item is stored once by its guid, and follows its feed', async () => {
  const { clock } = fixture
  const first = clock.now()
  await addFeed('news', '/news')
  host.documents.set('/news', rssOf({ id: 'b', at: first + dayMs }, { id: 'a', title: 'Draft' }))
  await fetchDue()
  host.documents.set('/news', rssOf({ id: 'b', at: first + dayMs }, { id: 'a', title: 'Final' }))
  await fetchLater()
  const { news } = await shown()
  expect(news.map(({ title, publishedAt }) => [title, Date.parse(publishedAt)])).toEqual([
    // Dated tomorrow, and without a date: when they were first seen, in the order of the feed.
    ['b', first],
    ['Final', first - 1],
  ])
})

test('I15.12: news are kept for 30 days, at most 200 of a feed', async () => {
  const { clock } = fixture
  const id = await addFeed('news', '/news')
  const old = { id: 'old', at: clock.now() - 29 * dayMs }
  host.documents.set('/news', rssOf(old, { id: 'older', at: clock.now() - 31 * dayMs }))
  await fetchDue()
  expect(titles((await shown()).news)).toEqual(['old'])
  const many = Array.from({ length: 150 }, (_, n) => ({
    id: `first ${n}`,
    at: clock.now() + n * 1000 - dayMs,
  }))
  host.documents.set('/news', rssOf(...many))
  await fetchLater()
  host.documents.set('/news', rssOf(...many.map(({ at }, n) => ({ id: `second ${n}`, at: at + 1_000_000 }))))
  await fetchLater()
  const stored = await fixture.db.query
    .selectFrom('content_feed_entries')
    .select('title')
    .where('feed_id', '=', id)
    .orderBy('at')
    .execute()
  expect(stored).toHaveLength(200)
  expect(stored[0]?.title).toBe('first 100')
  expect((await shown()).news).toHaveLength(30)
})

test('I15.12: an event that moved or left its calendar is shown as the calendar has it', async () => {
  const { clock } = fixture
  await addFeed('calendar', '/events')
  const at = clock.now() + dayMs
  host.documents.set(
    '/events',
    calendarOf({ id: 'moved', at }, { id: 'gone', at }, { id: 'far', at: at + 20 * dayMs }),
  )
  await fetchDue()
  expect(titles((await shown()).events)).toEqual(expect.arrayContaining(['moved', 'gone']))
  host.documents.set('/events', calendarOf({ id: 'moved', at: at + dayMs }))
  await fetchLater()
  expect((await shown()).events).toMatchObject([
    { title: 'moved', startsAt: new Date(at + dayMs).toISOString() },
  ])
})

test('I15.12: a feed with a language is for its readers, one without for all; a disabled one for none', async () => {
  host.documents.set('/all', rssOf({ id: 'all' }))
  host.documents.set('/german', rssOf({ id: 'german' }))
  await addFeed('news', '/all')
  const german = await addFeed('news', '/german', { language: 'de' })
  await fetchDue()
  expect(titles((await shown()).news)).toEqual(['all'])
  expect(titles((await shown('de')).news).toSorted()).toEqual(['all', 'german'])
  await fixture.db.query
    .updateTable('content_feeds')
    .set({ enabled: false })
    .where('id', '=', german)
    .execute()
  expect(titles((await shown('de')).news)).toEqual(['all'])
})

test('I15.12: of two processes one fetches; what a changed URL brought late is dropped', async () => {
  host.documents.set('/news', rssOf({ id: 'one' }))
  const id = await addFeed('news', '/news')
  await Promise.all([fetchDue(), fetchDue()])
  expect(host.requests).toEqual(['/news'])
  const changing: FeedHost['policy'] = {
    ...host.policy,
    resolve: async (name) => {
      await fixture.db.query
        .updateTable('content_feeds')
        .set({ url: 'https://other.example/' })
        .where('id', '=', id)
        .execute()
      return host.policy.resolve(name)
    },
  }
  host.documents.set('/news', rssOf({ id: 'late' }))
  fixture.clock.advance(30 * minuteMs)
  expect(await fetchFeeds(fixture, feedReader(changing, never))).toBe(0)
  expect(titles((await shown()).news)).toEqual(['one'])
})

test('I15.12: a stopping server fetches nothing more, and calls it no failure', async () => {
  const id = await addFeed('news', '/news')
  const stopping = new AbortController()
  stopping.abort(new Error('stopping'))
  expect(await fetchDue(stopping.signal)).toBe(0)
  expect(host.requests).toEqual([])
  expect(await stateOf(id)).toMatchObject({ due_at: BigInt(fixture.clock.now()), failure_reason: null })
})
