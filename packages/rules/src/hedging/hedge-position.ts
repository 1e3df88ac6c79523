import { divide, type Exact, type Lots, type Price, roundDown, roundUp } from '@candor/money'
import { perMinor } from '../orders/amounts/notional.ts'
import type { HedgeSide } from './decide-hedge.ts'

/** The operator's position in a market at a venue, as our books have it. */
export interface HedgePosition {
  /** In units of 10^-8: positive for bought. */
  readonly lots: bigint
  /** Sum of lots × price of what is open, always zero or more. Its quotient by the lots is the average price. */
  readonly cost: bigint
}

/** An execution at a venue. */
export interface HedgeFill {
  readonly side: HedgeSide
  readonly lots: Lots
  readonly price: Price
}

export interface BookedHedgeFill {
  readonly position: HedgePosition
  /** Result of the part that reduced a position, in lots × price of the market's quote currency; zero where the fill only opened. */
  readonly realised: bigint
}

/**
 * Adds an execution to a position at its average price, as margin venues keep theirs. The cost of the part that closes is rounded so that its
 * result is never too good; what is rounded stays in the cost of the rest, and the last part closes with all of it, so nothing is lost.
 */
export function bookHedgeFill({ lots, cost }: HedgePosition, fill: HedgeFill): BookedHedgeFill {
  const signed = fill.side === 'buy' ? fill.lots : -fill.lots
  if (lots === 0n || lots > 0n === signed > 0n)
    return { position: { lots: lots + signed, cost: cost + fill.lots * fill.price }, realised: 0n }
  const open = lots < 0n ? -lots : lots
  const closed: bigint = fill.lots < open ? fill.lots : open
  const isLong = lots > 0n
  const share = divide(cost * closed, open, isLong ? roundUp : roundDown)
  const value = closed * fill.price
  const turned = fill.lots - closed
  return {
    position: { lots: lots + signed, cost: turned > 0n ? turned * fill.price : cost - share },
    realised: isLong ? value - share : share - value,
  }
}

/**
 * Converts a realised result to USDT's smallest unit, rounded against the operator: a gain down, a loss up.
 * `conversion` is USDT for one unit of the quote currency.
 */
export const hedgeResultMinor = (realised: bigint, contractSize: bigint, conversion: Exact): bigint =>
  divide(
    realised * contractSize * conversion.numerator,
    conversion.denominator * perMinor,
    realised > 0n ? roundDown : roundUp,
  )

/** Computes the largest number of lots, in units of 10^-8, whose value at a price is within an amount of USDT's smallest unit. */
export const lotsWithin = (minor: bigint, mid: Price, contractSize: bigint, conversion: Exact): bigint =>
  divide(minor * perMinor * conversion.denominator, mid * contractSize * conversion.numerator, roundDown)
