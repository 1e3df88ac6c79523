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
import type { Market } from '../markets/market.ts'
import type { Holding } from './contract.ts'

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
  { lots, leverage }: { readonly lots: Lots; readonly leverage: number },
  openPrice: Price,
  contractSize: bigint,
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
  { contractSize, commissionRate }: Pick<Market, 'contractSize' | 'commissionRate'>,
  conversion: Exact,
): bigint {
  return shareMinor(lots * price * contractSize, commissionRate, conversion)
}

/** A rate's share of a notional in the quote currency, in USDT's smallest unit, half to even once. */
const shareMinor = (notional: bigint, rate: bigint, conversion: Exact): bigint =>
  divide(notional * rate * conversion.numerator, conversion.denominator * perMinor * perRate, roundHalfEven)

/** Rate of one night's swap on contracts of this size; `nights` is 3 where a weekend is charged ahead. */
interface SwapTerms {
  readonly contractSize: bigint
  readonly rate: Rate
  readonly nights: number
}

/**
 * One night's swap: lots × contractSize × last tradable mid × rate × nights, in USDT's smallest unit, half to even
 * once; a negative amount is paid by the holder. Source: rulebook, Markets.
 */
export function swapMinor(
  lots: Lots,
  mid: Price,
  { contractSize, rate, nights }: SwapTerms,
  conversion: Exact,
): bigint {
  return shareMinor(lots * mid * contractSize, rate * BigInt(nights), conversion)
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
  { direction, openPrice, lots }: Holding,
  lossMinor: bigint,
  contractSize: bigint,
  conversion: Exact,
): Price | null {
  const distance = divide(
    lossMinor * perMinor * conversion.denominator,
    lots * contractSize * conversion.numerator,
    'down',
  )
  const at = direction === 'buy' ? openPrice - distance : openPrice + distance
  return at > 0n ? (at as Price) : null
}
