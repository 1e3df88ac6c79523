import { divide, type Exact, type Lots, type Price, roundDown, roundHalfEven, roundUp } from '@candor/money'
import type { Direction, Holding, TwoPrices } from './contract.ts'
import { closingPrice } from './contract.ts'
import { profitMinor } from './formulas.ts'

/** A split: so many new units for so many old ones. 4:1 makes four of one, 1:10 one of ten. */
export interface SplitRatio {
  readonly fresh: bigint
  readonly old: bigint
}

/** What is left of a volume after a split: whole steps of the market, rounded down. What falls away is paid in cash. */
export const splitLots = (lots: Lots, { fresh, old }: SplitRatio, step: Lots): Lots =>
  (divide(lots * fresh, old * step, roundDown) * step) as Lots

/** A price after a split, half to even to the price's unit (10^-10). */
export const splitPrice = (price: Price, { fresh, old }: SplitRatio): Price =>
  divide(price * old, fresh, roundHalfEven) as Price

/**
 * A trigger's level after a split, on the market's tick: down for one the price falls to and up for one it rises to, so
 * that rounding brings none nearer to the price. At least one tick.
 */
export function splitLevel(level: Price, { fresh, old }: SplitRatio, tick: Price, falls: boolean): Price {
  const ticks = divide(level * old, fresh * tick, falls ? roundDown : roundUp)
  return ((ticks > 0n ? ticks : 1n) * tick) as Price
}

/**
 * The cash beside a split, in USDT's smallest unit (10^-6): what the position was worth at `close` before, less what it is
 * worth after at exactly `close × old ÷ fresh`. It pays for the fraction of a lot that falls away and for the rounding of
 * the open price, so that worth before = worth after to the last digit. Each worth is rounded half to even once.
 * Plus is the customer's.
 */
export function splitCashMinor(
  before: Holding,
  after: Holding,
  close: Price,
  ratio: SplitRatio,
  contractSize: bigint,
  conversion: Exact,
): bigint {
  const was = profitMinor(before, close, contractSize, conversion)
  const exact = close * ratio.old - after.openPrice * ratio.fresh
  const move = after.direction === 'buy' ? exact : -exact
  const is = divide(
    move * after.lots * contractSize * conversion.numerator,
    conversion.denominator * 10n ** 12n * ratio.fresh,
    roundHalfEven,
  )
  return was - is
}

/** By how much a position's open price and exits move when its market goes on in another contract: what a close would get, then and now. */
export const rollShift = (direction: Direction, last: TwoPrices, first: TwoPrices): bigint =>
  closingPrice(direction, first) - closingPrice(direction, last)

/** A price moved by a roll; at least one tick. */
export const shifted = (price: Price, by: bigint, tick: Price): Price =>
  (price + by > 0n ? price + by : tick) as Price
