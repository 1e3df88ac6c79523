import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import { startOfDay } from '../platform/start-of-day.ts'
import { advancePlan } from './advance-plan.ts'
import { toPlanResponse } from './plan-response.ts'
import type { SmartDeps } from './smart-deps.ts'
import { duePlanIds, lockDuePlan, paidSince } from './smart-store.ts'

const atOnce = 200

/**
 * Pays every due day of every plan exactly once. Catches up days missed while the server was down or its clock was wrong; a clock set back
 * pays nothing again. Call it every few seconds and at start; concurrent runs do no harm. Returns the number of plans it paid. Throws at
 * the end if one failed, after trying all others.
 */
export const payDuePlans = (deps: Pick<SmartDeps, 'db' | 'clock' | 'ledger' | 'events'>): Promise<Moved> =>
  forEachCase(deps, {
    job: 'pay-plans',
    atOnce,
    find: async (limit) => (await duePlanIds(deps.db.query, deps.clock.now(), limit)).map((id) => ({ id })),
    move: ({ id }) => payPlan(deps, id),
  })

async function payPlan(
  deps: Pick<SmartDeps, 'db' | 'clock' | 'ledger' | 'events'>,
  id: string,
): Promise<boolean> {
  const now = deps.clock.now()
  const row = await deps.ledger.transaction(async (tx) => {
    const plan = await lockDuePlan(tx, id, now)
    return plan === null ? null : advancePlan(deps.ledger, tx, plan, { nowMs: now, leaving: false })
  })
  if (row === null) return false
  const today = await paidSince(deps.db.query, [id], startOfDay(now))
  deps.events.publish(row.user_id, 'real', 'order', toPlanResponse(row, today.get(id) ?? 0n, now))
  return true
}
