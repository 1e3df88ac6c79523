import { priceToNumber } from '@candor/money'
import {
  type BoardQuote,
  type CandleBar,
  candleOpenTime,
  growCandle,
  type IntervalName,
  intervalMs,
  intervalNames,
  joinCandles,
  type QuoteSource,
} from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import {
  candlePage,
  dropCandles,
  minutesFrom,
  newestCandles,
  type StoredCandle,
  writeCandles,
  writeOldCandles,
} from './candle-store.ts'
import { type ChartLine, formingOf, isForming, scaledBy, underlaid } from './chart-line.ts'
import type { CandleRange, Series } from './series.ts'

const longer = intervalNames.filter((interval) => interval !== '1m')
const minute = intervalMs['1m']
const flushEveryMs = 1_000
/** Batches are a second apart: a page is read again once or twice, and never without end. */
const mostReadings = 4

/** Candles of all markets: in memory while they form, written in batches, kept apart by source. */
export class CandleKeeper {
  private readonly db: Database
  private readonly lines = new Map<string, ChartLine>()
  /** Written with the next batch; one entry a candle, however often it changed. */
  private readonly waiting = new Map<string, StoredCandle>()
  /** Being written: in the database only once the batch is. */
  private batch: readonly StoredCandle[] = []
  private writtenBatches = 0
  private timer: NodeJS.Timeout | null = null
  private writing: Promise<void> = Promise.resolve()
  private readonly onFailure: (error: unknown) => void
  private readonly unwritten: (series: Series) => readonly CandleBar[]

  /** `unwritten` gives the candles of a past that is still being written. */
  constructor(
    db: Database,
    onFailure: (error: unknown) => void,
    unwritten: (series: Series) => readonly CandleBar[] = () => [],
  ) {
    this.db = db
    this.onFailure = onFailure
    this.unwritten = unwritten
  }

  /** Goes on with the candles that were forming when the last run ended. */
  async load(nowMs: number): Promise<void> {
    const bySeries = new Map<string, StoredCandle[]>()
    for (const candle of await newestCandles(this.db)) {
      const key = `${candle.code} ${candle.source}`
      bySeries.set(key, [...(bySeries.get(key) ?? []), candle])
    }
    for (const candles of bySeries.values()) await this.restore(candles, nowMs)
  }

  start(): void {
    this.timer ??= setInterval(() => this.flush().catch(this.onFailure), flushEveryMs)
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
    await this.flush()
  }

  take(quote: BoardQuote): void {
    const line = this.lineOf(quote.code, quote.source)
    const before = line.minute
    const mid = priceToNumber(quote.mid)
    const after = growCandle(before, '1m', mid, quote)
    if (before !== null && after.openTime > before.openTime)
      this.closeMinute(quote.code, quote.source, line, before)
    line.minute = after
    line.minuteDirty = true
  }

  /** Puts a past under a market's chart, oldest first per interval; what belongs to stretches still forming is kept in memory. */
  seed(
    code: string,
    source: QuoteSource,
    bars: Readonly<Record<IntervalName, readonly CandleBar[]>>,
    nowMs: number,
  ) {
    const line = this.lineOf(code, source)
    for (const interval of longer) {
      const last = bars[interval].at(-1)
      if (last?.openTime === candleOpenTime(interval, nowMs)) line.closed.set(interval, last)
    }
    const last = bars['1m'].at(-1)
    if (line.minute === null && last?.openTime === candleOpenTime('1m', nowMs)) line.minute = last
  }

  /**
   * Puts an exchange's candles into a chart: minutes where none is kept, longer candles in the place of what quotes made of them.
   * One that still forms goes on with the quotes.
   */
  async fill(series: Series, bars: readonly CandleBar[], nowMs: number): Promise<void> {
    const line = this.lineOf(series.code, series.source)
    const { interval } = series
    const forms = (bar: CandleBar) => isForming(line, interval, bar.openTime, nowMs)
    await this.flush()
    if (interval !== '1m')
      for (const bar of bars.filter(forms)) {
        const known = line.closed.get(interval) ?? null
        // Stretches the quotes have left behind since are not theirs any more.
        if (known !== null && known.openTime > bar.openTime) continue
        const whole = underlaid(bar, known)
        line.closed.set(interval, whole)
        this.wait(series, whole, line.minute?.openTime ?? candleOpenTime('1m', nowMs))
      }
    const stored = bars.filter((bar) => !forms(bar))
    const existing = interval === '1m' ? 'keep' : 'replace'
    await this.afterWriting(() => writeOldCandles(this.db, series, stored, existing))
  }

  /** Restarts a recording: removes its earlier loop from the chart. */
  async restartRecording(code: string, source: QuoteSource): Promise<void> {
    this.lines.delete(`${code} ${source}`)
    for (const [key, candle] of this.waiting)
      if (candle.code === code && candle.source === source) this.waiting.delete(key)
    await this.afterWriting(() => dropCandles(this.db, code, source))
  }

  /** A split market's chart goes on at the new scale; what is kept was put on it in the split's own transaction. */
  rebase(code: string, factor: number): void {
    for (const [key, candle] of this.waiting)
      if (candle.code === code) this.waiting.set(key, scaledBy(factor, candle))
    for (const [key, line] of this.lines) {
      const [of, source] = key.split(' ')
      if (of === code) this.rebaseLine({ code, source: source as QuoteSource }, line, factor)
    }
  }

  private rebaseLine(series: Pick<Series, 'code' | 'source'>, line: ChartLine, factor: number): void {
    const forming = line.minute && scaledBy(factor, line.minute)
    line.minute = forming
    line.minuteDirty = forming !== null
    for (const [interval, bar] of line.closed) {
      const after = scaledBy(factor, bar)
      line.closed.set(interval, after)
      // Written once more, in case the old one was on its way.
      if (forming !== null) this.wait({ ...series, interval }, after, forming.openTime)
    }
  }

  /** The newest `limit` candles of a range, oldest first, the one now forming included. */
  async page(
    series: Series,
    range: { readonly from: number; readonly to: number; readonly limit: number },
  ): Promise<CandleBar[]> {
    const stored = await this.readStored(series, range)
    const byTime = new Map<number, CandleBar>()
    for (const bar of [...this.unwritten(series), ...stored, ...this.inMemory(series)])
      if (bar.openTime >= range.from && bar.openTime <= range.to) byTime.set(bar.openTime, bar)
    return [...byTime.values()].sort((a, b) => a.openTime - b.openTime).slice(-range.limit)
  }

  /** Reads what is stored. A candle whose batch was stored meanwhile is in neither memory nor this result: then it is read again. */
  private async readStored(series: Series, range: CandleRange): Promise<CandleBar[]> {
    for (let times = 1; ; times += 1) {
      const before = this.writtenBatches
      const stored = await candlePage(this.db, series, range)
      if (before === this.writtenBatches || times === mostReadings) return stored
    }
  }

  /** Writes all that changed, in one statement. */
  flush(): Promise<void> {
    this.collectMinutes()
    return this.afterWriting(async () => {
      this.batch = [...this.waiting.values()]
      this.waiting.clear()
      await this.write(this.batch).finally(() => {
        this.batch = []
        this.writtenBatches += 1
      })
    })
  }

  private async write(batch: readonly StoredCandle[]): Promise<void> {
    try {
      await writeCandles(this.db, batch)
    } catch (error) {
      // Nothing is lost: it waits for the next batch, unless something newer came meanwhile.
      for (const candle of batch) {
        const key = keyOf(candle)
        if (!this.waiting.has(key)) this.waiting.set(key, candle)
      }
      throw error
    }
  }

  private afterWriting(work: () => Promise<void>): Promise<void> {
    const done = this.writing.then(work)
    this.writing = done.catch(() => undefined)
    return done
  }

  private collectMinutes(): void {
    for (const [key, line] of this.lines) {
      if (!line.minuteDirty || line.minute === null) continue
      line.minuteDirty = false
      const [code = '', source = ''] = key.split(' ')
      this.wait({ code, source: source as QuoteSource, interval: '1m' }, line.minute)
    }
  }

  private closeMinute(code: string, source: QuoteSource, line: ChartLine, bar: CandleBar): void {
    this.wait({ code, source, interval: '1m' }, bar)
    for (const interval of longer) {
      const joined = joinCandles(line.closed.get(interval) ?? null, interval, bar)
      line.closed.set(interval, joined)
      this.wait({ code, source, interval }, joined, bar.openTime + minute)
    }
  }

  private wait(series: Series, bar: CandleBar, through = bar.openTime + minute): void {
    const candle = { ...series, ...bar, through }
    this.waiting.set(keyOf(candle), candle)
  }

  private inMemory(series: Series): CandleBar[] {
    const found: CandleBar[] = []
    for (const candle of [...this.batch, ...this.waiting.values()])
      if (
        candle.code === series.code &&
        candle.source === series.source &&
        candle.interval === series.interval
      )
        found.push(barOf(candle))
    const line = this.lines.get(`${series.code} ${series.source}`)
    const forming = line === undefined ? null : formingOf(line, series.interval)
    return forming === null ? found : [...found, forming]
  }

  private lineOf(code: string, source: QuoteSource): ChartLine {
    const key = `${code} ${source}`
    let line = this.lines.get(key)
    if (line === undefined) {
      line = { minute: null, closed: new Map(), minuteDirty: false }
      this.lines.set(key, line)
    }
    return line
  }

  /** Adds to each longer candle the closed minutes that came after it was last written, and goes on from there. */
  private async restore(candles: readonly StoredCandle[], nowMs: number): Promise<void> {
    const [any] = candles
    if (any === undefined || any.source === 'replay') return
    const { code, source } = any
    const line = this.lineOf(code, source)
    const newest = new Map(candles.map((candle) => [candle.interval, candle]))
    const fromOf = (interval: IntervalName) =>
      newest.get(interval)?.through ?? candleOpenTime(interval, nowMs)
    const minutes = await minutesFrom(this.db, code, source, Math.min(...longer.map(fromOf)))
    const current = candleOpenTime('1m', nowMs)
    const closed = minutes.filter((bar) => bar.openTime < current)
    line.minute = minutes.find((bar) => bar.openTime === current) ?? null
    for (const interval of longer) {
      const stored = newest.get(interval)
      let bar: CandleBar | null = stored === undefined ? null : barOf(stored)
      for (const missed of closed.filter((one) => one.openTime >= fromOf(interval))) {
        bar = joinCandles(bar, interval, missed)
        this.wait({ code, source, interval }, bar, missed.openTime + minute)
      }
      if (bar?.openTime === candleOpenTime(interval, nowMs)) line.closed.set(interval, bar)
    }
  }
}

const keyOf = (candle: StoredCandle) =>
  `${candle.code} ${candle.source} ${candle.interval} ${candle.openTime}`

const barOf = ({ openTime, open, high, low, close, volume }: CandleBar): CandleBar => ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
})
