import {
  divide,
  type Exact,
  type Lots,
  type Price,
  type Rate,
  type Rounding,
  roundHalfEven,
  roundUp,
} from '@candor/money'
import type { Direction, Holding } from './contract.ts'

// lots (10^-8) × price (10^-10) → USDT's smallest unit (10^-6)
const perMinor = 10n ** 12n
const perRate = 10n ** 12n

const inMinor = (lotsTimesPrice: bigint, size: bigint, conversion: Exact, rounding: Rounding): bigint =>
  divide(lotsTimesPrice * size * conversion.numerator, conversion.denominator * perMinor, rounding)

/**
 * Required margin: lots × contractSize × openPrice ÷ leverage, in USDT's smallest unit (10^-6), rounded up once.
 * `conversion` is USDT for one unit of the quote currency. Source: rulebook, Contracts.
 */
export function marginMinor(
  lots: Lots,
  openPrice: Price,
  contractSize: bigint,
  leverage: number,
  conversion: Exact,
): bigint {
  return divide(
    lots * openPrice * contractSize * conversion.numerator,
    conversion.denominator * perMinor * BigInt(leverage),
    roundUp,
  )
}

/**
 * (close − open) × lots × contractSize, reversed for a sell, in USDT's smallest unit, half to even once.
 * Source: rulebook, Contracts.
 */
export function profitMinor(
  holding: Holding,
  closePrice: Price,
  contractSize: bigint,
  conversion: Exact,
): bigint {
  const move = holding.direction === 'buy' ? closePrice - holding.openPrice : holding.openPrice - closePrice
  return inMinor(move * holding.lots, contractSize, conversion, roundHalfEven)
}

/** lots × contractSize × price × rate for one side, in USDT's smallest unit, half to even once. Source: rulebook, Contracts. */
export function commissionMinor(
  lots: Lots,
  price: Price,
  contractSize: bigint,
  rate: Rate,
  conversion: Exact,
): bigint {
  return divide(
    lots * price * contractSize * rate * conversion.numerator,
    conversion.denominator * perMinor * perRate,
    roundHalfEven,
  )
}

/**
 * One night's swap: lots × contractSize × last tradable mid × rate × nights, in USDT's smallest unit, half to even
 * once; a negative amount is paid by the holder. Source: rulebook, Markets.
 */
export function swapMinor(
  lots: Lots,
  mid: Price,
  contractSize: bigint,
  rate: Rate,
  nights: number,
  conversion: Exact,
): bigint {
  return commissionMinor(lots, mid, contractSize, (rate * BigInt(nights)) as Rate, conversion)
}

/** lots × contractSize × a distance in price, in USDT's smallest unit, half to even once: spread cost, value of a pip. */
export function distanceMinor(lots: Lots, distance: bigint, contractSize: bigint, conversion: Exact): bigint {
  return inMinor(lots * distance, contractSize, conversion, roundHalfEven)
}

/**
 * The price at which a position on its own would lose `lossMinor`. The distance is rounded down to the price's unit, so
 * that the loss there is never more. Null when that price would be zero or less.
 */
export function priceAfterLoss(
  direction: Direction,
  openPrice: Price,
  lots: Lots,
  contractSize: bigint,
  conversion: Exact,
  lossMinor: bigint,
): Price | null {
  const distance = divide(
    lossMinor * perMinor * conversion.denominator,
    lots * contractSize * conversion.numerator,
    'down',
  )
  const at = direction === 'buy' ? openPrice - distance : openPrice + distance
  return at > 0n ? (at as Price) : null
}
