import { divide, type Exact, type Lots, type Price, roundDown, roundHalfEven, roundUp } from '@candor/money'
import { cappedPrice } from '../markets/price-limits.ts'
import { profitMinor } from './amounts/profit.ts'
import type { Direction, Holding, TwoPrices } from './contract.ts'
import { closingPrice } from './contract.ts'

/** A split: `fresh` new units for `old` old ones. 4:1 makes four of one, 1:10 one of ten. */
export interface SplitRatio {
  readonly fresh: bigint
  readonly old: bigint
}

/** Volume after a split: whole steps of the market, rounded down. The fraction lost is paid in cash. */
export const splitLots = (lots: Lots, { fresh, old }: SplitRatio, step: Lots): Lots =>
  (divide(lots * fresh, old * step, roundDown) * step) as Lots

/** A price after a split, half to even to the price's unit (10^-10). */
export const splitPrice = (price: Price, { fresh, old }: SplitRatio): Price =>
  divide(price * old, fresh, roundHalfEven) as Price

/**
 * Level of a trigger after a split, on the market's tick: rounded down where the price falls to it and up where it
 * rises to it, so that rounding never moves it nearer to the price. At least one tick, at most `highestPrice`.
 */
export function splitLevel(level: Price, { fresh, old }: SplitRatio, tick: Price, falls: boolean): Price {
  const ticks = divide(level * old, fresh * tick, falls ? roundDown : roundUp)
  return cappedPrice(((ticks > 0n ? ticks : 1n) * tick) as Price)
}

/** A position before and after a split. */
interface SplitHolding {
  readonly before: Holding
  readonly after: Holding
  readonly ratio: SplitRatio
}

/**
 * Cash paid with a split, in USDT's smallest unit (10^-6): the value of the position at `close` before, less its value
 * after at exactly `close × old ÷ fresh`. It pays for the lost fraction of a lot and the rounding of the open price, so
 * that the value before equals the value after to the last digit. Each value is rounded half to even once. Positive
 * amounts go to the customer.
 */
export function splitCashMinor(
  { before, after, ratio }: SplitHolding,
  close: Price,
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

/**
 * Amount by which a position's open price and exits move when its market rolls into another contract: the difference
 * between the closing prices on both.
 */
export const rollShift = (direction: Direction, last: TwoPrices, first: TwoPrices): bigint =>
  closingPrice(direction, first) - closingPrice(direction, last)

/** Moves a price by a roll: to one tick where nothing would be left of it, at most to `highestPrice`. */
export const shifted = (price: Price, by: bigint, tick: Price): Price =>
  cappedPrice((price + by > 0n ? price + by : tick) as Price)
