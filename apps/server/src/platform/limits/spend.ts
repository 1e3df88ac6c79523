import { TooMany } from '../http/refusal.ts'
import type { RequestBudget } from './request-budget.ts'

/** Takes one of a budget; without one, throws 429 with the wait. */
export async function spend(budget: Pick<RequestBudget, 'take'>, key: string): Promise<void> {
  const waitMs = await budget.take(key)
  if (waitMs > 0) throw new TooMany(waitMs)
}
