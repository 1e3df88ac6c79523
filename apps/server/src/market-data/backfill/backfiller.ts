import { setTimeout as sleep } from 'node:timers/promises'
import { candleOpenTime, type IntervalName, intervalMs, joinCandles } from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CandleKeeper } from '../candles/candle-keeper.ts'
import { oldestMinute } from '../candles/candle-store.ts'
import type { FeedLog } from '../feeds/feed.ts'
import {
  alignCandles,
  gapStretch,
  madeFrom,
  nextPage,
  type PastDays,
  pastStretch,
  requestedIntervals,
  usualPastDays,
  waitAfterFailure,
} from './backfill-plan.ts'
import {
  type Backfill,
  moveBackfill,
  nextBackfill,
  noteBackfills,
  refuseBackfills,
} from './backfill-store.ts'
import type { HistoryOfMarket } from './history-settings.ts'
import type { HistorySource, Stretch } from './history-source.ts'
import { type PageResponse, requestPage } from './request-page.ts'

/** Looks this often for what was noted without this process, and for refused markets whose time has come. */
const lookAgainMs = 60_000
const usualFirstWaitMs = 5_000
/** A market that an exchange does not give is asked for again after this time. */
const refusedForMs = 6 * hourMs

export interface BackfillerOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: FeedLog
  readonly candles: CandleKeeper
  readonly markets: readonly HistoryOfMarket[]
  /** Called after each page that was stored. */
  readonly onPage?: (page: Pick<Backfill, 'code' | 'source' | 'interval' | 'why'>) => Promise<void>
  /** Days of past the charts get; as usual if it is not given. */
  readonly days?: PastDays
  /** Pause between two requests; by the exchange's limit if it is not given. */
  readonly pauseMs?: number
  /** First wait after a failure; each further one is twice as long. */
  readonly firstWaitMs?: number
}

type Outcome = 'idle' | 'filled' | Extract<PageResponse, { readonly unreachable: string }>

/**
 * Fills the charts of live markets with candles of the exchanges: the past before the first quote, and gaps. One request at a time and exchange,
 * newest first; each page is stored before its stretch is noted as filled, so that a killed process repeats at most one.
 */
export class Backfiller {
  private readonly options: BackfillerOptions
  private readonly ending = new AbortController()
  private readonly sources: readonly HistorySource[]
  private loops: Promise<unknown> = Promise.resolve()
  private wake = new AbortController()

  constructor(options: BackfillerOptions) {
    this.options = options
    this.sources = [...new Set(options.markets.map(({ history }) => history))]
  }

  /** Notes the pasts that are missing, and begins to ask. */
  async start(): Promise<void> {
    const { db, clock, markets, days = usualPastDays } = this.options
    const now = clock.now()
    for (const market of markets) {
      const { code, source, history } = market
      const firstQuote = (await oldestMinute(db, code, source)) ?? now
      await this.note(market, 'past', (interval) => pastStretch(history, interval, { firstQuote, now, days }))
    }
    this.loops = Promise.all(this.sources.map((source) => this.run(source)))
  }

  async stop(): Promise<void> {
    this.ending.abort()
    this.wake.abort()
    await this.loops
  }

  /** No quote of a market came for a while: what the exchange has of it is fetched. */
  async missed(code: string, gap: Stretch): Promise<void> {
    const market = this.options.markets.find((one) => one.code === code)
    if (market === undefined) return
    const now = this.options.clock.now()
    await this.note(market, 'gap', (interval) => gapStretch(market.history, interval, gap, now))
    this.wake.abort()
  }

  private async note(
    { code, source, history }: HistoryOfMarket,
    why: Backfill['why'],
    stretchOf: (interval: IntervalName) => Stretch | null,
  ): Promise<void> {
    const stretches = requestedIntervals(history).flatMap((interval) => {
      const stretch = stretchOf(interval)
      return stretch === null ? [] : [{ code, source, interval, why, origin: history.origin, ...stretch }]
    })
    await noteBackfills(this.options.db, stretches, this.options.clock.now())
  }

  private async run(source: HistorySource): Promise<void> {
    let failures = 0
    // No cases: one page after the other; a market that is refused is passed over.
    while (!this.ending.signal.aborted) {
      const outcome = await this.step(source).catch((error: unknown) => this.failed(error))
      failures = await this.rest(source, outcome, failures)
    }
  }

  /** Waits as long as the outcome demands; returns the number of failures since the last page. */
  private async rest(source: HistorySource, outcome: Outcome, failures: number): Promise<number> {
    const { log, firstWaitMs = usualFirstWaitMs, pauseMs = 60_000 / source.requestsPerMinute } = this.options
    if (outcome === 'idle') {
      await this.pause(lookAgainMs, AbortSignal.any([this.ending.signal, this.wake.signal]))
      return failures
    }
    if (outcome === 'filled') {
      if (failures > 0) log.info({ exchange: source.origin }, 'past candles arrive again')
      await this.pause(pauseMs)
      return 0
    }
    const { unreachable: error, waitMs } = outcome
    if (failures === 0) log.warn({ exchange: source.origin, error }, 'no past candles for now')
    await this.pause(waitAfterFailure(failures, firstWaitMs, waitMs))
    return failures + 1
  }

  private async step(source: HistorySource): Promise<Outcome> {
    const { db, clock, markets } = this.options
    this.wake = new AbortController()
    const codes = markets.filter(({ history }) => history === source).map(({ code }) => code)
    const choice = { origin: source.origin, codes, intervals: requestedIntervals(source), now: clock.now() }
    const next = await nextBackfill(db, choice)
    if (next === null) return 'idle'
    const { code, interval } = next
    const page = nextPage(source, interval, { from: next.from, to: next.reached })
    const symbol = source.symbols.get(code) ?? code
    const response = await requestPage(source, { symbol, interval, page }, this.ending.signal)
    if ('unreachable' in response) return response
    if ('refused' in response) {
      const { refused } = response
      this.options.log.warn({ exchange: source.origin, code, refused }, 'past candles refused')
      await refuseBackfills(db, next, refused, clock.now() + refusedForMs)
      return 'filled'
    }
    const candles = alignCandles(interval, response.candles, page)
    await this.options.candles.fill(next, candles, clock.now())
    for (const made of madeFrom(source, interval)) await this.make(next, made, page)
    await moveBackfill(db, next, { reached: page.from, candles: candles.length, now: clock.now() })
    await this.options.onPage?.(next)
    return 'filled'
  }

  /** Makes the longer candles that a page touches from the shorter ones stored. */
  private async make(next: Backfill, made: IntervalName, page: Stretch): Promise<void> {
    const { code, source, interval } = next
    const { candles, clock } = this.options
    const from = candleOpenTime(made, page.from)
    const to = candleOpenTime(made, page.to - 1) + intervalMs[made]
    const limit = (to - from) / intervalMs[interval]
    const bars = await candles.page({ code, source, interval }, { from, to: to - 1, limit })
    const joined: typeof bars = []
    for (const bar of bars) {
      const last = joined.at(-1) ?? null
      const grown = joinCandles(last, made, bar)
      if (last?.openTime === grown.openTime) joined[joined.length - 1] = grown
      else joined.push(grown)
    }
    // One that begins before the past does would lack its first part.
    const whole = joined.filter(({ openTime }) => next.why === 'gap' || openTime >= next.from)
    await candles.fill({ code, source, interval: made }, whole, clock.now())
  }

  private failed(error: unknown): Outcome {
    return this.ending.signal.aborted ? 'idle' : { unreachable: String(error), waitMs: null }
  }

  private async pause(ms: number, signal: AbortSignal = this.ending.signal): Promise<void> {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
