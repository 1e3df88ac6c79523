import type { ServerContext } from '../../module.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import { FeedFailure } from './feed-reading.ts'
import { claimFetch, dueFeeds, type FeedRow, storeFailure, storeReading } from './feeds-store.ts'
import type { FeedReader } from './read-feed.ts'

const atOnce = 10

/**
 * Fetches every feed whose time has come. One that cannot be read is an expected state and not a stuck case: the operator sees the reason
 * and the time with the feed. Returns how many were read.
 */
export const fetchFeeds = (context: ServerContext, reader: FeedReader): Promise<Moved> =>
  forEachCase<FeedRow>(context, {
    job: 'fetch-feeds',
    atOnce,
    find: (limit) => dueFeeds(context.db, context.clock.now(), limit),
    move: (feed) => fetchFeed(context, reader, feed),
  })

async function fetchFeed({ db, clock }: ServerContext, reader: FeedReader, feed: FeedRow): Promise<boolean> {
  if (reader.stopping.aborted || !(await claimFetch(db, feed, clock.now()))) return false
  try {
    return await storeReading(db, feed, await reader.read(feed, clock.now()), clock.now())
  } catch (error) {
    if (reader.stopping.aborted) return false
    if (!(error instanceof FeedFailure)) throw error
    await storeFailure(db, feed, error, clock.now())
    return false
  }
}
