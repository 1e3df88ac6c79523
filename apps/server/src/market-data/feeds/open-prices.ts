import { priceToNumber } from '@candor/money'
import { intervalMs, type Market, type QuoteSource, type SplitRatio, stateFromMinutes } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HistoryOfMarket } from '../backfill/history-settings.ts'
import { openHistory } from '../backfill/open-history.ts'
import { barInPrices } from '../candles/bar-in-prices.ts'
import { CandleKeeper } from '../candles/candle-keeper.ts'
import { candlePage, newestCandles } from '../candles/candle-store.ts'
import { beginRun } from '../price-board/begin-run.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { AutoFeed } from './auto/auto-feed.ts'
import type { Feed, FeedLog, FeedSink } from './feed.ts'
import { LiveFeed, liveCodes } from './live/live-feed.ts'
import type { LiveSettings } from './live/live-settings.ts'
import { receiveQuotes } from './receive-quotes.ts'
import { ReplayFeed } from './replay/replay-feed.ts'
import { seededChance, seedOf } from './simulated/chance.ts'
import { lastTicks } from './simulated/last-ticks.ts'
import { makePast } from './simulated/past.ts'
import { Simulator } from './simulated/simulator.ts'
import { type OpenPast, PastWriter, pastsToWrite, pastToAdd, UnwrittenPasts } from './write-pasts.ts'

export type FeedChoice =
  | { readonly mode: 'simulated' }
  | { readonly mode: 'replay'; readonly dir: string; readonly speed: number | 'max'; readonly loop: boolean }
  | {
      readonly mode: 'live' | 'auto'
      readonly settings: LiveSettings
      /** The exchanges that give the past of the charts. */
      readonly history: readonly HistoryOfMarket[]
    }

export interface OpenPricesOptions {
  readonly db: Database
  readonly clock: Clock
  readonly feed: FeedChoice
  /** Receiver of quotes, whose recorded time comes from here (`recordedNow`). */
  readonly board: MemoryPriceBoard
  /** Called when a market's recording starts from its beginning. */
  readonly onRestart?: (code: string) => void
  /** Seed of the simulator (`--seed`). */
  readonly seed: number
  readonly log: FeedLog
}

/** Everything between a source and the board, in one piece. */
export interface Prices {
  readonly candles: CandleKeeper
  /** The number of this run's first quote: the greater, the later it began to lead. */
  readonly firstSeq: number
  /** The recorded time now, of a market it replays; null otherwise. */
  recordedNow(code: string): number | null
  /** Lets quotes flow. Call it when all who act on quotes listen. */
  start(): Promise<void>
  /** A market was split: what is shown of its past, and made-up prices, go on at the new scale. */
  rebase(code: string, ratio: SplitRatio): void
  /** Stops the feed, then writes what candles are left. */
  stop(): Promise<void>
}

/** Returns the source whose candles a chart shows while a market has had no quote. */
export function usualSourceOf({ mode }: FeedChoice): QuoteSource {
  return mode === 'replay' || mode === 'live' ? mode : 'simulated'
}

/** Opens candles and feed, and gives the board the day and the chart that were kept; quotes flow from `start` on. */
export async function openPrices(options: OpenPricesOptions): Promise<Prices> {
  const { board, clock, db, log } = options
  const { markets } = board
  const now = clock.now()
  const firstSeq = await beginRun(db, clock)
  board.beginAt(firstSeq)
  const failed = (error: unknown) => log.warn({ error: String(error) }, 'candles could not be written yet')
  let unwritten: UnwrittenPasts | null = null
  const candles = new CandleKeeper(db, failed, (series) => unwritten?.bars(series) ?? [])
  await candles.load(now)
  const sourceOf = sourceByCode(options)
  const lastMids = await restoreDays(options, sourceOf)
  const pastless = markets.filter(({ code }) => sourceOf(code) === 'simulated' && !lastMids.has(code))
  const pasts = await pastsToWrite(db, { markets, fresh: pastless }, now)
  const waiting = new UnwrittenPasts(options.seed, [...pasts.fresh, ...pasts.interrupted])
  unwritten = waiting
  for (const past of pasts.fresh) seedPast(past, options.seed, board, candles)
  const sink = receiveQuotes({ board, candles, onRestart: options.onRestart, onFailure: failed })
  const writer = new PastWriter({ db, clock, log, pasts: waiting })
  const addPast = async (market: Market, lastMid: number | null) => {
    const past = await pastToAdd(db, market, clock.now(), lastMid)
    if (past === null) return
    waiting.add(past)
    seedPast(past, options.seed, board, candles)
    writer.write()
  }
  const running = makeFeed(options, sink, lastMids, (...fallen) => void addPast(...fallen).catch(failed))
  const begin = async (market: Market) => {
    // Before its first quote: a board with quotes takes no past.
    if (sourceOf(market.code) === 'simulated') await addPast(market, null).catch(failed)
    running.add?.(market)
  }
  const stopListing = board.onListed((market) => void begin(market))
  board.onDisplayed((quote) => candles.take(quote))
  const live = options.feed.mode === 'live' || options.feed.mode === 'auto' ? options.feed.history : []
  const history = await openHistory({ db, clock, log, candles, markets: live }, board)
  return {
    candles,
    firstSeq,
    recordedNow: (code) => running.recordedNow(code),
    start: async () => {
      await running.start()
      candles.start()
      await history?.start()
      writer.write()
    },
    rebase: (code, ratio) => {
      const factor = Number(ratio.old) / Number(ratio.fresh)
      candles.rebase(code, factor)
      running.rebase?.(code, factor)
    },
    stop: async () => {
      stopListing()
      await running.stop()
      await history?.stop()
      await writer.stop()
      await candles.stop()
    },
  }
}

function makeFeed(
  options: OpenPricesOptions,
  sink: FeedSink,
  lastMids: ReadonlyMap<string, number>,
  onFallback: (market: Market, lastMid: number | null) => void,
): Feed {
  const { board, clock, feed, log, seed } = options
  const { markets } = board
  if (feed.mode === 'replay') {
    const isListed = (code: string) => board.listed(code) !== null
    return new ReplayFeed({ ...feed, isListed, sink, log })
  }
  const simulator = () =>
    new Simulator({
      ...{ markets, clock, seed, sink },
      listed: (code) => board.listed(code),
      priceOf: (code) => lastMids.get(code) ?? null,
    })
  if (feed.mode === 'simulated') return simulator()
  const { settings } = feed
  const chance = seededChance(seedOf(seed, 'reconnect')).uniform
  const listed = () => board.markets
  const live = (to: FeedSink) => new LiveFeed({ settings, markets: listed, clock, chance, sink: to, log })
  if (feed.mode === 'live') return live(sink)
  const codes = () => liveCodes(settings, listed())
  return new AutoFeed({
    markets,
    clock,
    sink,
    log,
    live: (to) => ({ feed: live(to), codes }),
    simulator: simulator(),
    listed: (code) => board.listed(code),
    onFallback,
  })
}

/** Returns the expected source of each market's prices: in `auto`, live where a live source is set. */
function sourceByCode({ feed, board }: OpenPricesOptions): (code: string) => QuoteSource {
  if (feed.mode === 'replay' || feed.mode === 'simulated') return () => feed.mode
  if (feed.mode === 'live') return () => 'live'
  let known = board.markets
  let codes = liveCodes(feed.settings, known)
  return (code) => {
    if (known !== board.markets) codes = liveCodes(feed.settings, board.markets)
    known = board.markets
    return codes.has(code) ? 'live' : 'simulated'
  }
}

/**
 * Restores the last day of each market from its stored minutes. Returns the prices they ended with, or those of a board that followed
 * another process until now. A recording restarts.
 */
async function restoreDays(
  options: OpenPricesOptions,
  sourceOf: (code: string) => QuoteSource,
): Promise<ReadonlyMap<string, number>> {
  const { board } = options
  const ends = new Map<string, number>()
  if (options.feed.mode === 'replay') return ends
  const newest = (await newestCandles(options.db)).filter(
    (candle) => candle.interval === '1m' && candle.source === sourceOf(candle.code),
  )
  for (const { code, source, openTime, close } of newest) {
    const market = board.market(code)
    if (market === null) continue
    const range = { from: openTime - dayMs + intervalMs['1m'], to: openTime, limit: 1440 }
    const minutes = await candlePage(options.db, { code, source, interval: '1m' }, range)
    const state = stateFromMinutes(minutes.map((bar) => barInPrices(bar, market)))
    board.seed(code, source, { ...state, recentMids: smallChart(market, source, options.seed, close) })
    ends.set(code, close)
  }
  for (const { code } of board.markets) {
    const latest = board.displayed(code)
    if (latest !== null && latest.source === sourceOf(code)) ends.set(code, priceToNumber(latest.mid))
  }
  return ends
}

/** Quotes before the first of this run. Minutes are no quotes: real ones that were not kept are not made up. */
const smallChart = (market: Market, source: QuoteSource, seed: number, endMid: number): number[] =>
  source === 'simulated' ? lastTicks(market, seed, endMid) : []

function seedPast(
  { market, endsAt, endMid }: OpenPast,
  seed: number,
  board: MemoryPriceBoard,
  candles: CandleKeeper,
): void {
  // Ten days: all that candles still forming are made of. The rest is made when it is written.
  const past = makePast(market, seed, { at: endsAt, mid: endMid }, '15m')
  const minutes = past['1m'].slice(-1440)
  const from = (minutes.at(-1)?.openTime ?? 0) - dayMs
  const day = minutes.filter((bar) => bar.openTime > from)
  const dayInPrices = day.map((bar) => barInPrices(bar, market))
  const state = stateFromMinutes(dayInPrices)
  const recentMids = smallChart(market, 'simulated', seed, endMid)
  board.seed(market.code, 'simulated', { ...state, recentMids })
  board.underlayDay(market.code, 'simulated', dayInPrices)
  candles.seed(market.code, 'simulated', past, endsAt)
}
