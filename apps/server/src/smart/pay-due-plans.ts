import { planDayMs, planRunDays } from '@candor/rules'
import type { Tx } from '../db/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { moneyOf, type PlanRow, planOnWire, termsOf } from './plan-on-wire.ts'
import { endPosting, payoutPosting } from './plan-postings.ts'
import type { SmartDeps } from './smart-deps.ts'
import { addPayouts, changePlan, duePlanIds, lockDuePlan, paidSince } from './smart-store.ts'
import { startOfDay } from './start-of-day.ts'

const atOnce = 200

/**
 * Pays every day of every plan that is due, each once ever: days missed while the server was down or its clock stood
 * elsewhere are caught up, a clock set back pays nothing again. To be called every few seconds and at start; two at once
 * do no harm. Answers how many plans it paid; throws at the end if one could not be paid, after trying all others.
 */
export async function payDuePlans(
  deps: Pick<SmartDeps, 'db' | 'clock' | 'ledger' | 'events'>,
): Promise<number> {
  const failures: unknown[] = []
  const tried = new Set<string>()
  let paid = 0
  for (;;) {
    const ids = (await duePlanIds(deps.db.query, deps.clock.now(), atOnce + failures.length)).filter(
      (id) => !tried.has(id),
    )
    if (ids.length === 0) break
    for (const id of ids) {
      tried.add(id)
      const done = await payPlan(deps, id).catch((failure: unknown) => {
        failures.push(failure)
        return false
      })
      if (done) paid += 1
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} plans could not be paid`)
  return paid
}

async function payPlan(
  deps: Pick<SmartDeps, 'db' | 'clock' | 'ledger' | 'events'>,
  id: string,
): Promise<boolean> {
  const now = deps.clock.now()
  const row = await deps.ledger.transaction(async (tx) => {
    const plan = await lockDuePlan(tx, id, now)
    return plan === null ? null : payDays(deps.ledger, tx, plan, now)
  })
  if (row === null) return false
  const today = await paidSince(deps.db.query, [id], startOfDay(now))
  deps.events.publish(row.user_id, 'real', 'order', planOnWire(row, today.get(id) ?? 0n, now))
  return true
}

/** Within `tx`, which holds the plan's row: pays what is due at `nowMs` and, after the last day, returns the principal. */
export async function payDays(ledger: Ledger, tx: Tx, plan: PlanRow, nowMs: number): Promise<PlanRow> {
  const run = planRunDays(termsOf(plan), nowMs)
  if (run <= plan.paid_days) return plan
  const days = Array.from({ length: run - plan.paid_days }, (_, at) => plan.paid_days + 1 + at)
  const money = moneyOf(plan)
  const completed = run === plan.days
  const postings = [
    ...(plan.day_minor > 0n ? days.map((day) => payoutPosting(money, day)) : []),
    ...(completed ? [endPosting(money, 0n, 0n)] : []),
  ]
  const outcomes = await ledger.postIn(tx, postings)
  const refused = outcomes.find((outcome) => !outcome.ok)
  if (refused !== undefined) throw new Error(`the ledger refused a payout of plan ${plan.id}`)
  await addPayouts(tx, plan, days, nowMs)
  return changePlan(tx, plan.id, {
    paid_days: run,
    ...(completed
      ? { status: 'completed' as const, next_due_at: null, closed_at: BigInt(nowMs) }
      : { next_due_at: plan.started_at + BigInt((run + 1) * planDayMs) }),
  })
}
