import { newsCalls, newsOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import type { OutboundPolicy } from '../../platform/outbound/outbound-policy.ts'
import { feedAlerts } from './feed-alerts.ts'
import { feedsOpsHandlers } from './feeds-ops.ts'
import { fetchFeeds } from './fetch-feeds.ts'
import { newsHandlers } from './list-news.ts'
import { feedReader } from './read-feed.ts'

interface NewsPorts {
  /** Addresses that feeds are fetched from. */
  readonly outbound: OutboundPolicy
}

const lookEveryMs = 30_000

/** News and economic events from feeds that the operator sets. */
export const newsModule = defineModule({
  name: 'news',
  calls: newsCalls,
  opsCalls: newsOps,
  open: (context: ServerContext, { outbound }: NewsPorts) => {
    const stopping = new AbortController()
    const reader = feedReader(outbound, stopping.signal)
    return {
      handlers: newsHandlers(context),
      backOffice: {
        handlers: feedsOpsHandlers({ ...context, policy: outbound, reader }),
        alerts: [feedAlerts(context)],
      },
      jobs: [{ name: 'fetch-feeds', everyMs: lookEveryMs, run: () => fetchFeeds(context, reader) }],
      /** Ends a fetch under way, so that a stopping server does not wait for a slow host. */
      stopFetching: () => stopping.abort(new Error('the server is stopping')),
    }
  },
})
