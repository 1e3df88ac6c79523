import type { ContractOrder, MarketInfo } from '@candor/contract'
import { price as priceOf, rate } from '@candor/money'
import type { Market } from '@candor/rules'
import { useMemo } from 'react'
import { useLivePrice } from '../../live/price-socket.ts'
import { marketOf } from '../../markets/market-of.ts'
import { type TradingPrice, useTradingPrice } from '../../markets/prices/use-trading-price.ts'
import { useMarketInfo } from '../../markets/use-market-info.ts'
import { useIsSandbox } from '../../shell/use-params.ts'
import { type CloseEstimate, closeEstimate, maySeeAt } from './live-profit.ts'

const unknown = {
  code: '',
  quoteCurrency: 'USDT',
  spreadAdded: 0n as Market['spreadAdded'],
  maxQuoteAgeMs: 0,
}
const noPrices = { bid: null, ask: null }

export interface PositionNow {
  readonly info: MarketInfo | undefined
  readonly market: Market | null
  readonly price: TradingPrice
  /** Result of closing now, by the shared rule; null without prices on which this account may trade. */
  readonly estimate: CloseEstimate | null
}

/** Combines an order with its market's rules and prices; its result is recomputed here with every quote. */
export function usePosition(order: ContractOrder): PositionNow {
  const { data: info } = useMarketInfo(order.code)
  const { spreadAdded, commissionRate } = order.terms
  // It closes on the terms of its purchase, not on the market's current ones (trust T18).
  const market = useMemo(
    () =>
      info === undefined
        ? null
        : { ...marketOf(info), spreadAdded: priceOf(spreadAdded), commissionRate: rate(commissionRate) },
    [info, spreadAdded, commissionRate],
  )
  const price = useTradingPrice(market ?? unknown, info ?? noPrices)
  const { quote, conversion } = price
  const sandbox = useIsSandbox()
  const source = useLivePrice(order.code)?.source ?? info?.source ?? null
  const seen = maySeeAt(order.mode, source, sandbox)
  const estimate = useMemo(
    () => (seen && market && quote && conversion ? closeEstimate(order, market, quote, conversion) : null),
    [order, market, quote, conversion, seen],
  )
  return { info, market, price, estimate }
}
