import { allMarkets, type QuoteSource } from '@candor/rules'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Feed, FeedSink } from '../feeds/feed.ts'
import { ReplayFeed } from '../feeds/replay/replay-feed.ts'
import { Simulator } from '../feeds/simulated/simulator.ts'
import { beginRun } from '../markets/begin-run.ts'
import { CandleKeeper } from '../markets/candle-keeper.ts'
import { MemoryPriceBoard } from '../markets/price-board.ts'
import type { Closing } from './closing.ts'

export interface Prices {
  readonly board: MemoryPriceBoard
  readonly candles: CandleKeeper
  readonly usualSource: QuoteSource
  /** Milliseconds of real time since the last quote; null before the first. */
  feedAgeMs(): number | null
  /** To be called once everything that listens is in place. */
  startFeed(): Promise<void>
}

export async function openPrices(
  config: Config,
  parts: { readonly db: Database; readonly clock: Clock; readonly log: Logger },
  closing: Closing,
): Promise<Prices> {
  const { db, clock, log } = parts
  const candles = new CandleKeeper(db, (err) => log.error({ err }, 'candles could not be written'))
  await candles.load(clock.now())
  let feed: Feed | null = null
  const board = new MemoryPriceBoard({
    markets: allMarkets,
    clock,
    firstSeq: await beginRun(db, clock),
    recordedNow: (code) => feed?.recordedNow(code) ?? null,
  })
  let lastQuoteAt: number | null = null
  board.onQuote((quote) => {
    lastQuoteAt = performance.now()
    candles.take(quote)
  })
  candles.start()
  closing.add(() => candles.stop())
  const sink: FeedSink = {
    offer: (quote) => board.offer(quote),
    beginAnew: (code, source) => {
      board.beginAnew(code)
      candles
        .beginAnew(code, source)
        .catch((err: unknown) => log.error({ err }, 'old candles could not be dropped'))
    },
  }
  feed = feedOf(config, sink, clock, log)
  closing.add(() => feed?.stop())
  return {
    board,
    candles,
    usualSource: config.feed === 'replay' ? 'replay' : 'simulated',
    feedAgeMs: () => (lastQuoteAt === null ? null : Math.round(performance.now() - lastQuoteAt)),
    startFeed: async () => feed?.start(),
  }
}

function feedOf(config: Config, sink: FeedSink, clock: Clock, log: Logger): Feed {
  if (config.feed === 'simulated')
    return new Simulator({ markets: allMarkets, clock, seed: config.seed, sink })
  if (config.feed === 'replay' && config.replayDir !== null) {
    const speed = config.replaySpeed === Number.POSITIVE_INFINITY ? 'max' : config.replaySpeed
    return new ReplayFeed({ dir: config.replayDir, speed, loop: config.replayLoop, sink, log })
  }
  throw new ConfigError(`--feed ${config.feed} is not open in this release.`)
}
