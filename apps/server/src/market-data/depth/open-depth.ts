import { randomInt } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { FeedLog } from '../feeds/feed.ts'
import type { FeedChoice } from '../feeds/open-prices.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { binanceDepth } from './binance-depth.ts'
import { coinbaseDepth } from './coinbase-depth.ts'
import { DepthFeed } from './depth-feed.ts'
import { type DepthSource, viewOf } from './depth-view.ts'
import { krakenDepth } from './kraken-depth.ts'

const protocols = { kraken: krakenDepth, coinbase: coinbaseDepth, binance: binanceDepth } as const

export interface OpenDepthOptions {
  readonly feed: FeedChoice
  readonly board: Pick<MemoryPriceBoard, 'displayed'>
  readonly clock: Clock
  readonly log: FeedLog
}

export interface OpenedDepth extends DepthSource {
  /** For metrics: markets followed at the exchange, and books read again since the start. */
  readonly figures: () => { readonly markets: number; readonly resyncs: number }
  stop(): void
}

/** Opens the order books of the exchange that the operator chose. A market whose price comes from elsewhere at the moment has none. */
export function openDepth({ feed, board, clock, log }: OpenDepthOptions): OpenedDepth {
  const depth = feedOf(feed, clock, log)
  return {
    watch: (code) => depth?.watch(code) ?? (() => undefined),
    view: (code) => {
      const source = board.displayed(code)?.source ?? 'live'
      return depth === null || source !== 'live' ? viewOf('none', null) : depth.view(code)
    },
    figures: () => ({ markets: depth?.size ?? 0, resyncs: depth?.resyncs ?? 0 }),
    stop: () => depth?.stop(),
  }
}

function feedOf(feed: FeedChoice, clock: Clock, log: FeedLog): DepthFeed | null {
  if (feed.mode !== 'live' && feed.mode !== 'auto') return null
  const { crypto, cryptoUrl } = feed.settings
  if (crypto === 'off') return null
  const chance = () => randomInt(1_000) / 1_000
  return new DepthFeed({ protocol: protocols[crypto](cryptoUrl ?? undefined), clock, log, chance })
}
