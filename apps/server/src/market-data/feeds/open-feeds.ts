import type { Market, QuoteSource, SplitRatio } from '@candor/rules'
import type { Logger } from 'pino'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { HeldLock } from '../../platform/database/held-lock.ts'
import { leadOrStandBy, type Standing } from '../../platform/leadership.ts'
import { ShutdownStack } from '../../platform/shutdown-stack.ts'
import { type CandlePages, FollowedCandles } from '../candles/followed-candles.ts'
import { QuoteKeeper } from '../history/quote-keeper.ts'
import { listedMarkets } from '../instruments/instruments-store.ts'
import { PriceFollower } from '../price-board/follow-leading-board.ts'
import { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { PricePublisher } from '../price-board/publish-prices.ts'
import { feedChoiceOf } from './feed-choice.ts'
import { type FeedChoice, openPrices, type Prices, usualSourceOf } from './open-prices.ts'

const flushing = { repeatable: true, patienceMs: 2_000 }

/** Names the lock that feeds meet at. */
const feedsLock = '4820160127734'

export interface OpenFeedsOptions {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly bus: Bus
  readonly closing: ShutdownStack
  /** Source of prices; the simulator has its own. */
  readonly openPrices?: typeof openPrices
}

/** Prices in this process, whether it leads the feeds or follows the leading process. */
export interface Quotes {
  readonly board: MemoryPriceBoard
  readonly candles: CandlePages
  /** Source whose candles a chart shows while a market has had no quote. */
  readonly usualSource: QuoteSource
  standing(): Standing
  /** A market was split: what is shown of its past, and made-up prices, go on at the new scale here. */
  rebase(code: string, ratio: SplitRatio): void
  /** Brings every quote taken in so far to the database, in whichever process takes them in. */
  flushQuotes(): Promise<void>
  /** Lets quotes flow, where this process leads. Call it when all who act on quotes listen. */
  start(): Promise<void>
  /** Stops the feed, then writes what candles are left; quotes of others are not heard any more. */
  stop(): Promise<void>
}

interface Leading {
  readonly prices: Prices
  readonly keeper: QuoteKeeper
  readonly publisher: PricePublisher
  readonly lock: HeldLock
}

/** Opens the feeds where no other process leads them; elsewhere this process follows. */
export async function openFeeds(options: OpenFeedsOptions): Promise<Quotes> {
  const markets = await listedMarkets(options.db.query, options.clock.now())
  const quotes = new ProcessQuotes(options, markets)
  await quotes.open()
  return quotes
}

class ProcessQuotes implements Quotes {
  readonly board: MemoryPriceBoard
  readonly candles: CandlePages
  readonly usualSource: QuoteSource
  private readonly options: OpenFeedsOptions
  private readonly feed: FeedChoice
  private readonly followed: FollowedCandles
  /** Ends a takeover that is under way. */
  private readonly takeover = new ShutdownStack()
  private follower: PriceFollower | null = null
  private stopFollowing: () => void = () => undefined
  private leading: Leading | null = null
  private isTaking = false
  private flowing: Promise<void> | null = null
  private stopping: Promise<void> | null = null

  constructor(options: OpenFeedsOptions, markets: readonly Market[]) {
    this.options = options
    this.feed = feedChoiceOf(options.config, process.env, markets)
    this.usualSource = usualSourceOf(this.feed)
    this.followed = new FollowedCandles(options.db)
    this.candles = {
      page: (series, range) => (this.leading?.prices.candles ?? this.followed).page(series, range),
    }
    this.board = new MemoryPriceBoard({
      markets,
      clock: options.clock,
      firstSeq: 1,
      sandbox: options.config.sandbox,
      recordedNow: (code) =>
        this.leading?.prices.recordedNow(code) ?? this.follower?.recordedNow(code) ?? null,
    })
  }

  /** Follows the process that leads; leads where none does, now or later. */
  async open(): Promise<void> {
    const { bus, db, log, closing } = this.options
    this.follower = await PriceFollower.open(bus, this.board)
    if (!bus.alone) this.stopFollowing = this.board.onDisplayed((quote) => this.followed.take(quote))
    closing.add('feeds', () => this.stop())
    if (!this.mayLead) return
    await leadOrStandBy({
      name: 'feeds',
      log,
      closing: this.takeover,
      take: async (waiting) => {
        const held = { db, number: feedsLock, lost: endProcess, ...waiting }
        const { lock } = await HeldLock.take(held, async () => undefined)
        return this.lead(lock)
      },
      onTakenOver: () => this.start(),
    })
  }

  standing(): Standing {
    return this.leading !== null ? 'leads' : this.mayLead ? 'standing by' : 'elsewhere'
  }

  rebase(code: string, ratio: SplitRatio): void {
    this.board.rebase(code, ratio)
    this.leading?.prices.rebase(code, ratio)
  }

  async flushQuotes(): Promise<void> {
    if (this.leading !== null) await this.leading.keeper.flush()
    // No process leads the prices, so there is nothing to flush; a receipt names the quotes it lacks.
    else if (!this.isTaking)
      await this.options.bus.call('feeds', 'flushQuotes', [], flushing).catch(() => undefined)
  }

  async start(): Promise<void> {
    if (this.leading === null) return
    this.flowing ??= this.leading.prices.start()
    await this.flowing
  }

  stop(): Promise<void> {
    this.stopping ??= this.end()
    return this.stopping
  }

  private get mayLead(): boolean {
    return this.options.config.roles.includes('feeds')
  }

  private async lead(lock: HeldLock): Promise<void> {
    const { options, board, feed } = this
    const { config, db, clock, log, bus } = options
    this.isTaking = true
    this.follower?.end()
    this.stopFollowing()
    const publisher = new PricePublisher(bus, board)
    reportDropped(board, log)
    const prices = await (options.openPrices ?? openPrices)({
      ...{ db, clock, log, feed, board, seed: config.seed },
      onRestart: (code) => publisher.restartRecording(code),
    })
    const keeper = await openKeeper(options, board)
    bus.lead('feeds', BigInt(prices.firstSeq), async (name) =>
      name === 'flushQuotes' ? keeper.flush() : publisher.snapshot(),
    )
    this.leading = { prices, keeper, publisher, lock }
  }

  private async end(): Promise<void> {
    // A takeover under way is waited for: what it began to lead is stopped too.
    await this.takeover.run()
    this.options.bus.resign('feeds')
    this.follower?.end()
    await this.leading?.prices.stop()
    await this.leading?.keeper.stop()
    this.leading?.publisher.stop()
    this.leading?.lock.release()
  }
}

/** Keeps every quote from the first on. */
async function openKeeper(
  { db, clock, log }: OpenFeedsOptions,
  board: MemoryPriceBoard,
): Promise<QuoteKeeper> {
  const keeper = new QuoteKeeper(db, clock, (error) =>
    log.warn({ error: String(error) }, 'quotes could not be stored yet'),
  )
  await keeper.resume()
  keeper.listen(board)
  keeper.start()
  return keeper
}

/** Logs the first dropped quote of each market; a metric counts them all. */
function reportDropped(board: MemoryPriceBoard, log: OpenFeedsOptions['log']): void {
  const reported = new Set<string>()
  board.dropped.onDropped(({ code, source, bid, ask, time }) => {
    if (reported.has(code)) return
    reported.add(code)
    const figures = { bid: bid.toString(), ask: ask.toString(), time }
    log.warn({ code, source, ...figures }, 'a quote was dropped: its figures cannot be stored')
  })
}

/** Ends the process: two leaders with different prices would be worse. After a restart it waits for the lead. */
const endProcess = (): void => {
  queueMicrotask(() => {
    throw new Error('the connection was lost, and another process leads the feeds now')
  })
}
