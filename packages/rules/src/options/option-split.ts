import { divide, type Price, roundHalfEven } from '@candor/money'
import type { SplitRatio } from '../orders/adjustments.ts'
import { splitPauseMs } from '../orders/watched-since.ts'

/** A split of a market and when it was carried out, in epoch ms. */
export interface CarriedOutSplit extends SplitRatio {
  readonly at: number
}

/** A price and the moment it came, in epoch ms. */
export interface PriceAt {
  readonly price: Price
  readonly at: number
}

/** The ratio of a market that was not split. */
export const unsplit: SplitRatio = { fresh: 1n, old: 1n }

/**
 * What the splits between an option's opening and its closing quote come to. In the minute after a split quotes of either scale may still
 * come: there a price is read on the scale on which it lies nearer, as a ratio, to the opening price.
 * Source: rulebook, Options; decision 0162.
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

/** What the splits after a moment (epoch ms) come to: for what runs on and has no closing quote yet. */
export const splitAfter = (openedAt: number, splits: readonly CarriedOutSplit[]): SplitRatio =>
  splits.filter(({ at }) => at > openedAt).reduce(both, unsplit)

function both(one: SplitRatio, other: SplitRatio): SplitRatio {
  return { fresh: one.fresh * other.fresh, old: one.old * other.old }
}

/** Compares `close × ratio` and `close × ratio × split` by how many times each is the opening price, or it is each. */
function isNearerAfter(open: Price, close: Price, ratio: SplitRatio, split: SplitRatio): boolean {
  const counted = (close * ratio.fresh) ** 2n * split.fresh
  const opening = (open * ratio.old) ** 2n * split.old
  return split.fresh > split.old ? counted < opening : counted > opening
}

/** How a closing mid compares with the opening price: above zero when it lies above, exactly. */
export const moveAcross = (open: Price, close: Price, { fresh, old }: SplitRatio): bigint =>
  close * fresh - open * old

/** A price after splits in the shares of before them: mid × new ÷ old, half to even to the price's unit (10^-10). For showing. */
export const countedPrice = (mid: Price, { fresh, old }: SplitRatio): Price =>
  divide(mid * fresh, old, roundHalfEven) as Price

/** `1:10`, or null of a market that was not split. */
export const ratioText = ({ fresh, old }: SplitRatio): string | null =>
  fresh === old ? null : `${fresh}:${old}`
