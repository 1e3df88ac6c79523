import { divide, exactRate, type Price, type Rate, rateScale, roundHalfEven, roundUp } from '@candor/money'
import type { SplitRatio } from '../orders/adjustments.ts'
import { moveAcross } from './option-split.ts'

export type OptionDirection = 'up' | 'down'
export type OptionResult = 'won' | 'lost' | 'refunded'
/** Why a stake came back: the price ended where it began, no quote in time, or the demo account was reset. */
export type RefundReason = 'tie' | 'noQuote' | 'reset'

/** What options are sold at now: the operator's parameters (rulebook, Options). Stakes in USDT's smallest unit. */
export interface OptionTariff {
  /** Payout on top of the stake, by period in seconds. */
  readonly payouts: ReadonlyMap<number, Rate>
  readonly stakeMinMinor: bigint
  readonly stakeMaxMinor: bigint
  /** How many a customer may have open at once. */
  readonly openMost: number
  /** How long after its end an option waits for a tradable quote, in ms. */
  readonly settleWithinMs: number
}

/** What a settlement is decided from. No identity: everyone is settled alike (trust T7). */
export interface OptionTerms {
  readonly direction: OptionDirection
  /** Mid of the quote it was opened at. */
  readonly openPrice: Price
  readonly stakeMinor: bigint
  readonly payoutRate: Rate
}

export interface OptionSettlement {
  readonly result: OptionResult
  readonly refundReason: RefundReason | null
  /** What the customer gains (or, below zero, loses) in USDT's smallest unit; the stake itself not counted. */
  readonly profitMinor: bigint
}

const whole = 10n ** BigInt(rateScale)
/** Win rates are shown with six decimals. */
const winRateStep = 10n ** 6n

/** What a won option pays on top of its stake, in USDT's smallest unit, half to even once. Source: rulebook, Options. */
export function optionWinMinor(stakeMinor: bigint, payoutRate: Rate): bigint {
  const { numerator, denominator } = exactRate(payoutRate)
  return divide(stakeMinor * numerator, denominator, roundHalfEven)
}

/**
 * The share of options one must win to lose nothing over many: 1 ÷ (1 + payout), as a rate with six decimals.
 * Rounded up, so that it never looks easier than it is. Source: rulebook, Options.
 */
export const breakEvenWinRate = (payoutRate: Rate): Rate =>
  (divide(whole * winRateStep, whole + payoutRate, roundUp) * (whole / winRateStep)) as Rate

/**
 * What one option is worth when up and down are equally likely: stake × (payout − 1) ÷ 2, in USDT's smallest unit,
 * half to even once. Below zero for every payout under the whole stake. Source: rulebook, Options.
 */
export const expectedAtEvenOddsMinor = (stakeMinor: bigint, payoutRate: Rate): bigint =>
  divide(stakeMinor * (payoutRate - whole), 2n * whole, roundHalfEven)

/** The mid an option is settled at, and what the splits since its opening come to. */
export interface ClosingPrice {
  readonly mid: Price
  readonly split: SplitRatio
}

/**
 * Won when the closing mid lies beyond the opening mid on the chosen side, lost on the other; the same price or none at
 * all gives the stake back. A mid after a split counts times new ÷ old, exactly. Source: rulebook, Options.
 */
export function settleOption(terms: OptionTerms, closing: ClosingPrice | null): OptionSettlement {
  if (closing === null) return { result: 'refunded', refundReason: 'noQuote', profitMinor: 0n }
  const move = moveAcross(terms.openPrice, closing.mid, closing.split)
  if (move === 0n) return { result: 'refunded', refundReason: 'tie', profitMinor: 0n }
  if ((terms.direction === 'up') === move > 0n)
    return {
      result: 'won',
      refundReason: null,
      profitMinor: optionWinMinor(terms.stakeMinor, terms.payoutRate),
    }
  return { result: 'lost', refundReason: null, profitMinor: -terms.stakeMinor }
}

/**
 * What this moment (epoch ms, by the server's clock) does to an option that ends at `expiresAt`: nothing before its end,
 * settlement by a tradable quote in hours up to `settleWithinMs` after it, a refund once that has passed.
 * Source: rulebook, Options.
 */
export function optionFate(
  expiresAt: number,
  settleWithinMs: number,
  atMs: number,
): 'running' | 'due' | 'refund' {
  if (atMs < expiresAt) return 'running'
  return atMs <= expiresAt + settleWithinMs ? 'due' : 'refund'
}
