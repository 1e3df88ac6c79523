import type { AccountMode } from '@candor/contract'
import type { Refused } from '@candor/rules'
import type { Caller } from '../../platform/http/caller.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import type { FreshPrices, MarketCall } from './fresh-prices.ts'
import type { FreshRule } from './fresh-rule.ts'

/** Parts that a call which fills at the market needs; what they are is said where the module's calls are. */
interface MarketCallPorts {
  readonly runtime: TradingRuntime
  readonly fresh?: FreshRule
  readonly ownLimit?: (userId: string, mode: AccountMode) => Promise<Refused | null>
}

/** Runs a call that fills at the market, with the rule for its prices if there is one. */
export async function atFreshPrices<T>(
  { runtime, fresh }: MarketCallPorts,
  { userId, mode }: Caller,
  codes: () => readonly string[],
  work: (prices: FreshPrices | undefined) => Promise<T>,
): Promise<T> {
  if (fresh === undefined) return work(undefined)
  const { processed: board, availability } = runtime
  const isShut: MarketCall['isShut'] = (market, quote) => {
    const reason = availability.unavailable(market, quote, mode, 'market')
    // Shortage of the operator's capital does not stop a close, and a stale price ends with the next one.
    return reason !== null && reason !== 'reserve' && reason !== 'stale'
  }
  const prices = await fresh.forCall({ board, mode, codes, isShut })
  return fresh.places.during(`${userId} ${mode}`, prices.anyTooOld, () => work(prices))
}

/**
 * Returns the customer's own limit, or the freeze, that forbids new risk once there is a fresh price: a call that waits is refused for what
 * was set meanwhile, and at once for what was set before.
 */
export async function ownLimitOnceFresh(
  { ownLimit }: MarketCallPorts,
  { userId, mode }: Caller,
  prices: FreshPrices | undefined,
): Promise<Refused | null> {
  const before = (await ownLimit?.(userId, mode)) ?? null
  if (before !== null || prices?.anyTooOld !== true) return before
  await prices.untilFresh()
  return (await ownLimit?.(userId, mode)) ?? null
}

/** The market of an open position; none for an order that waits, which nothing closes. */
export function marketOf({ book }: TradingRuntime, caller: Caller, id: string): readonly string[] {
  const position = book.findOwned(id, caller)
  return position?.status === 'open' ? [position.market.code] : []
}

/** The markets of an account's positions; of one market, if one is named. */
export function marketsOf({ book }: TradingRuntime, { userId, mode }: Caller, code: string | null) {
  const positions = book.find(userId, mode)?.positions.values() ?? []
  const codes = new Set([...positions].map(({ market }) => market.code))
  return [...codes].filter((one) => code === null || one === code)
}
