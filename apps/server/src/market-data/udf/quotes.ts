import { type Price, writePrice } from '@candor/money'
import { dayFigures, type Market } from '@candor/rules'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { exchangeName } from './protocol.ts'
import { findMarket } from './read-query.ts'
import { describeMarket } from './symbols.ts'

/** Returns the displayed price of each symbol with the figures of 24 hours; a symbol that has none says why. */
export const udfQuotes = (board: MemoryPriceBoard, symbols: readonly string[]) => ({
  s: 'ok',
  d: symbols.map((symbol) => quoteOf(board, symbol)),
})

function quoteOf(board: MemoryPriceBoard, symbol: string) {
  const market = findMarket(board, symbol)
  if (market === null) return { s: 'error', n: symbol, v: {}, errmsg: 'unknown_symbol' }
  const latest = board.displayed(market.code)
  if (latest === null) return { s: 'error', n: symbol, v: {}, errmsg: 'no_price' }
  const { changePercent, from, high, low, volume } = dayFigures(board.state(market.code))
  const figure = (value: Price | null) => figureOf(market, value)
  const v = {
    short_name: market.code,
    exchange: exchangeName,
    description: describeMarket(market, latest.source),
    lp: figure(latest.mid),
    ch: figure((latest.mid - (from ?? latest.mid)) as Price),
    chp: changePercent,
    bid: figure(latest.bid),
    ask: figure(latest.ask),
    spread: figure((latest.ask - latest.bid) as Price),
    open_price: figure(from),
    prev_close_price: figure(from),
    high_price: figure(high),
    low_price: figure(low),
    volume,
  }
  return { s: 'ok', n: symbol, v }
}

/** Converts a price to the number the protocol has, in the market's digits; null where there is none. */
const figureOf = (market: Market, value: Price | null): number | null =>
  value === null ? null : Number(writePrice(value, market.digits))
