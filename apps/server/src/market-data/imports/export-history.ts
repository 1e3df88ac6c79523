import { price, writePrice } from '@candor/money'
import {
  type CandleBar,
  candleOpenTime,
  type IntervalName,
  intervalMs,
  type Market,
  type QuoteSource,
  type StoredQuote,
  wellFormed,
} from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Database } from '../../platform/database/database.ts'
import { candlePage } from '../candles/candle-store.ts'
import type { Series } from '../candles/series.ts'
import { recordingHeader } from '../feeds/replay/recording.ts'
import { unpack } from '../history/quote-pack.ts'
import { ticksOfMinutes } from '../history/quote-ticks-store.ts'
import { candleDecimals } from './candle-file.ts'
import { PagesWithImports } from './pages-with-imports.ts'
import { growByQuote, quoteProblem } from './read-quotes.ts'

/** Candles read at once; a quote file reads fewer, with the quotes of their minutes. */
const pageCandles = 5_000
const pageMinutes = 240

export interface ExportChoice {
  readonly market: Market
  readonly source: QuoteSource
  readonly interval: IntervalName
  /** Open times in epoch ms, from `from` up to, but not including, `to`. */
  readonly from: number
  readonly to: number
}

/** A piece of a file, and the candles in it. */
export interface ExportPiece {
  readonly text: string
  readonly candles: number
}

/** The candles of a chart as the customer sees them, as `time,open,high,low,close,volume`: read and yielded page by page. */
export async function* exportCandles(db: Database, choice: ExportChoice): AsyncGenerator<ExportPiece> {
  const { market } = choice
  const decimals = candleDecimals(market)
  const write = (value: number) => Number(value.toFixed(decimals)).toString()
  yield { text: 'time,open,high,low,close,volume\n', candles: 0 }
  for await (const bars of candlePages(db, choice, pageCandles)) {
    const lines = bars.map(({ openTime, open, high, low, close, volume }) =>
      [new Date(openTime).toISOString(), write(open), write(high), write(low), write(close), volume].join(
        ',',
      ),
    )
    yield { text: `${lines.join('\n')}\n`, candles: bars.length }
  }
}

/**
 * A recording, `time_ms,bid,ask`, that makes the same one-minute candles again: the quotes received here where they are stored and
 * make the minute's candle, and otherwise four quotes of it without a spread, in the order open, low, high, close.
 */
export async function* exportQuotes(
  db: Database,
  choice: Omit<ExportChoice, 'interval'>,
): AsyncGenerator<ExportPiece> {
  yield { text: `${recordingHeader}\n`, candles: 0 }
  for await (const bars of candlePages(db, { ...choice, interval: '1m' }, pageMinutes)) {
    const received = await quotesByMinute(db, choice, bars)
    const lines = bars.flatMap((bar) => {
      const quotes = received.get(bar.openTime) ?? []
      return makesCandle(choice.market, quotes, bar) ? quotes.map(quoteLine) : fourQuotes(choice.market, bar)
    })
    yield { text: `${lines.join('\n')}\n`, candles: bars.length }
  }
}

/** Pages of a chart, oldest first; stretches without candles are passed over. */
async function* candlePages(
  db: Database,
  { market, source, interval, from, to }: ExportChoice,
  most: number,
) {
  const pages = new PagesWithImports({ page: (series, range) => candlePage(db, series, range) }, db)
  const series: Series = { code: market.code, source, interval }
  const bounds = await candleBounds(db, series)
  if (bounds === null) return
  const span = most * intervalMs[interval]
  const end = Math.min(to, bounds.last + 1)
  for (let at = Math.max(candleOpenTime(interval, from), bounds.first); at < end; at += span) {
    const range = { from: Math.max(at, from), to: Math.min(at + span, end) - 1, limit: most }
    const bars = await pages.page(series, range)
    if (bars.length > 0) yield bars
  }
}

/** Open times of a chart's oldest and newest candle; null: it has none. */
async function candleBounds(
  db: Database,
  { code, source, interval }: Series,
): Promise<{ readonly first: number; readonly last: number } | null> {
  const { rows } = await db.pool.query<{ first: bigint | null; last: bigint | null }>(
    `SELECT min(first) AS first, max(last) AS last FROM (
       SELECT min(open_time) AS first, max(open_time) AS last FROM markets_candles
        WHERE code = $1 AND source = $2 AND interval = $3
       UNION ALL
       SELECT min(open_time), max(open_time) FROM markets_imported_candles
        WHERE code = $1 AND source = $2 AND interval = $3
       UNION ALL
       SELECT min(first_time), max(last_time) FROM markets_candle_packs
        WHERE kind IN ('own', 'imported') AND code = $1 AND source = $2 AND interval = $3) b`,
    [code, source, interval],
  )
  const [found] = rows
  if (found === undefined || found.first === null || found.last === null) return null
  return { first: Number(found.first), last: Number(found.last) }
}

async function quotesByMinute(
  db: Database,
  { market, source }: Pick<ExportChoice, 'market' | 'source'>,
  bars: readonly CandleBar[],
): Promise<Map<number, StoredQuote[]>> {
  const minuteOf = (bar: CandleBar | undefined) => (bar?.openTime ?? 0) / minuteMs
  // A quote is stored with the minute it was received in, its candle is that of the source's time.
  const range = { after: -1, from: minuteOf(bars[0]) - 1, to: minuteOf(bars.at(-1)) + 1 }
  const byMinute = new Map<number, StoredQuote[]>()
  for (const { packed } of await ticksOfMinutes(db, market.code, range))
    for (const quote of await unpack(market.code, packed)) {
      if (quote.source !== source) continue
      const openTime = candleOpenTime('1m', quote.time)
      const quotes = byMinute.get(openTime)
      if (quotes === undefined) byMinute.set(openTime, [quote])
      else quotes.push(quote)
    }
  return byMinute
}

/** Returns true when an import of these quotes would make the same candle of them. */
function makesCandle(market: Market, quotes: readonly StoredQuote[], bar: CandleBar): boolean {
  let made: CandleBar | null = null
  let time = 0
  for (const quote of quotes) {
    if (quote.time < time || quoteProblem(market, quote) !== null) return false
    time = quote.time
    if (wellFormed(quote.bid, quote.ask)) made = growByQuote(made, market, { ...quote, volume: 0 })
  }
  return (
    made !== null &&
    made.open === bar.open &&
    made.high === bar.high &&
    made.low === bar.low &&
    made.close === bar.close
  )
}

const quoteLine = ({ time, bid, ask }: Pick<StoredQuote, 'time' | 'bid' | 'ask'>): string =>
  `${time},${writePrice(bid)},${writePrice(ask)}`

/** Four quotes of a minute, a quarter of it apart. */
function fourQuotes(market: Market, { openTime, open, low, high, close }: CandleBar): string[] {
  return [open, low, high, close].map((value, place) => {
    const mid = price(value.toFixed(candleDecimals(market)))
    return quoteLine({ time: openTime + (place * minuteMs) / 4, bid: mid, ask: mid })
  })
}
