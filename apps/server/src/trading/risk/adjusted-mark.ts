import type { Price } from '@candor/money'
import { type SplitRatio, splitPrice, type TradableQuote } from '@candor/rules'

/** Prices a market closes at, as the board's quotes give them. */
export type ClosingPrices = Pick<TradableQuote, 'sellPrice' | 'buyPrice'>

/** A mark as it came, and what splits and dividends changed of it since: each price × old ÷ new − dividend. */
export interface AdjustedMark {
  readonly quote: TradableQuote
  /** Null without a split. */
  readonly ratio: SplitRatio | null
  /** Dividends for one unit of after the splits. */
  readonly dividend: Price
}

export const afterSplit = ({ sellPrice, buyPrice }: ClosingPrices, ratio: SplitRatio): ClosingPrices => ({
  sellPrice: splitPrice(sellPrice, ratio),
  buyPrice: splitPrice(buyPrice, ratio),
})

export const afterDividend = ({ sellPrice, buyPrice }: ClosingPrices, amount: Price): ClosingPrices => ({
  sellPrice: (sellPrice - amount) as Price,
  buyPrice: (buyPrice - amount) as Price,
})

/** Changes all prices of a quote as a split and dividends of after it do. */
export function adjustedQuote({ quote, ratio, dividend }: AdjustedMark): TradableQuote {
  const after = (price: Price) => ((ratio === null ? price : splitPrice(price, ratio)) - dividend) as Price
  const { bid, ask, mid, sellPrice, buyPrice } = quote
  const own = { sellPrice: after(sellPrice), buyPrice: after(buyPrice) }
  return { ...quote, ...own, bid: after(bid), ask: after(ask), mid: after(mid) }
}

export const asItCame = (quote: TradableQuote): AdjustedMark => ({
  quote,
  ratio: null,
  dividend: 0n as Price,
})

/** Two splits as one. */
export const splitProduct = (one: SplitRatio, other: SplitRatio): SplitRatio => ({
  fresh: one.fresh * other.fresh,
  old: one.old * other.old,
})
