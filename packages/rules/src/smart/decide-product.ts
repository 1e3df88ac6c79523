import { type Rate, rate, usdt } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { SmartProduct, SmartTimeframe } from './plan.ts'

/** Timeframes of plans, in days. Source: rulebook, Smart plans. */
export const planTimeframes: readonly number[] = [7, 15, 30, 60, 90]

/** The highest yield a product may have: 0.1 % a day is 36.5 % a year (ADR-133). */
export const highestDailyYield: Rate = rate('0.001')
/** Below it, a day's payout would round to nothing. */
const lowestDailyYield = rate('0.000001')
const leastAmountMinor = usdt('1').minor

export interface ProductContext {
  readonly name: string
  /** Names of the other products, sold or not. */
  readonly otherNames: readonly string[]
}

interface Issue {
  readonly path: string
  readonly code: string
}

/**
 * Checks a product and reports all issues at once, as `invalidInput`: `name` taken · `minAmount` least · `maxAmount`
 * below-min · `timeframes` none, twice · `timeframes.<days>` not-offered, too-low, too-high, below-min. Existing plans
 * keep their terms (trust T18).
 */
export function decideProduct(
  product: Pick<SmartProduct, 'minAmountMinor' | 'maxAmountMinor' | 'timeframes'>,
  context: ProductContext,
): Decision<true> {
  const issues: Issue[] = []
  const { timeframes } = product
  const same = (one: string) => one.toLowerCase() === context.name.toLowerCase()
  if (context.otherNames.some(same)) issues.push({ path: 'name', code: 'taken' })
  if (product.minAmountMinor < leastAmountMinor) issues.push({ path: 'minAmount', code: 'least' })
  if (product.maxAmountMinor < product.minAmountMinor) issues.push({ path: 'maxAmount', code: 'below-min' })
  if (timeframes.length === 0) issues.push({ path: 'timeframes', code: 'none' })
  if (new Set(timeframes.map(({ days }) => days)).size < timeframes.length)
    issues.push({ path: 'timeframes', code: 'twice' })
  for (const timeframe of timeframes) {
    const code = wrongIn(timeframe)
    if (code !== null) issues.push({ path: `timeframes.${timeframe.days}`, code })
  }
  return issues.length === 0 ? accept(true) : refuse('invalidInput', { issues })
}

function wrongIn({ days, dailyYieldMin, dailyYieldMax }: SmartTimeframe): string | null {
  if (!planTimeframes.includes(days)) return 'not-offered'
  if (dailyYieldMin < lowestDailyYield) return 'too-low'
  if (dailyYieldMax > highestDailyYield) return 'too-high'
  return dailyYieldMax < dailyYieldMin ? 'below-min' : null
}
