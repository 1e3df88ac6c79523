import { networkOf } from '../../limits/network-of.ts'
import type { Budget } from '../../limits/request-budget.ts'
import { spend } from '../../limits/spend.ts'
import type { FairLine, VisitorLines } from '../files/fair-line.ts'
import type { Route } from '../route-table.ts'
import { isBudgeted, isFromMemory, type VisitorBudget } from './cache-policies.ts'

/** Budgets that public calls declare. */
export type VisitorBudgets = Readonly<Record<VisitorBudget, Budget>>

/** Spends the budget that the call declares, before its handler does anything. */
export async function spendDeclared(
  { cachePolicy }: Route,
  address: string,
  budgets: VisitorBudgets | null,
): Promise<void> {
  if (isBudgeted(cachePolicy) && budgets !== null)
    await spend(budgets[cachePolicy.budget], networkOf(address))
}

/** Returns the line in which a visitor's call waits; null: it does not. */
export function lineOf({ access, cachePolicy }: Route, visitors: VisitorLines | null): FairLine | null {
  if (access !== 'visitor' || isFromMemory(cachePolicy) || visitors === null) return null
  return isBudgeted(cachePolicy) && cachePolicy.waitsElsewhere === true ? visitors.elsewhere : visitors.calls
}
