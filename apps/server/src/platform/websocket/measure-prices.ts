import { Counter, Gauge, type Registry } from 'prom-client'
import type { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import type { PriceHub } from './price-hub.ts'

/** Quotes by source, tradable and dropped ones, in the registry it is given. */
export function measurePrices(registry: Registry, board: MemoryPriceBoard): void {
  const registers = [registry]
  const quotes = new Counter({
    name: 'candor_quotes_total',
    help: 'Quotes taken in',
    labelNames: ['source'],
    registers,
  })
  const tradable = new Counter({
    name: 'candor_quotes_tradable_total',
    help: 'Tradable quotes',
    registers,
  })
  const dropped = new Counter({
    name: 'candor_quotes_dropped_total',
    help: 'Quotes dropped because their figures cannot be stored',
    labelNames: ['source'],
    registers,
  })
  board.dropped.onDropped(({ source }) => dropped.inc({ source }))
  const lastAt = new Map<string, number>()
  board.onQuote(({ source }) => {
    quotes.inc({ source })
    lastAt.set(source, performance.now())
  })
  new Gauge({
    name: 'candor_feed_age_seconds',
    help: 'Real time since the last quote of any market, by source',
    labelNames: ['source'],
    registers,
    collect() {
      for (const [source, at] of lastAt) this.set({ source }, (performance.now() - at) / 1000)
    },
  })
  new Gauge({
    name: 'candor_clock_offset_seconds',
    help: 'Difference of the server’s clock from that of a feed; positive: the server is ahead, or the feed is that late',
    labelNames: ['feed'],
    registers,
    collect() {
      this.reset()
      for (const { feed, ms } of board.clockOffsets.now()) this.set({ feed }, ms / 1000)
    },
  })
  board.onTradable(() => tradable.inc())
}

/** Price sockets and their frames, in the registry it is given. */
export function measurePriceSockets(registry: Registry, hub: PriceHub): void {
  const registers = [registry]
  new Gauge({
    name: 'candor_price_sockets',
    help: 'Open price sockets',
    registers,
    collect() {
      this.set(hub.size)
    },
  })
  for (const name of ['frames', 'skipped'] as const) {
    new Counter({
      name: `candor_price_${name}_total`,
      help:
        name === 'frames'
          ? 'Frames of prices sent'
          : 'Frames not sent to sockets that had not read earlier ones',
      registers,
      collect() {
        this.reset()
        this.inc(hub.totals[name])
      },
    })
  }
}
