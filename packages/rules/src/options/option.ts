import { divide, exactRate, type Price, type Rate, rateScale, roundHalfEven, roundUp } from '@candor/money'
import type { SplitRatio } from '../orders/adjustments.ts'
import { moveAcross } from './option-split.ts'

export type OptionDirection = 'up' | 'down'
export type OptionResult = 'won' | 'lost' | 'refunded'
/** Reason for returning a stake: the price ended where it began, no quote arrived in time, or the demo account was reset. */
export type RefundReason = 'tie' | 'noQuote' | 'reset'

/** Current terms of options: the operator's parameters (rulebook, Options). Stakes in USDT's smallest unit. */
export interface OptionTariff {
  /** Payout on top of the stake, by period in seconds. */
  readonly payouts: ReadonlyMap<number, Rate>
  readonly stakeMinMinor: bigint
  readonly stakeMaxMinor: bigint
  /** Maximum number of open options per customer. */
  readonly openMost: number
  /** Time in ms that an ended option waits for a tradable quote. */
  readonly settleWithinMs: number
}

/** Inputs of a settlement. They hold no identity: every customer is settled alike (trust T7). */
export interface OptionTerms {
  readonly direction: OptionDirection
  /** Mid of the opening quote. */
  readonly openPrice: Price
  readonly stakeMinor: bigint
  readonly payoutRate: Rate
}

export interface OptionSettlement {
  readonly result: OptionResult
  readonly refundReason: RefundReason | null
  /** The customer's gain or (negative) loss in USDT's smallest unit, without the stake itself. */
  readonly profitMinor: bigint
}

const whole = 10n ** BigInt(rateScale)
/** Win rates are shown with six decimals. */
const winRateStep = 10n ** 6n

/** Payout of a won option on top of its stake, in USDT's smallest unit, half to even once. Source: rulebook, Options. */
export function optionWinMinor(stakeMinor: bigint, payoutRate: Rate): bigint {
  const { numerator, denominator } = exactRate(payoutRate)
  return divide(stakeMinor * numerator, denominator, roundHalfEven)
}

/**
 * Share of options a customer must win to break even over many: 1 ÷ (1 + payout), as a rate with six decimals. Rounded
 * up, so that it never looks easier than it is. Source: rulebook, Options.
 */
export const breakEvenWinRate = (payoutRate: Rate): Rate =>
  (divide(whole * winRateStep, whole + payoutRate, roundUp) * (whole / winRateStep)) as Rate

/**
 * Expected value of one option when up and down are equally likely: stake × (payout − 1) ÷ 2, in USDT's smallest unit,
 * half to even once. Negative for every payout below the whole stake. Source: rulebook, Options.
 */
export const expectedAtEvenOddsMinor = (stakeMinor: bigint, payoutRate: Rate): bigint =>
  divide(stakeMinor * (payoutRate - whole), 2n * whole, roundHalfEven)

/** The mid at which an option is settled, and the combined ratio of the splits since its opening. */
export interface ClosingPrice {
  readonly mid: Price
  readonly split: SplitRatio
}

/**
 * Settles an option: won when the closing mid lies beyond the opening mid on the chosen side, lost on the other side.
 * An equal price or no price returns the stake. A mid after a split counts times new ÷ old, exactly. Source: rulebook,
 * Options.
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
 * State at this moment (epoch ms, by the server's clock) of an option that ends at `expiresAt`. It runs until its end,
 * is due for settlement by a tradable quote in hours up to `settleWithinMs` later, and is refunded after that. Source:
 * rulebook, Options.
 */
export function optionFate(
  expiresAt: number,
  settleWithinMs: number,
  atMs: number,
): 'running' | 'due' | 'refund' {
  if (atMs < expiresAt) return 'running'
  return atMs <= expiresAt + settleWithinMs ? 'due' : 'refund'
}
