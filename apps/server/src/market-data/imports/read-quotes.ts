import { divide, midOf, type Price, priceScale, priceToNumber, roundHalfEven } from '@candor/money'
import { type CandleBar, growCandle, type Market, type Quote, wellFormed } from '@candor/rules'
import type { CsvLines } from '../feeds/replay/csv-lines.ts'
import { readQuoteRow } from '../feeds/replay/recording.ts'
import { type CandleFile, candleDecimals, type ImportFile, type RowCounts } from './candle-file.ts'
import { ImportError } from './import-error.ts'

/** Candles of one minute made of the quotes of a recording. Quotes too wide for trading are left out, as bad prints are. */
export function readQuoteFile(file: ImportFile, lines: AsyncGenerator<CsvLines>): CandleFile {
  const counts = { rows: 0, leftOut: 0 }
  return { format: 'quotes', interval: '1m', candles: candlesOf(file, lines, counts), counts }
}

async function* candlesOf(
  file: ImportFile,
  lines: AsyncGenerator<CsvLines>,
  counts: RowCounts,
): AsyncGenerator<readonly CandleBar[]> {
  const minutes = new MinuteCandles(file.market)
  let time = 0
  for await (const { first, lines: texts } of lines) {
    for (const [index, text] of texts.entries()) {
      if (text === '' || first + index === 1) continue
      const quote = readQuote(file, text, first + index, time)
      time = quote.time
      counts.rows += 1
      if (!minutes.take(quote)) counts.leftOut += 1
    }
    yield minutes.closed()
  }
  yield minutes.all()
}

/** Candles of one minute while quotes grow them. */
class MinuteCandles {
  private readonly market: Market
  private done: CandleBar[] = []
  private forming: CandleBar | null = null

  constructor(market: Market) {
    this.market = market
  }

  /** Adds a quote; false: it is left out, because it is too wide for trading. */
  take(quote: Quote): boolean {
    if (!wellFormed(quote.bid, quote.ask)) return false
    const grown = growByQuote(this.forming, this.market, quote)
    if (this.forming !== null && grown.openTime > this.forming.openTime) this.done.push(this.forming)
    this.forming = grown
    return true
  }

  /** Candles that no later quote changes, each once. */
  closed(): readonly CandleBar[] {
    const { done } = this
    this.done = []
    return done
  }

  all(): readonly CandleBar[] {
    return this.forming === null ? this.closed() : [...this.closed(), this.forming]
  }
}

function readQuote(file: ImportFile, text: string, line: number, after: number): Quote {
  const { path, market, now } = file
  const quote = readQuoteRow(market.code, text)
  if (quote === null) throw new ImportError(path, line, 'has no time, bid and ask')
  const { time } = quote
  if (time <= 0) throw new ImportError(path, line, 'has a time before 1970')
  if (time < after) throw new ImportError(path, line, 'is earlier than the line before it')
  if (time > now) throw new ImportError(path, line, 'lies in the future')
  const problem = quoteProblem(market, quote)
  if (problem !== null) throw new ImportError(path, line, problem)
  return quote
}

/** Reports why a quote cannot be of this market; null: it can. */
export function quoteProblem(market: Market, { bid, ask }: Pick<Quote, 'bid' | 'ask'>): string | null {
  if (bid <= 0n) return 'has a bid that is not above zero'
  if (ask < bid) return 'has an ask below its bid'
  const unit = unitOf(market)
  if (bid % unit !== 0n || ask % unit !== 0n)
    return `has more than the ${candleDecimals(market)} decimals of ${market.code}`
  return null
}

/** The one-minute candle after one more quote. */
export function growByQuote(bar: CandleBar | null, market: Market, quote: Quote): CandleBar {
  const unit = unitOf(market)
  const mid = midOf(quote.bid, quote.ask)
  const rounded = mid % unit === 0n ? mid : divide(mid, unit, roundHalfEven) * unit
  return growCandle(bar, '1m', priceToNumber(rounded as Price), quote)
}

const unitOf = (market: Market): bigint => 10n ** BigInt(priceScale - candleDecimals(market))
