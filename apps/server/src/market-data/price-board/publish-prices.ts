import type { BoardQuote, TradableQuote } from '@candor/rules'
import type { Bus } from '../../platform/bus/bus.ts'
import type { MemoryPriceBoard } from './memory-price-board.ts'
import { dayOf, type PlaceItem, type PriceItem, type PriceSnapshot, quoteItem } from './price-items.ts'

const gatherMs = 10
const recentSent = 16
const beatMs = 500

/** Publishes every quote of the leading board to the other processes. */
export class PricePublisher {
  private readonly bus: Bus
  private readonly board: MemoryPriceBoard
  private readonly endings: (() => void)[] = []
  private gathered: PriceItem[] = []
  private timer: NodeJS.Timeout | null = null

  constructor(bus: Bus, board: MemoryPriceBoard) {
    this.bus = bus
    this.board = board
    if (bus.alone) return
    // The tradable listener runs right before the listener of all quotes.
    let tradable: TradableQuote | null = null
    this.endings.push(
      board.onTradable((quote) => {
        tradable = quote
      }),
      board.onQuote((quote) => {
        const judged = tradable?.code === quote.code && tradable.seq === quote.seq ? tradable : null
        const badPrint = board.displayed(quote.code)?.seq !== quote.seq
        this.send(quoteItem({ quote, judged, splits: board.splitsOf(quote.code), badPrint }))
      }),
    )
    const beat = setInterval(() => this.publishRecordedTimes(), beatMs).unref()
    this.endings.push(() => clearInterval(beat))
  }

  /** The market's recording starts from its beginning. */
  restartRecording(code: string): void {
    if (!this.bus.alone) this.send(code)
  }

  snapshot(): PriceSnapshot {
    return Object.fromEntries(this.board.markets.map(({ code }) => [code, this.placeOf(code)]))
  }

  stop(): void {
    for (const end of this.endings.splice(0)) end()
    this.flush()
  }

  private placeOf(code: string): PlaceItem {
    const state = this.board.state(code)
    const splits = this.board.splitsOf(code)
    const tradable = this.board.latestTradable(code, 'demo')
    const real = this.board.latestTradable(code, 'real')
    const displayed = this.board.displayed(code)
    const unjudged = (quote: BoardQuote) => quoteItem({ quote, judged: null, splits })
    return {
      recent: this.board.recent(code, recentSent).map(unjudged),
      displayed: displayed && unjudged(displayed),
      badPrints: this.board.badPrints(code).map(unjudged),
      tradable: tradable === null ? null : quoteItem({ quote: tradable, judged: tradable, splits }),
      real: real === null || real === tradable ? null : quoteItem({ quote: real, judged: real, splits }),
      hundred: state.recentMids,
      day: dayOf(state),
    }
  }

  private send(item: PriceItem): void {
    this.gathered.push(item)
    this.timer ??= setTimeout(() => this.flush(), gatherMs)
  }

  private flush(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    const items = this.gathered
    this.gathered = []
    if (items.length > 0) this.bus.publish('prices', items)
  }

  private publishRecordedTimes(): void {
    const times: Record<string, number> = {}
    for (const { code } of this.board.markets) {
      const at = this.board.recordedTime(code)
      if (at !== null) times[code] = at
    }
    if (Object.keys(times).length > 0) this.bus.publish('recorded', times)
  }
}
