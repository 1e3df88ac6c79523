import { z } from 'zod'
import { languages } from '../accounts/account-entities.ts'
import { opsCall } from '../back-office/ops-call.ts'
import { id, isoTime, wholeNumber } from '../fields.ts'
import { outboundFailures } from '../outbound-failures.ts'
import { feedKind } from './news.ts'

const roles = ['content', 'admin'] as const

/** Reasons for which a feed could not be read. */
export const feedFailureReasons = [
  ...outboundFailures,
  'tooLarge',
  'encoding',
  /** It is not of its kind, or malformed. */
  'format',
  /** It contains a document type definition, which could define entities. */
  'doctype',
] as const
export type FeedFailureReason = (typeof feedFailureReasons)[number]

export const feedFailure = z.object({
  reason: z.enum(feedFailureReasons),
  /** Subject of the reason, in English: a status, a host, the words of a network error. */
  detail: z.string().nullable(),
})
export type FeedFailureShown = z.infer<typeof feedFailure>

/** At most this many feeds. */
export const mostFeeds = 50

const url = z.string().trim().min(1).max(2_000)
const settings = z.object({
  /** Customers see it as the source of each entry. */
  name: z.string().trim().min(1).max(60),
  url,
  /** Readers of this language alone see it; null: all do. */
  language: z.enum(languages).nullable(),
  enabled: z.boolean(),
  everyMinutes: wholeNumber.min(5).max(1_440),
})

export const feedInHand = settings.extend({
  id,
  kind: feedKind,
  everyMinutes: z.number().int(),
  /** Entries that are stored. */
  entries: z.number().int(),
  /** The last attempt, and the last that succeeded. */
  triedAt: isoTime.nullable(),
  readAt: isoTime.nullable(),
  /** Null: the last attempt succeeded, or there was none. */
  failure: feedFailure.nullable(),
  failingSince: isoTime.nullable(),
})
export type FeedInHand = z.infer<typeof feedInHand>

export const feedPreview = z.object({
  failure: feedFailure.nullable(),
  /** Entries that customers could see, and those without a title or a readable time. */
  entries: z.number().int(),
  leftOut: z.number().int(),
  /** The first five. */
  first: z.array(
    z.object({
      title: z.string(),
      summary: z.string().nullable(),
      url: z.string().nullable(),
      host: z.string().nullable(),
      /** Time of publication, or of an event's beginning; null: not stated. */
      at: isoTime.nullable(),
      allDay: z.boolean(),
    }),
  ),
})
export type FeedPreview = z.infer<typeof feedPreview>

/** Calls for the feeds of news and events that customers read. */
export const newsOps = {
  opsFeeds: opsCall({
    method: 'GET',
    path: '/ops/feeds',
    summary: 'Every feed of news and events, with its last fetch and its last failure',
    roles,
    input: z.object({}),
    result: z.array(feedInHand),
  }),
  opsTestFeed: opsCall({
    method: 'POST',
    path: '/ops/feeds/test',
    summary:
      'Fetches a feed now and returns its first five entries, or why it could not be read; stores nothing',
    roles,
    input: z.object({ kind: feedKind, url }),
    changesNothing: true,
    result: feedPreview,
  }),
  opsAddFeed: opsCall({
    method: 'POST',
    path: '/ops/feeds',
    summary: 'Adds a feed; at most 50',
    roles,
    input: settings.extend({ kind: feedKind }),
    result: z.object({ id: z.string() }),
  }),
  opsChangeFeed: opsCall({
    method: 'POST',
    path: '/ops/feeds/{id}',
    summary: 'Changes a feed; another URL begins its entries anew',
    roles,
    input: settings.extend({ id }),
    result: z.literal(true),
  }),
  opsRemoveFeed: opsCall({
    method: 'POST',
    path: '/ops/feeds/{id}/remove',
    summary: 'Removes a feed with its entries',
    roles,
    input: z.object({ id }),
    result: z.literal(true),
  }),
} as const
