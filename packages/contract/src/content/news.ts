import { z } from 'zod'
import { call } from '../call.ts'
import { isoTime } from '../fields.ts'

/** Kinds of feeds: RSS or Atom, and iCalendar. */
export const feedKinds = ['news', 'calendar'] as const
export const feedKind = z.enum(feedKinds)
export type FeedKind = z.infer<typeof feedKind>

const entry = z.object({
  /** The same for as long as the feed has this entry. */
  id: z.string(),
  /** Plain text, as the feed wrote it. */
  title: z.string(),
  /** Plain text; null: none. */
  summary: z.string().nullable(),
  /** The page the entry is about, http or https; null: none. */
  url: z.string().nullable(),
  /** Host of `url`, for the reader to see before opening it. */
  host: z.string().nullable(),
  /** Name of the feed. */
  source: z.string(),
})

export const newsItem = entry.extend({ publishedAt: isoTime })
export type NewsItem = z.infer<typeof newsItem>

export const calendarEvent = entry.extend({
  /** An event of whole days begins at midnight UTC of its first day. */
  startsAt: isoTime,
  /** The first moment after it; null: not stated. */
  endsAt: isoTime.nullable(),
  allDay: z.boolean(),
})
export type CalendarEvent = z.infer<typeof calendarEvent>

export const newsCalls = {
  newsAndCalendar: call({
    method: 'GET',
    path: '/swx/customer/index/newsAndCalendar',
    summary:
      'News and events of the feeds that the operator set, in the language of the `lang` header or without one: the newest 30 items of the last 30 days, and at most 50 events of the next 14 days that have not ended',
    access: 'visitor',
    input: z.object({}),
    result: z.object({ news: z.array(newsItem), events: z.array(calendarEvent) }),
  }),
} as const
