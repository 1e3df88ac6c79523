import { divide, type Exact, type Lots, type Price, roundUp } from '@candor/money'
import { perMinor } from './notional.ts'

/**
 * Computes the required margin: lots × contractSize × openPrice ÷ leverage, in USDT's smallest unit (10^-6), rounded up once.
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
