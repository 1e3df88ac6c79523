import type { Candle, CandleInterval } from '@candor/contract'
import type { DataLoader, KLineData } from 'klinecharts'
import { type Bar, barOf, foldPrice } from './live-candle.ts'

export type ChartState = 'loading' | 'ready' | 'empty' | 'error'

/** Source of the candles, and the receiver of how their loading goes. */
export interface CandleSource {
  readonly loadCandles: (code: string, interval: CandleInterval, before: number | null) => Promise<Candle[]>
  readonly onState: (state: ChartState) => void
}

const pageSize = 500
/** Pages that are loaded to reach a day, at most. */
const mostPages = 20

/** A bar in the library's type, to which the library may add keys of its own. */
type KLineBar = Bar & KLineData
const toBars = (candles: readonly Candle[]): KLineBar[] => candles.map((candle) => ({ ...barOf(candle) }))

/** Candles of the shown market as the chart library asks for them: pages of the past, and the last one as prices come. */
export class CandleFeed {
  readonly loader: DataLoader = {
    getBars: ({ type, timestamp, callback }) => {
      if (type === 'backward') return callback([], false)
      return this.load(type === 'init' ? null : timestamp, (bars, older) =>
        callback(bars, { forward: older, backward: false }),
      )
    },
    subscribeBar: ({ callback }) => {
      this.push = callback
    },
    unsubscribeBar: () => this.begin(),
  }
  private readonly source: CandleSource
  private readonly waiting: ReturnType<typeof fillUp>
  private code = ''
  private interval: CandleInterval | null = null
  private last: Bar | null = null
  private push: ((bar: KLineData) => void) | null = null
  private visit = 0
  /** The moment that the next load goes back to. */
  private back: number | null = null

  constructor(source: CandleSource, onMore: () => void) {
    this.source = source
    this.waiting = fillUp(
      () => this.interval !== null && source.loadCandles(this.code, this.interval, null).then(toBars),
      onMore,
    )
  }

  /** Drops what is loaded and what is still coming, before another market or interval is shown. */
  restart(): void {
    this.begin()
    this.waiting.stop()
  }

  showMarket(code: string): void {
    this.code = code
  }

  showInterval(interval: CandleInterval): void {
    this.interval = interval
  }

  /** Draws a price into the last candle, or begins the next one with it. */
  price(price: number, timeMs: number): void {
    if (this.push === null || this.interval === null) return
    const bar = foldPrice(this.last, price, timeMs, this.interval)
    if (bar === null) return
    const wasEmpty = this.last === null
    this.last = bar
    this.push({ ...bar })
    if (wasEmpty) this.source.onState('ready')
  }

  /** Makes the next load go back to this moment, as far as there are candles and their number is bearable. */
  goBackTo(moment: number): void {
    this.back = moment
  }

  stop(): void {
    this.visit += 1
    this.waiting.stop()
  }

  private begin(): void {
    this.visit += 1
    this.last = null
    this.push = null
  }

  /** Loads a page of candles; a response after a change of market or interval is dropped. */
  private async load(
    before: number | null,
    done: (bars: KLineData[], older: boolean) => void,
  ): Promise<void> {
    if (this.interval === null) return
    const { visit, back } = this
    this.back = null
    const page = (before === null && this.waiting.take()) || (await this.request(before, this.interval))
    const older = back === null || page === null ? [] : await this.pagesBackTo(back, page, this.interval)
    if (visit !== this.visit) return
    const bars = page && [...older, ...page]
    this.arrived(bars, before)
    done(bars ?? [], bars !== null && bars.length > 0 && bars.length % pageSize === 0)
  }

  /** Loads the pages before this one until one begins before the moment. */
  private async pagesBackTo(
    moment: number,
    newest: readonly KLineBar[],
    interval: CandleInterval,
  ): Promise<KLineBar[]> {
    let page = newest
    let older: KLineBar[] = []
    for (let count = 1; count < mostPages; count += 1) {
      const first = page[0]
      if (first === undefined || first.timestamp <= moment || page.length < pageSize) break
      page = (await this.request(first.timestamp, interval)) ?? []
      older = [...page, ...older]
    }
    return older
  }

  private request(before: number | null, interval: CandleInterval): Promise<KLineBar[] | null> {
    if (before === null) this.source.onState('loading')
    return this.source.loadCandles(this.code, interval, before).then(toBars, () => null)
  }

  private arrived(bars: readonly KLineBar[] | null, before: number | null): void {
    if (before !== null) return
    if (bars === null) {
      this.source.onState('error')
      return
    }
    this.last = bars.at(-1) ?? null
    this.source.onState(bars.length === 0 ? 'empty' : 'ready')
    this.waiting.came(bars.length)
  }
}

/** With fewer bars, the server may still be collecting the past. */
const enoughBars = 100
const lookAgainMs = [1_500, 3_000, 5_000, 8_000, 12_000, 20_000] as const

/**
 * Repeats a short response in the background: a server that has just started still collects the past. Further bars appear without a
 * loading state in between.
 */
function fillUp(call: () => Promise<KLineBar[]> | false, onMore: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let more: KLineBar[] | null = null
  let tries = 0
  let had = 0
  let round = 0
  const look = async () => {
    const startedIn = round
    const bars = await Promise.resolve(call()).catch(() => false as const)
    if (startedIn !== round) return
    if (bars !== false && bars.length > had + 1) {
      more = bars
      onMore()
    } else later()
  }
  const later = () => {
    const delay = lookAgainMs[tries]
    tries += 1
    if (delay !== undefined) timer = setTimeout(() => void look(), delay)
  }
  return {
    came(count: number) {
      had = count
      clearTimeout(timer)
      if (count < enoughBars) later()
    },
    /** Takes the bars received meanwhile, once. */
    take(): KLineBar[] | null {
      const taken = more
      more = null
      return taken
    },
    stop() {
      round += 1
      tries = 0
      more = null
      clearTimeout(timer)
    },
  }
}
