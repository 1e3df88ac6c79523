/** The account must stand above this share of the margin it uses (rulebook, Contracts). */
export const closeOutShare = { numerator: 1n, denominator: 2n } as const

/** Whether equity ÷ used margin ≤ 50 %, both in USDT's smallest unit; never without used margin. Source: rulebook. */
export const mustStopOut = (equityMinor: bigint, usedMarginMinor: bigint): boolean =>
  usedMarginMinor > 0n && equityMinor * closeOutShare.denominator <= usedMarginMinor * closeOutShare.numerator

/** Whether equity ÷ used margin ≤ 100 %, when a margin call is told; never without used margin. Source: rulebook, Contracts. */
export const isMarginCall = (equityMinor: bigint, usedMarginMinor: bigint): boolean =>
  usedMarginMinor > 0n && equityMinor <= usedMarginMinor

export interface Exposed {
  /** Order of opening: decides between equal losses. */
  readonly sequence: bigint
  readonly profitMinor: bigint
}

/** The position to close next: the worst loss, the older of equals; null when none can be closed. Source: rulebook. */
export function worstOf<T extends Exposed>(positions: Iterable<T>): T | null {
  let worst: T | null = null
  for (const position of positions) if (worst === null || isWorse(position, worst)) worst = position
  return worst
}

const isWorse = (left: Exposed, right: Exposed): boolean =>
  left.profitMinor === right.profitMinor
    ? left.sequence < right.sequence
    : left.profitMinor < right.profitMinor
