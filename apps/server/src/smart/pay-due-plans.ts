import { forEachCase, type Moved } from '../jobs/for-each-case.ts'
import { advancePlan } from './advance-plan.ts'
import { planOnWire } from './plan-on-wire.ts'
import type { SmartDeps } from './smart-deps.ts'
import { duePlanIds, lockDuePlan, paidSince } from './smart-store.ts'
import { startOfDay } from './start-of-day.ts'

const atOnce = 200

/**
 * Pays every day of every plan that is due, each once ever: days missed while the server was down or its clock stood
 * elsewhere are caught up, a clock set back pays nothing again. To be called every few seconds and at start; two at once
 * do no harm. Answers how many plans it paid; throws at the end if one could not be paid, after trying all others.
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
    return plan === null ? null : advancePlan(deps.ledger, tx, plan, now, false)
  })
  if (row === null) return false
  const today = await paidSince(deps.db.query, [id], startOfDay(now))
  deps.events.publish(row.user_id, 'real', 'order', planOnWire(row, today.get(id) ?? 0n, now))
  return true
}
