import type { DepthState, MarketTrade } from '@candor/contract'
import type { BookChange, DepthProtocol } from './depth-protocol.ts'
import { type DepthView, viewOf } from './depth-view.ts'
import type { OrderBook } from './order-book.ts'

/** Levels of either side that are shown. */
const shownLevels = 50
const mostTrades = 50
/** Time for the exchange to send a book after it was asked. */
const patienceMs = 15_000

/** Reason why a book has to be read again. */
export type BookFault = 'checksum' | 'exhausted'

/** Book and trades of a market while somebody looks at it. */
export class FollowedMarket {
  readonly code: string
  readonly symbol: string
  private readonly protocol: DepthProtocol
  private readonly book: OrderBook
  private shown: DepthView
  /** The book as the exchange has it; false before its snapshot, and after a gap. */
  private synced = false
  private isRefused = false
  private askedAt = performance.now()
  private hasBook = false

  constructor(code: string, symbol: string, protocol: DepthProtocol) {
    this.code = code
    this.symbol = symbol
    this.protocol = protocol
    this.book = protocol.newBook()
    this.shown = viewOf('waiting', protocol.exchange)
  }

  /** Takes in a change; returns why the book cannot be trusted after it, or null. */
  take(change: BookChange, now: number): BookFault | null {
    if (change.whole) this.book.replace(change.bids, change.asks)
    else if (!this.synced) return null
    else this.book.change(change.bids, change.asks)
    const fault = this.faultAfter(change)
    this.synced = fault === null
    if (fault !== null) return fault
    this.hasBook = true
    this.shown = { ...this.shown, book: this.book.top(shownLevels), time: change.time ?? now }
    return null
  }

  /** Takes in a trade, unless it is known already, such as after a reconnection. */
  takeTrade(trade: MarketTrade, now: number): void {
    const { trades } = this.shown
    if (trades.some(({ id }) => id === trade.id)) return
    const merged = [trade, ...trades].sort(newestFirst).slice(0, mostTrades)
    this.shown = { ...this.shown, trades: merged, time: Math.max(this.shown.time ?? 0, now) }
  }

  /** The exchange's messages are missing from now on: what is shown is the last known until it sends the whole book again. */
  lose(): void {
    this.synced = false
    this.askedAt = performance.now()
  }

  refuse(): void {
    this.isRefused = true
  }

  /** `isHeard`: the connection is open, and something was received on it lately. */
  view(isHeard: boolean): DepthView {
    const state = this.stateNow(isHeard)
    if (state === 'none') return viewOf('none', null)
    if (state !== this.shown.state) this.shown = { ...this.shown, state }
    return this.shown
  }

  private stateNow(isHeard: boolean): DepthState {
    if (this.isRefused) return 'none'
    if (this.synced && isHeard) return 'live'
    return this.hasBook || performance.now() - this.askedAt > patienceMs ? 'stale' : 'waiting'
  }

  private faultAfter({ checksum }: BookChange): BookFault | null {
    const { checksumOf } = this.protocol
    if (checksum !== null && checksumOf !== null && checksumOf(this.book) !== checksum) return 'checksum'
    return this.book.lacks(shownLevels) ? 'exhausted' : null
  }
}

/** Trades of the same moment are in the order of their numbers. */
function newestFirst(one: MarketTrade, other: MarketTrade): number {
  if (one.time !== other.time) return other.time - one.time
  return one.id.length === other.id.length ? other.id.localeCompare(one.id) : other.id.length - one.id.length
}
