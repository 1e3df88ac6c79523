import type { Exact } from '@candor/money'

/**
 * Exposure as hedging sees it: sums of whole markets. This is all that it gets of the engine, and nothing in it names a customer, an account or
 * an order; the boundaries of `.dependency-cruiser.cjs` keep this folder from importing anything that does.
 */
export interface NetExposure {
  /** Customers' open real-money positions: long less short, in units of 10^-8 lots. */
  net(code: string): bigint
  /** Most that the operator keeps of it, in the same units, at the price of now. Null: not known now. Without a limit everything is kept. */
  limit(code: string): bigint | null
  /** Values lots of a market at the mid of now, in USDT's smallest unit; null: no price. */
  valueOf(code: string, lots: bigint): bigint | null
  /** USDT for one unit of a currency; null: not known now. */
  rateOf(currency: string): Exact | null
  quoteCurrencyOf(code: string): string
  /** Calls `listener` after every commit that may have changed a position. */
  onChange(listener: () => void): () => void
}

/** More than any market can be. */
export const noLimit = 10n ** 30n
