import type { Budget, BudgetStanding } from './request-budget.ts'

interface TestBudget {
  /** Until the next request is possible. */
  readonly waitMs?: number
  readonly standing?: BudgetStanding | null
}

/** A budget that writes each request into `counted`, with its own name, and has room unless there is a wait. */
export const recordedBudget = (
  name: string,
  counted: string[],
  { waitMs = 0, standing = null }: TestBudget = {},
): Budget => ({
  take: async (key) => {
    counted.push(`${name} ${key}`)
    return waitMs
  },
  standing: () => standing,
})
