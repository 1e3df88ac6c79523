import { divide, type Price, roundHalfEven } from '@candor/money'
import type { SplitRatio } from '../orders/adjustments.ts'
import { splitPauseMs } from '../orders/levels/watched-since.ts'

/** A split of a market and the time it was carried out, in epoch ms. */
export interface CarriedOutSplit extends SplitRatio {
  readonly at: number
}

/** A price and its time, in epoch ms. */
export interface PriceAt {
  readonly price: Price
  readonly at: number
}

/** The ratio of a market that was not split. */
export const unsplit: SplitRatio = { fresh: 1n, old: 1n }

/**
 * Combines the splits between an option's opening and its closing quote. In the minute after a split, quotes on either
 * scale may still arrive. Such a price is read on the scale on which it is nearer, as a ratio, to the opening price.
 * Source: rulebook, Options; ADR-162.
 */
export function splitBetween(open: PriceAt, close: PriceAt, splits: readonly CarriedOutSplit[]): SplitRatio {
  let ratio = unsplit
  for (const split of splits.toSorted((a, b) => a.at - b.at)) {
    if (close.at < split.at || open.at >= split.at + splitPauseMs) continue
    const isBetween = open.at < split.at && close.at >= split.at + splitPauseMs
    if (isBetween || isNearerAfter(open.price, close.price, ratio, split)) ratio = both(ratio, split)
  }
  return ratio
}

/** Combines the splits after a moment (epoch ms), for a running option that has no closing quote yet. */
export const splitAfter = (openedAt: number, splits: readonly CarriedOutSplit[]): SplitRatio =>
  splits.filter(({ at }) => at > openedAt).reduce(both, unsplit)

function both(one: SplitRatio, other: SplitRatio): SplitRatio {
  return { fresh: one.fresh * other.fresh, old: one.old * other.old }
}

/** Reports whether the close with this split is nearer to the opening price, as a ratio in either direction, than without it. */
function isNearerAfter(open: Price, close: Price, ratio: SplitRatio, split: SplitRatio): boolean {
  const counted = (close * ratio.fresh) ** 2n * split.fresh
  const opening = (open * ratio.old) ** 2n * split.old
  return split.fresh > split.old ? counted < opening : counted > opening
}

/** Compares a closing mid with the opening price, exactly: positive when it is higher. */
export const moveAcross = (open: Price, close: Price, { fresh, old }: SplitRatio): bigint =>
  close * fresh - open * old

/**
 * Converts a price after splits to the shares before them: mid × new ÷ old, half to even to the price's unit (10^-10).
 * For display.
 */
export const countedPrice = (mid: Price, { fresh, old }: SplitRatio): Price =>
  divide(mid * fresh, old, roundHalfEven) as Price

/** Formats a ratio as `1:10`; null for a market that was not split. */
export const ratioText = ({ fresh, old }: SplitRatio): string | null =>
  fresh === old ? null : `${fresh}:${old}`
