import type { FeedKind } from '@candor/contract'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { fetchDocument } from '../../platform/outbound/fetch-document.ts'
import { FetchFailure } from '../../platform/outbound/fetch-failure.ts'
import type { OutboundPolicy } from '../../platform/outbound/outbound-policy.ts'
import { FeedFailure, type FeedReading } from './feed-reading.ts'
import { calendarSteps } from './read-calendar.ts'
import { newsSteps } from './read-news.ts'

const limits = { mostBytes: 1024 * 1024, patienceMs: 10_000 }

export interface FeedReader {
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
  /** Fetches a feed and reads its entries. Throws `FeedFailure`, and anything else only when the server stops. */
  read(feed: { readonly kind: FeedKind; readonly url: string }, nowMs: number): Promise<FeedReading>
}

/** Reads feeds from addresses that the policy permits, until `stopping`. */
export const feedReader = (policy: OutboundPolicy, stopping: AbortSignal): FeedReader => ({
  stopping,
  read: async ({ kind, url }, nowMs) => {
    try {
      const document = await fetchDocument(policy, url, limits, stopping)
      return await inTurns(
        kind === 'news'
          ? newsSteps(document.text, document.url)
          : calendarSteps(document.text, document.url, nowMs),
      )
    } catch (error) {
      if (error instanceof FetchFailure) throw new FeedFailure(error.reason, error.detail)
      throw error
    }
  },
})
