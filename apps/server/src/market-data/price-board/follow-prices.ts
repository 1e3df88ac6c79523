import { stateFromMinutes, type TradableQuote } from '@candor/rules'
import type { Bus } from '../../platform/bus/bus.ts'
import type { MemoryPriceBoard } from './memory-price-board.ts'
import { dayOf, type PlaceItem, type PriceItem, quoteItem, readDay, readQuoteItem } from './price-items.ts'

const gatherMs = 10
const recentSent = 16
const beatMs = 500
const snapshotPatienceMs = 2_000

/** Initial state that a new board receives. */
export type Snapshot = Readonly<Record<string, PlaceItem>>

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
        this.tell(quoteItem({ quote, judged, splits: board.splitsOf(quote.code) }))
      }),
    )
    const beat = setInterval(() => this.publishRecordedTimes(), beatMs).unref()
    this.endings.push(() => clearInterval(beat))
  }

  /** The market's recording starts from its beginning. */
  restartRecording(code: string): void {
    if (!this.bus.alone) this.tell(code)
  }

  snapshot(): Snapshot {
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
    return {
      recent: this.board.recent(code, recentSent).map((quote) => quoteItem({ quote, judged: null, splits })),
      tradable: tradable === null ? null : quoteItem({ quote: tradable, judged: tradable, splits }),
      real: real === null || real === tradable ? null : quoteItem({ quote: real, judged: real, splits }),
      hundred: state.recentMids,
      day: dayOf(state),
    }
  }

  private tell(item: PriceItem): void {
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

/** Brings to our board what the leading one takes in, while another process leads the feeds. */
export class PriceFollower {
  private readonly board: MemoryPriceBoard
  private readonly recorded = new Map<string, number>()
  private following = true
  /** Quotes that arrived before the requested snapshot. */
  private early: PriceItem[] | null = null

  private constructor(board: MemoryPriceBoard) {
    this.board = board
  }

  static async open(bus: Bus, board: MemoryPriceBoard): Promise<PriceFollower> {
    const follower = new PriceFollower(board)
    if (bus.alone) return follower
    await bus.on('prices', (items) => follower.hear(items))
    await bus.on('recorded', (times) => follower.followRecordedTimes(times))
    bus.onLeader((office) => {
      if (office === 'feeds') void follower.catchUp(bus)
    })
    return follower
  }

  /** From now on this process leads the feeds itself. */
  end(): void {
    this.following = false
    this.recorded.clear()
  }

  /** Returns the recorded time as last received; null for a market that is not being replayed. */
  recordedNow(code: string): number | null {
    return this.recorded.get(code) ?? null
  }

  private hear(items: readonly PriceItem[]): void {
    if (!this.following) return
    if (this.early === null) for (const item of items) this.take(item)
    else this.early.push(...items)
  }

  private take(item: PriceItem): void {
    if (typeof item === 'string') {
      this.board.restartRecording(item)
      return
    }
    const judged = readQuoteItem(item)
    const { code, source, time } = judged.quote
    if (source === 'replay') this.recorded.set(code, time)
    else this.recorded.delete(code)
    this.board.follow(judged)
  }

  private followRecordedTimes(times: Readonly<Record<string, number>>): void {
    if (!this.following) return
    for (const [code, at] of Object.entries(times)) this.recorded.set(code, at)
  }

  /** Loads the state of the leading board from before this process listened. Without a response, the board begins with the next quotes. */
  private async catchUp(bus: Bus): Promise<void> {
    if (!this.following) return
    this.early ??= []
    const snapshot = await bus
      .call('feeds', 'snapshot', [], { repeatable: true, patienceMs: snapshotPatienceMs })
      .catch(() => null)
    if (snapshot !== null && this.following) this.adopt(snapshot as Snapshot)
    const early = this.early ?? []
    this.early = null
    this.hear(early)
  }

  private adopt(snapshot: Snapshot): void {
    for (const [code, place] of Object.entries(snapshot)) {
      const recentQuotes = place.recent.map(readQuoteItem)
      const recent = recentQuotes.map(({ quote }) => quote)
      const newest = recent.at(-1)
      if (newest?.source === 'replay') this.recorded.set(code, newest.time)
      const tradable = [place.real, place.tradable].flatMap((item) =>
        item === null ? [] : [readQuoteItem(item)],
      )
      const state = { ...stateFromMinutes(readDay(place.day)), recentMids: [...place.hundred] }
      this.board.adopt(code, { state, recent, tradable, splits: recentQuotes.at(-1)?.splits ?? 0 })
    }
  }
}
