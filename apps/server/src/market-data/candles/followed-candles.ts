import { priceToNumber } from '@candor/money'
import {
  type BoardQuote,
  type CandleBar,
  candleOpenTime,
  growCandle,
  joinCandles,
  type QuoteSource,
} from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import { candlePage } from './candle-store.ts'
import type { CandleRange, Series } from './series.ts'

/** Source of charts: the keeper that writes candles, or candles that another process writes. */
export interface CandlePages {
  /** The newest `limit` candles of a range, oldest first, the one now forming included. */
  page(series: Series, range: CandleRange): Promise<CandleBar[]>
}

/** Charts where another process writes the candles: what it wrote, and the minute that forms before our eyes. */
export class FollowedCandles implements CandlePages {
  private readonly db: Database
  private readonly forming = new Map<string, CandleBar>()

  constructor(db: Database) {
    this.db = db
  }

  take(quote: BoardQuote): void {
    const key = keyOf(quote)
    const mid = priceToNumber(quote.mid)
    this.forming.set(key, growCandle(this.forming.get(key) ?? null, '1m', mid, quote))
  }

  async page(series: Series, range: CandleRange): Promise<CandleBar[]> {
    const bars = await candlePage(this.db, series, range)
    const minute = this.forming.get(keyOf(series))
    if (minute === undefined) return bars
    const openTime = candleOpenTime(series.interval, minute.openTime)
    if (openTime < range.from || openTime > range.to) return bars
    const written = bars.at(-1)?.openTime === openTime ? bars.pop() : undefined
    const bar = series.interval === '1m' ? minute : joinCandles(written ?? null, series.interval, minute)
    return [...bars, bar].slice(-range.limit)
  }
}

const keyOf = ({ code, source }: { readonly code: string; readonly source: QuoteSource }) =>
  `${code} ${source}`
