import { type CandleBar, candleOpenTime, intervalMs } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import { ResponseCache } from '../../platform/http/responses/response-cache.ts'
import type { CandlePages } from './followed-candles.ts'
import type { CandleRange, Series } from './series.ts'

const lifetimeMs = 1_000
/** Of at most 1 000 candles each. */
const mostPages = 200
/** Lengths that pages are read in: any shorter page is the end of one. */
const lengths = [500, 1_000] as const

/**
 * Charts as all callers share them. A page is read once a second for every range that ends at the same candle, whatever its beginning
 * and length: the newest candles of a range are the newest up to its end.
 */
export class SharedCandlePages implements CandlePages {
  private readonly pages: CandlePages
  private readonly clock: Clock
  private readonly cache: ResponseCache<readonly CandleBar[]>

  constructor(pages: CandlePages, clock: Clock) {
    this.pages = pages
    this.clock = clock
    this.cache = new ResponseCache(clock, mostPages)
  }

  async page(series: Series, { from, to, limit }: CandleRange): Promise<CandleBar[]> {
    const length = lengths.find((one) => one >= limit) ?? limit
    const end = this.endOf(series, to)
    const key = [series.code, series.source, series.interval, end, length].join(' ')
    const read = () => this.pages.page(series, { from: 0, to: end, limit: length })
    const bars = await this.cache.get(key, read, () => lifetimeMs)
    return bars.filter(({ openTime }) => openTime >= from && openTime <= to).slice(-limit)
  }

  /** Returns when the last candle of a range opens; all ranges that reach into the future end alike. */
  private endOf({ interval }: Series, to: number): number {
    const next = candleOpenTime(interval, this.clock.now()) + intervalMs[interval]
    return to > next ? Number.MAX_SAFE_INTEGER : candleOpenTime(interval, to)
  }
}
