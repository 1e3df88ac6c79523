import { stateFromMinutes } from '@candor/rules'
import type { Bus } from '../../platform/bus/bus.ts'
import type { MemoryPriceBoard } from './memory-price-board.ts'
import { type PriceItem, type PriceSnapshot, readDay, readQuoteItem } from './price-items.ts'

const snapshotPatienceMs = 2_000

/** Feeds this process's board with the leading board's quotes while another process leads the feeds. */
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
    if (snapshot !== null && this.following) this.adopt(snapshot as PriceSnapshot)
    const early = this.early ?? []
    this.early = null
    this.hear(early)
  }

  private adopt(snapshot: PriceSnapshot): void {
    for (const [code, place] of Object.entries(snapshot)) {
      const recentQuotes = place.recent.map(readQuoteItem)
      const recent = recentQuotes.map(({ quote }) => quote)
      const newest = recent.at(-1)
      if (newest?.source === 'replay') this.recorded.set(code, newest.time)
      const tradable = [place.real, place.tradable].flatMap((item) =>
        item === null ? [] : [readQuoteItem(item)],
      )
      const state = { ...stateFromMinutes(readDay(place.day)), recentMids: [...place.hundred] }
      // A leader of an earlier version displays every quote.
      const { displayed = place.recent.at(-1) ?? null, badPrints = [] } = place
      this.board.adopt(code, {
        ...{ state, recent, tradable, splits: recentQuotes.at(-1)?.splits ?? 0 },
        displayed: displayed && readQuoteItem(displayed).quote,
        badPrints: badPrints.map((item) => readQuoteItem(item).quote),
      })
    }
  }
}
