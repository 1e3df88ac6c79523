import type { DepthMessage } from '@candor/contract'
import type { DepthView } from '../../market-data/depth/depth-view.ts'
import { textFrame } from './text-frame.ts'

/** Frames of one market: what changed since the last beat, and everything for a client that has nothing yet. Each is made once for all clients. */
export class DepthFrames {
  private readonly code: string
  private sent: DepthView | null = null
  private changedFrame: Buffer | null = null
  private wholeFrame: Buffer | null = null

  constructor(code: string) {
    this.code = code
  }

  /** Takes over the view of this beat. */
  beat(view: DepthView): void {
    const before = this.sent
    this.sent = view
    const isSame = before !== null && isSameView(before, view)
    this.changedFrame = before === null || isSame ? null : this.changes(before, view)
    if (!isSame) this.wholeFrame = null
  }

  get changed(): Buffer | null {
    return this.changedFrame
  }

  get whole(): Buffer | null {
    if (this.sent === null) return null
    const { book, trades, ...view } = this.sent
    this.wholeFrame ??= this.write({ ...view, ...book, trades: [...trades], whole: true })
    return this.wholeFrame
  }

  private changes(before: DepthView, view: DepthView): Buffer {
    const { state, exchange, time, book, trades } = view
    const known = new Set(before.trades.map(({ id }) => id))
    const fresh = trades === before.trades ? [] : trades.filter(({ id }) => !known.has(id))
    return this.write({
      ...{ state, exchange, time },
      ...(book !== before.book && book),
      ...(fresh.length > 0 && { trades: fresh }),
      whole: false,
    })
  }

  private write(message: Omit<DepthMessage, 'code' | 'bids' | 'asks'> & Partial<DepthView['book']>): Buffer {
    return textFrame(JSON.stringify({ code: this.code, ...message }))
  }
}

const isSameView = (one: DepthView, other: DepthView): boolean =>
  one.state === other.state &&
  one.exchange === other.exchange &&
  one.book === other.book &&
  one.trades === other.trades
