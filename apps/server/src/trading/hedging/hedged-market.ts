import { divide, type Lots, roundDown } from '@candor/money'
import type { HedgeSteps } from '@candor/rules/hedging/decide-hedge.ts'
import type { Quantity } from './venue.ts'

/** A market that is laid off, and how the venue counts it. */
export interface HedgedMarket {
  readonly code: string
  readonly symbol: string
  /** Units of the underlying asset in one of the market's lots, and in one of what the venue counts. */
  readonly contractSize: bigint
  readonly multiplier: bigint
  /** In the market's lots: whole numbers of the venue's steps. */
  readonly steps: HedgeSteps
  /** Largest surplus that may wait for the venue, in USDT's smallest unit; beyond it new risk in that direction is refused. */
  readonly backlogMinor: bigint
}

type Units = Pick<HedgedMarket, 'contractSize' | 'multiplier'>

/** Converts a quantity at the venue to lots; null where it is no whole number of 10^-8 lots. */
export function lotsOf({ contractSize, multiplier }: Units, quantity: bigint): bigint | null {
  const scaled = quantity * multiplier
  return scaled % contractSize === 0n ? scaled / contractSize : null
}

/** Converts lots of the steps of a market to the venue's quantity. */
export function quantityOf({ contractSize, multiplier }: Units, lots: Lots): Quantity {
  const scaled = lots * contractSize
  if (scaled % multiplier !== 0n) throw new Error('lots are no whole number of the venue’s units')
  return divide(scaled, multiplier, roundDown) as Quantity
}
