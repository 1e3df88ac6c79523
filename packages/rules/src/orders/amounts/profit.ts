import { divide, type Exact, type Lots, type Price, roundDown, roundHalfEven } from '@candor/money'
import type { Holding } from '../contract.ts'
import { perMinor } from './notional.ts'

/**
 * Computes the profit: (close − open) × lots × contractSize, reversed for a sell, in USDT's smallest unit, half to even once.
 * Source: rulebook, Contracts.
 */
export function profitMinor(
  holding: Holding,
  closePrice: Price,
  contractSize: bigint,
  conversion: Exact,
): bigint {
  const move = holding.direction === 'buy' ? closePrice - holding.openPrice : holding.openPrice - closePrice
  return inMinor(move * holding.lots, contractSize, conversion)
}

/** Computes the value of a distance: lots × contractSize × a distance in price, in USDT's smallest unit, half to even once: spread cost, value of a pip. */
export function distanceMinor(lots: Lots, distance: bigint, contractSize: bigint, conversion: Exact): bigint {
  return inMinor(lots * distance, contractSize, conversion)
}

/** Converts lots × price × contract size to USDT's smallest unit, half to even once. */
const inMinor = (lotsTimesPrice: bigint, size: bigint, conversion: Exact): bigint =>
  divide(lotsTimesPrice * size * conversion.numerator, conversion.denominator * perMinor, roundHalfEven)

/**
 * Computes the price at which a position on its own would lose `lossMinor`. The distance is rounded down to the price's unit, so
 * that the loss there is never more. Null when that price would be zero or less.
 */
export function priceAfterLoss(
  { direction, openPrice, lots }: Holding,
  lossMinor: bigint,
  contractSize: bigint,
  conversion: Exact,
): Price | null {
  const distance = divide(
    lossMinor * perMinor * conversion.denominator,
    lots * contractSize * conversion.numerator,
    roundDown,
  )
  const at = direction === 'buy' ? openPrice - distance : openPrice + distance
  return at > 0n ? (at as Price) : null
}
