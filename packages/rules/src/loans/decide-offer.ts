import { type Rate, rate } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { LoanOffer } from './decide-loan.ts'

/** A loan offer with its price. Amounts in USDT's smallest unit, rates as shares a day. */
export interface LoanOfferTerms extends LoanOffer {
  /** Number of first days without interest. */
  readonly freeDays: number
  readonly dailyRate: Rate
  /** Share of the overdue amount, a day. */
  readonly overdueRate: Rate
}

const longestDays = 365
/** The highest rate an operator may charge: 36.5 % a year, and twice that on overdue amounts (ADR-134). */
export const highestLoanRate: Rate = rate('0.001')
export const highestOverdueRate: Rate = rate('0.002')

/**
 * Checks an offer and reports all issues at once, as `invalidInput`: `terms` none, days, twice · `minimum` least ·
 * `tier1Most` below-minimum · `tier2Most` below-tier1 · `freeDays` too-many (never more than the shortest term) ·
 * `dailyRate`, `overdueRate` below-zero, too-high. Existing loans and applications keep their terms (trust T18).
 */
export function decideOffer(offer: LoanOfferTerms): Decision<true> {
  const found: readonly (readonly [string, string | null])[] = [
    ['terms', wrongTerms(offer.terms)],
    ['minimum', offer.leastMinor <= 0n ? 'least' : null],
    ['tier1Most', offer.tier1MostMinor < offer.leastMinor ? 'below-minimum' : null],
    ['tier2Most', offer.tier2MostMinor < offer.tier1MostMinor ? 'below-tier1' : null],
    ['freeDays', offer.freeDays < 0 || offer.freeDays > Math.min(...offer.terms) ? 'too-many' : null],
    ['dailyRate', wrongRate(offer.dailyRate, highestLoanRate)],
    ['overdueRate', wrongRate(offer.overdueRate, highestOverdueRate)],
  ]
  const issues = found.flatMap(([path, code]) => (code === null ? [] : [{ path, code }]))
  return issues.length === 0 ? accept(true) : refuse('invalidInput', { issues })
}

function wrongTerms(terms: readonly number[]): string | null {
  if (terms.length === 0) return 'none'
  if (terms.some((days) => !Number.isInteger(days) || days < 1 || days > longestDays)) return 'days'
  return new Set(terms).size < terms.length ? 'twice' : null
}

function wrongRate(given: Rate, highest: Rate): string | null {
  if (given < 0n) return 'below-zero'
  return given > highest ? 'too-high' : null
}
