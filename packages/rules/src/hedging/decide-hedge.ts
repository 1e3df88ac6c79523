import type { Lots } from '@candor/money'

/** Direction of a hedge, seen from the operator: it buys what customers bought. */
export type HedgeSide = 'buy' | 'sell'

/** Order sizes of a venue in a market, in lots of the market. */
export interface HedgeSteps {
  /** Orders are whole numbers of it. */
  readonly step: Lots
  readonly minimum: Lots
  readonly most: Lots
}

/** Input of the decision: sums of a market, in units of 10^-8 lots. Nothing here says who holds a position, and nothing may. */
export interface HedgeInput {
  /** Customers' real-money positions: long less short. */
  readonly net: bigint
  /** Most that the operator keeps of the net position, in either direction. */
  readonly limit: bigint
  /** The operator's position at the venue: positive for bought. */
  readonly laidOff: bigint
  readonly steps: HedgeSteps
}

export interface HedgeOrder {
  readonly side: HedgeSide
  readonly lots: Lots
}

interface Range {
  readonly lowest: bigint
  readonly highest: bigint
}

/**
 * Computes where the position at the venue may be: far enough that the rest is within the limit, and never beyond the net position, so that a
 * hedge is no position of the operator's own. For a net position of n ≥ 0 and a limit of m it is from max(0, n − m) to n, mirrored below zero.
 * The range is as wide as the limit: the net position has to move by that much before an order is followed by one in the other direction.
 */
export function hedgeRange({ net, limit }: Pick<HedgeInput, 'net' | 'limit'>): Range {
  if (net >= 0n) return { lowest: net > limit ? net - limit : 0n, highest: net }
  return { lowest: net, highest: -net > limit ? net + limit : 0n }
}

/**
 * Decides the order that brings the position at the venue into its range (`hedgeRange`), or null where it is there. The quantity is the
 * distance to the nearer end, rounded down to a step, and a step more where the retained position is still beyond the limit and becomes less. After it
 * is filled, the retained position is at most the limit, a step or the minimum, whichever is largest, and the next decision is null. An order
 * below the venue's minimum waits, unless the limit is exceeded and the minimum leaves less.
 */
export function decideHedge(input: HedgeInput): HedgeOrder | null {
  const { net, laidOff, steps } = input
  const { lowest, highest } = hedgeRange(input)
  const distance = laidOff < lowest ? lowest - laidOff : laidOff > highest ? laidOff - highest : 0n
  if (distance === 0n) return null
  const side: HedgeSide = laidOff < lowest ? 'buy' : 'sell'
  const retainedAfter = (lots: bigint) => size(net - laidOff - (side === 'buy' ? lots : -lots))
  const rounded = inSteps(distance, input.limit, steps.step, retainedAfter)
  const lots = rounded >= steps.minimum ? rounded : minimumOf(input, retainedAfter)
  if (lots === 0n) return null
  return { side, lots: (lots > steps.most ? steps.most : lots) as Lots }
}

function inSteps(
  distance: bigint,
  limit: bigint,
  step: bigint,
  retainedAfter: (lots: bigint) => bigint,
): bigint {
  const down = (distance / step) * step
  const retained = retainedAfter(down)
  return retained > limit && retainedAfter(down + step) < retained ? down + step : down
}

/** Returns the venue's minimum where the limit is exceeded and it leaves less, otherwise zero. */
function minimumOf(
  { net, laidOff, limit, steps }: HedgeInput,
  retainedAfter: (lots: bigint) => bigint,
): bigint {
  const retained = size(net - laidOff)
  return retained > limit && retainedAfter(steps.minimum) < retained ? steps.minimum : 0n
}

const size = (lots: bigint): bigint => (lots < 0n ? -lots : lots)
