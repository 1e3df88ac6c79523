import { allMarkets, type QuoteSource, type SplitRatio } from '@candor/rules'
import type { Logger } from 'pino'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { HeldLock } from '../../platform/database/held-lock.ts'
import { leadOrStandBy, type Standing } from '../../platform/leadership.ts'
import { ShutdownStack } from '../../platform/shutdown-stack.ts'
import { PriceFollower, PriceTeller } from '../follow-prices.ts'
import { type CandlePages, FollowedCandles } from '../followed-candles.ts'
import { MemoryPriceBoard } from '../price-board.ts'
import { QuoteKeeper } from '../quote-keeper.ts'
import { feedChoiceOf } from './feed-choice.ts'
import { openPrices, type Prices, usualSourceOf } from './open-prices.ts'

const flushing = { repeatable: true, patienceMs: 2_000 }

/** Names the lock that feeds meet at. */
const feedsLock = '4820160127734'

export interface FeedsParts {
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
  readonly teller: PriceTeller
  readonly lock: HeldLock
}

export async function openFeeds(parts: FeedsParts): Promise<Quotes> {
  const { config, db, clock, log, bus, closing } = parts
  const feed = feedChoiceOf(config, process.env)
  let leading: Leading | null = null
  let follower: PriceFollower | null = null
  const board: MemoryPriceBoard = new MemoryPriceBoard({
    markets: allMarkets,
    clock,
    firstSeq: 1,
    sandbox: config.sandbox,
    recordedNow: (code) => leading?.prices.recordedNow(code) ?? follower?.recordedNow(code) ?? null,
  })
  follower = await PriceFollower.open(bus, board)
  const followed = new FollowedCandles(db)
  const stopFollowing = bus.alone ? () => undefined : board.onQuote((quote) => followed.take(quote))

  let isTaking = false
  const lead = async (lock: HeldLock): Promise<Leading> => {
    isTaking = true
    follower?.end()
    stopFollowing()
    const teller = new PriceTeller(bus, board)
    const onAnew = (code: string) => teller.beginAnew(code)
    const prices = await (parts.openPrices ?? openPrices)({
      db,
      clock,
      log,
      seed: config.seed,
      feed,
      board,
      onAnew,
    })
    const keeper = await openKeeper(parts, board)
    bus.lead('feeds', BigInt(prices.firstSeq), async (name) =>
      name === 'flushQuotes' ? keeper.flush() : teller.snapshot(),
    )
    leading = { prices, keeper, teller, lock }
    return leading
  }
  let flowing: Promise<void> | null = null
  const start = async () => {
    if (leading === null) return
    flowing ??= leading.prices.start()
    await flowing
  }
  const takeover = new ShutdownStack()
  let stopping: Promise<void> | null = null
  const stop = async () => {
    // A takeover under way is waited for: what it began to lead is stopped too.
    await takeover.run()
    bus.resign('feeds')
    follower?.end()
    await leading?.prices.stop()
    await leading?.keeper.stop()
    leading?.teller.stop()
    leading?.lock.release()
  }
  const stopOnce = () => {
    stopping ??= stop()
    return stopping
  }
  closing.add(stopOnce)
  const mayLead = config.roles.includes('feeds')
  if (mayLead)
    await leadOrStandBy({
      name: 'feeds',
      log,
      closing: takeover,
      take: async (waiting) => {
        const held = { db, number: feedsLock, lost: endProcess, ...waiting }
        const { lock } = await HeldLock.take(held, async () => undefined)
        return lead(lock)
      },
      onTakenOver: start,
    })
  return {
    board,
    candles: { page: (series, range) => (leading?.prices.candles ?? followed).page(series, range) },
    usualSource: usualSourceOf(feed),
    standing: () => (leading !== null ? 'leads' : mayLead ? 'standing by' : 'elsewhere'),
    rebase: (code, ratio) => {
      board.rebase(code, ratio)
      leading?.prices.rebase(code, ratio)
    },
    flushQuotes: async () => {
      if (leading !== null) await leading.keeper.flush()
      // Nobody leads them, so nothing is left to bring: what a receipt then lacks it says.
      else if (!isTaking) await bus.call('feeds', 'flushQuotes', [], flushing).catch(() => undefined)
    },
    start,
    stop: stopOnce,
  }
}

/** Keeps every quote from the first on. */
async function openKeeper({ db, clock, log }: FeedsParts, board: MemoryPriceBoard): Promise<QuoteKeeper> {
  const keeper = new QuoteKeeper(db, clock, (error) =>
    log.warn({ error: String(error) }, 'quotes could not be kept yet'),
  )
  await keeper.resume()
  keeper.listen(board)
  keeper.start()
  return keeper
}

/** Ends the process: two leaders with different prices would be worse. After a restart it stands by. */
const endProcess = (): void => {
  queueMicrotask(() => {
    throw new Error('the connection was lost, and another process leads the feeds now')
  })
}
