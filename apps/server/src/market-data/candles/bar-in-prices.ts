import { type Price, price } from '@candor/money'
import type { CandleBar, Market } from '@candor/rules'

/** Converts a stored candle's numbers to prices again: good enough for a day's high and low, never for trading. */
export function barInPrices(bar: CandleBar, market: Market) {
  const asPrice = (value: number): Price => price(value.toFixed(Math.min(market.digits + 1, 10)))
  return {
    openTime: bar.openTime,
    open: asPrice(bar.open),
    high: asPrice(bar.high),
    low: asPrice(bar.low),
    close: asPrice(bar.close),
    volume: bar.volume,
  }
}
