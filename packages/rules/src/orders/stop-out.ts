import { isAtOrBelow, type LevelSum } from './amounts/margin-levels.ts'

/**
 * Reports whether an account is stopped out: equity, in USDT's smallest unit, is at or below the sum of each position's margin times its own
 * close-out level; false without used margin. Source: rulebook, Contracts.
 */
export const mustStopOut = (equityMinor: bigint, closeOutSum: LevelSum): boolean =>
  closeOutSum > 0n && isAtOrBelow(equityMinor, closeOutSum)

/**
 * Reports whether an account gets a margin call: the same by each position's own margin-call level; false without used margin. Source: rulebook,
 * Contracts.
 */
export const isMarginCall = (equityMinor: bigint, callSum: LevelSum): boolean =>
  callSum > 0n && isAtOrBelow(equityMinor, callSum)

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
