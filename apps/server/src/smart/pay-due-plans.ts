import type { ServerContext } from '../module.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import { startOfDay } from '../platform/start-of-day.ts'
import { advancePlan } from './advance-plan.ts'
import { toPlanResponse } from './plan-response.ts'
import { duePlanIds, lockDuePlan, paidSince } from './smart-store.ts'

const atOnce = 200

/**
 * Pays every due day of every plan exactly once. Catches up days missed while the server was down or its clock was wrong; a clock set back
 * pays nothing again. Call it every few seconds and at start; concurrent runs do no harm. Returns the number of plans it paid. Throws at
 * the end if one failed, after trying all others.
 */
export const payDuePlans = (context: ServerContext): Promise<Moved> =>
  forEachCase(context, {
    job: 'pay-plans',
    atOnce,
    find: async (limit) =>
      (await duePlanIds(context.db.query, context.clock.now(), limit)).map((id) => ({ id })),
    move: ({ id }) => payPlan(context, id),
  })

async function payPlan(context: ServerContext, id: string): Promise<boolean> {
  const now = context.clock.now()
  const row = await context.ledger.transaction(async (tx) => {
    const plan = await lockDuePlan(tx, id, now)
    return plan === null ? null : advancePlan(context.ledger, tx, plan, { nowMs: now, leaving: false })
  })
  if (row === null) return false
  const today = await paidSince(context.db.query, [id], startOfDay(now))
  context.events.publish(row.user_id, 'real', 'order', toPlanResponse(row, today.get(id) ?? 0n, now))
  return true
}
