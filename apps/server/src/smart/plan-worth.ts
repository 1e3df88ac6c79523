import { accruingMinor } from '@candor/rules'
import type { Reader } from '../platform/database/database.ts'
import { termsOf } from './plan-response.ts'
import { earningPlansOf } from './smart-store.ts'

/** Money of a customer in running plans, and what these earned of the present day and pay at its end; in USDT's smallest unit. */
export interface PlanWorth {
  readonly amountMinor: bigint
  readonly accruingMinor: bigint
}

/** Adds up the running plans of each of these customers; absent: none. */
export async function plansWorth(
  reader: Reader,
  userIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, PlanWorth>> {
  const worth = new Map<string, PlanWorth>()
  for (const plan of await earningPlansOf(reader, userIds)) {
    const sum = worth.get(plan.user_id) ?? { amountMinor: 0n, accruingMinor: 0n }
    worth.set(plan.user_id, {
      amountMinor: sum.amountMinor + plan.amount,
      accruingMinor: sum.accruingMinor + accruingMinor(termsOf(plan), plan.paid_days, nowMs),
    })
  }
  return worth
}
