import type { Plan } from '@candor/contract'
import { exitPenaltyMinor } from '@candor/rules'
import type { Tx } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { IdempotentAsk } from '../http/handlers.ts'
import { Refusal } from '../http/refusal.ts'
import { payDays } from './pay-due-plans.ts'
import { moneyOf, type PlanRow, paidMinorOf, planOnWire, termsOf } from './plan-on-wire.ts'
import { endPosting } from './plan-postings.ts'
import type { SmartDeps } from './smart-deps.ts'
import { changePlan, lockPlanOf, paidSince } from './smart-store.ts'
import { startOfDay } from './start-of-day.ts'

/**
 * Leaves a plan early: days already due are paid first, then the principal comes back less the penalty, which never
 * exceeds what was paid. A plan whose last day is due completes instead, without penalty. Refuses with 11004 what is not
 * an earning plan of this customer.
 */
export async function exitPlan(
  deps: SmartDeps,
  id: string,
  caller: Caller,
  ask: IdempotentAsk,
): Promise<Plan> {
  let left = false
  const answer = await deps.runOnce(caller, ask, async (tx) => {
    const now = deps.clock.now()
    const plan = await lockPlanOf(tx, id, caller.userId)
    if (plan === null || plan.status !== 'earning') throw new Refusal(11004)
    const paid = await payDays(deps.ledger, tx, plan, now)
    const row = paid.status === 'earning' ? await endEarly(deps, tx, paid, now) : paid
    const today = await paidSince(tx, [id], startOfDay(now))
    left = true
    return planOnWire(row, today.get(row.id) ?? 0n, now)
  })
  if (left) deps.events.publish(caller.userId, 'real', 'order', answer)
  return answer
}

async function endEarly(deps: SmartDeps, tx: Tx, plan: PlanRow, now: number): Promise<PlanRow> {
  const penalty = exitPenaltyMinor(termsOf(plan), paidMinorOf(plan))
  const reserved = plan.day_minor * BigInt(plan.days - plan.paid_days)
  const [outcome] = await deps.ledger.postIn(tx, [endPosting(moneyOf(plan), penalty, reserved)])
  if (outcome?.ok !== true) throw new Error(`the ledger refused the exit of plan ${plan.id}`)
  return changePlan(tx, plan.id, {
    status: 'exited',
    next_due_at: null,
    penalty,
    closed_at: BigInt(now),
  })
}
