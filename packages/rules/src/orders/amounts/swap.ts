import type { Exact, Lots, Price, Rate } from '@candor/money'
import { shareMinor } from './notional.ts'

/** Rate of one night's swap on contracts of this size; `nights` is 3 where a weekend is charged ahead. */
interface SwapTerms {
  readonly contractSize: bigint
  readonly rate: Rate
  readonly nights: number
}

/**
 * Computes one night's swap: lots × contractSize × last tradable mid × rate × nights, in USDT's smallest unit, half to even
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
