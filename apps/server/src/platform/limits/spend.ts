import { TooMany } from '../http/refusal.ts'
import type { Budget, BudgetStanding } from './request-budget.ts'

/** Takes one of a budget and returns what is left; without one, throws 429 with the wait. */
export async function spend(budget: Budget, key: string): Promise<BudgetStanding | null> {
  const waitMs = await budget.take(key)
  const standing = budget.standing(key)
  if (waitMs > 0) throw new TooMany(waitMs, standing)
  return standing
}
