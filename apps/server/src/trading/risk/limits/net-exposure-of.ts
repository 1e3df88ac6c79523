import { conversionOf, type Market } from '@candor/rules'
import type { TradingRuntime } from '../../engine/trading-runtime.ts'
import { type NetExposure, noLimit } from '../../hedging/net-exposure.ts'

/** The engine's exposure by market, for hedging: sums, without anything that names a customer or an order. */
export function netExposureOf(runtime: TradingRuntime): NetExposure {
  const { exposureLimits, valuation } = runtime
  const marketOf = (code: string): Market => {
    const market = runtime.board.market(code)
    if (market === null) throw new Error(`there is no market ${code}`)
    return market
  }
  return {
    net: (code) => exposureLimits.netLots(code),
    limit: (code) => {
      const limit = exposureLimits.limitLots(marketOf(code))
      return limit === 'none' ? noLimit : limit
    },
    valueOf: (code, lots) => exposureLimits.valueNow(marketOf(code), lots),
    rateOf: (currency) => conversionOf(currency, (code) => valuation.of('real').shown(code)?.mid ?? null),
    quoteCurrencyOf: (code) => marketOf(code).quoteCurrency,
    onChange: (listener) => runtime.announcements.onCommit(listener),
  }
}
