import type { Plan } from '@candor/contract'
import type { ServerContext } from '../module.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { IdempotencyContext } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { startOfDay } from '../platform/start-of-day.ts'
import { advancePlan } from './advance-plan.ts'
import { toPlanResponse } from './plan-response.ts'
import { lockPlanOf, paidSince } from './smart-store.ts'

/**
 * Leaves a plan early: pays due days first, then returns the principal less the penalty, which never exceeds the paid yield. A plan whose
 * last day is due completes instead, without penalty. Refuses `notFound` unless it is an earning plan of this customer.
 */
export async function exitPlan(
  context: ServerContext,
  id: string,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Plan> {
  let left = false
  const response = await context.runOnce(caller, idempotency, async (tx) => {
    const now = context.clock.now()
    const plan = await lockPlanOf(tx, id, caller.userId)
    if (plan === null || plan.status !== 'earning') throw new Refusal('notFound')
    const row = await advancePlan(context.ledger, tx, plan, { nowMs: now, leaving: true })
    const today = await paidSince(tx, [id], startOfDay(now))
    left = true
    return toPlanResponse(row, today.get(row.id) ?? 0n, now)
  })
  if (left) context.events.publish(caller.userId, 'real', 'order', response)
  return response
}
