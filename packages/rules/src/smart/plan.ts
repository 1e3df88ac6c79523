import { divide, exactRate, type Rate, roundDown, roundHalfEven } from '@candor/money'

/** A plan pays once per this period, counted from its start, independent of the calendar. */
export const planDayMs = 86_400_000

/** A timeframe a product offers, with the daily yield at its smallest and its largest amount. */
export interface SmartTimeframe {
  readonly days: number
  readonly dailyYieldMin: Rate
  readonly dailyYieldMax: Rate
}

/** Amounts in USDT's smallest unit. */
export interface SmartProduct {
  readonly id: string
  readonly minAmountMinor: bigint
  readonly maxAmountMinor: bigint
  readonly timeframes: readonly SmartTimeframe[]
}

/** Terms of a plan at purchase; they never change (trust T18). */
export interface PlanTerms {
  readonly amountMinor: bigint
  readonly days: number
  /** Share of the principal paid each 24 h. */
  readonly dailyYield: Rate
  /** Maximum share of the principal that an early exit costs. */
  readonly penaltyShare: Rate
  /** Epoch ms. */
  readonly startedAt: number
}

/**
 * The daily yield of an amount: linear from the lowest at the smallest amount to the highest at the largest; the
 * highest where a product has only one amount. To 12 decimals, half to even. Source: rulebook, Smart plans.
 */
export function planDailyYield(
  timeframe: SmartTimeframe,
  product: Pick<SmartProduct, 'minAmountMinor' | 'maxAmountMinor'>,
  amountMinor: bigint,
): Rate {
  const range = product.maxAmountMinor - product.minAmountMinor
  if (range === 0n) return timeframe.dailyYieldMax
  const rise = timeframe.dailyYieldMax - timeframe.dailyYieldMin
  const above = amountMinor - product.minAmountMinor
  return (timeframe.dailyYieldMin + divide(rise * above, range, roundHalfEven)) as Rate
}

const shareOf = (amountMinor: bigint, share: Rate): bigint => {
  const { numerator, denominator } = exactRate(share)
  return divide(amountMinor * numerator, denominator, roundHalfEven)
}

/** One day's payout in USDT's smallest unit: principal × daily yield, half to even. Source: rulebook, Smart plans. */
export const planDayMinor = (terms: Pick<PlanTerms, 'amountMinor' | 'dailyYield'>): bigint =>
  shareOf(terms.amountMinor, terms.dailyYield)

/** Everything a plan promises in USDT's smallest unit: exactly its days × one day's payout, so nothing is left over. */
export const planPromisedMinor = (terms: Pick<PlanTerms, 'amountMinor' | 'dailyYield' | 'days'>): bigint =>
  planDayMinor(terms) * BigInt(terms.days)

/** Yield over 365 days without reinvestment; shown with the daily yield (trust T3). */
export const yearlyYield = (dailyYield: Rate): Rate => (dailyYield * 365n) as Rate

/** Whole 24-hour days since the start: 0 to the plan's days. A clock set back gives fewer, never less than none. */
export function planRunDays(terms: Pick<PlanTerms, 'days' | 'startedAt'>, atMs: number): number {
  return Math.max(0, Math.min(terms.days, Math.floor((atMs - terms.startedAt) / planDayMs)))
}

/** Payout time of day `day` (from 1), epoch ms. */
export const planDayDueAt = (terms: Pick<PlanTerms, 'startedAt'>, day: number): number =>
  terms.startedAt + day * planDayMs

/** End of the plan, when its last day is paid, epoch ms. */
export const planExpiresAt = (terms: Pick<PlanTerms, 'days' | 'startedAt'>): number =>
  planDayDueAt(terms, terms.days)

/**
 * Cost of an early exit, in USDT's smallest unit: the smaller of the penalty's share of the principal (half to even)
 * and the sum paid so far, so the principal always comes back whole. Source: rulebook, Smart plans.
 */
export function exitPenaltyMinor(
  terms: Pick<PlanTerms, 'amountMinor' | 'penaltyShare'>,
  paidMinor: bigint,
): bigint {
  const share = shareOf(terms.amountMinor, terms.penaltyShare)
  return share < paidMinor ? share : paidMinor
}

/**
 * Amount the current day has earned so far and not yet paid: one day's payout × its elapsed part, in USDT's smallest
 * unit, rounded down so that it never shows more than will be paid. `paidDays` is the number of days already paid.
 */
export function accruingMinor(terms: PlanTerms, paidDays: number, atMs: number): bigint {
  if (paidDays >= terms.days) return 0n
  const elapsed = atMs - planDayDueAt(terms, paidDays)
  const within = BigInt(Math.max(0, Math.min(planDayMs, elapsed)))
  return divide(planDayMinor(terms) * within, BigInt(planDayMs), roundDown)
}
