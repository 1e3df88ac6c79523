import { divide, type Exact, roundHalfEven } from '@candor/money'

/** Divisor from lots (10^-8) × price (10^-10) to USDT's smallest unit (10^-6). */
export const perMinor = 10n ** 12n
const perRate = 10n ** 12n

/** Computes a rate's share of a notional in the quote currency, in USDT's smallest unit, half to even once. */
export const shareMinor = (notional: bigint, rate: bigint, conversion: Exact): bigint =>
  divide(notional * rate * conversion.numerator, conversion.denominator * perMinor * perRate, roundHalfEven)
