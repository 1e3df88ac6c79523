import { newsOps } from '@candor/contract'
import type { AlertSource } from '../../back-office/dashboard/work-queue.ts'
import type { ServerContext } from '../../module.ts'

/** A feed that fails for less is usually back before anyone looks. */
const longFailureMs = 6 * 3_600_000

/** Alerts about feeds that could not be read for six hours. */
export const feedAlerts = ({ db, clock }: ServerContext): AlertSource => ({
  page: 'feeds',
  roles: newsOps.opsFeeds.roles,
  alerts: async () => {
    const failing = await db.query
      .selectFrom('content_feeds')
      .select(['name', 'failing_since'])
      .where('enabled', '=', true)
      .where('failing_since', '<=', BigInt(clock.now() - longFailureMs))
      .orderBy('failing_since')
      .execute()
    const [first] = failing
    if (first === undefined) return []
    const text = failing.length === 1 ? `The feed ${first.name} fails` : `${failing.length} feeds fail`
    return [{ tone: 'warn', text, sinceMs: Number(first.failing_since) }]
  },
})
