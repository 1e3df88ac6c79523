/** Equity must stay above this share of the used margin (rulebook, Contracts). */
export const closeOutShare = { numerator: 1n, denominator: 2n } as const

/** Margin levels at which a customer gets a margin call and positions are closed, as texts name them (rulebook, Contracts). */
export const marginLevels = { call: '1', closeOut: '0.5' } as const

/** Reports whether equity ÷ used margin ≤ 50 %, both in USDT's smallest unit; false without used margin. Source: rulebook. */
export const mustStopOut = (equityMinor: bigint, usedMarginMinor: bigint): boolean =>
  usedMarginMinor > 0n && equityMinor * closeOutShare.denominator <= usedMarginMinor * closeOutShare.numerator

/** Reports whether equity ÷ used margin ≤ 100 %, which triggers a margin call; false without used margin. Source: rulebook, Contracts. */
export const isMarginCall = (equityMinor: bigint, usedMarginMinor: bigint): boolean =>
  usedMarginMinor > 0n && equityMinor <= usedMarginMinor

export interface Exposed {
  /** Order of opening; breaks ties between equal losses. */
  readonly sequence: bigint
  readonly profitMinor: bigint
}

/**
 * Positions in the order in which a stop-out closes them: the worst loss first, the older of equals. Source: rulebook,
 * Contracts.
 */
export const worstFirst = <T extends Exposed>(positions: Iterable<T>): T[] =>
  [...positions].sort((left, right) => compare(left.profitMinor, right.profitMinor) || byAge(left, right))

/**
 * Positions in the order in which they pay for another's loss: the most profitable first, the older of equals. Source:
 * rulebook.
 */
export const bestFirst = <T extends Exposed>(positions: Iterable<T>): T[] =>
  [...positions].sort(compareBestFirst)

/** Compares two positions by the order of `bestFirst`. */
export const compareBestFirst = (left: Exposed, right: Exposed): number =>
  compare(right.profitMinor, left.profitMinor) || byAge(left, right)

const byAge = (left: Exposed, right: Exposed): number => compare(left.sequence, right.sequence)

const compare = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0)
