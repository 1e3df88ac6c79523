import type { CalendarEvent, Language, NewsItem } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../../module.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { isoOf, isoOrNull } from '../../platform/iso-time.ts'
import { newestNews, nextEvents, type ShownEntry } from './feeds-store.ts'

const mostNews = 30
const mostEvents = 50
const daysAhead = 14

/** News and events as customers read them. */
export const newsHandlers = (context: ServerContext) =>
  ({
    newsAndCalendar: (_input, { language }) => newsAndCalendar(context, language),
  }) satisfies Handlers

async function newsAndCalendar({ db, clock }: ServerContext, language: Language) {
  const nowMs = clock.now()
  const [news, events] = await Promise.all([
    newestNews(db, language, { nowMs, limit: mostNews }),
    nextEvents(db, language, { nowMs, untilMs: nowMs + daysAhead * dayMs, limit: mostEvents }),
  ])
  return { news: news.map(toNewsItem), events: events.map(toEvent) }
}

const toNewsItem = (row: ShownEntry): NewsItem => ({ ...toEntry(row), publishedAt: isoOf(row.at) })

const toEvent = (row: ShownEntry): CalendarEvent => ({
  ...toEntry(row),
  startsAt: isoOf(row.at),
  endsAt: isoOrNull(row.ends_at),
  allDay: row.all_day,
})

const toEntry = ({ feed_id, key, title, summary, url, source }: ShownEntry) => ({
  id: `${feed_id}:${key}`,
  ...{ title, summary, url, source },
  host: hostOf(url),
})

/** Host of a stored link, as the browser would name it. */
export const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host)
