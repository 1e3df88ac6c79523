import type { PriceEntry } from '@candor/contract'
import { writePrice } from '@candor/money'
import { dayFigures } from '@candor/rules'
import type { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'

/** The two forms of one market's entry, serialised once a beat for all clients. */
interface Written {
  readonly short: string
  readonly full: string
}

/** The entries of all markets as text; a quote only marks its market, writing waits for the next beat. */
export class PriceEntries {
  private readonly board: MemoryPriceBoard
  private readonly written = new Map<string, Written>()
  private changed = new Set<string>()

  constructor(board: MemoryPriceBoard) {
    this.board = board
    for (const { code } of board.markets) this.write(code)
  }

  mark(code: string): void {
    this.changed.add(code)
  }

  /** Writes what changed since the last beat and names it, in the order of the market list. */
  beat(): ReadonlySet<string> {
    const { changed } = this
    this.changed = new Set()
    for (const code of changed) this.write(code)
    return changed
  }

  /** Writes the array of a frame: these codes, in full where `subscribed`. Null when there is nothing to send. */
  frameText(codes: Iterable<string>, subscribed: ReadonlySet<string>): string | null {
    let text = ''
    for (const code of codes) {
      const entry = this.written.get(code)
      if (entry === undefined) continue
      text += `${text === '' ? '[' : ','}${subscribed.has(code) ? entry.full : entry.short}`
    }
    return text === '' ? null : `${text}]`
  }

  get codes(): Iterable<string> {
    return this.written.keys()
  }

  private write(code: string): void {
    const market = this.board.market(code)
    const state = this.board.state(code)
    const { latest } = state
    if (market === null || latest === null) return
    const entry: PriceEntry = {
      code,
      price: writePrice(latest.mid, market.digits),
      zdf: dayFigures(state).changePercent,
    }
    const full: PriceEntry = {
      ...entry,
      bid: writePrice(latest.bid, market.digits),
      ask: writePrice(latest.ask, market.digits),
      time: latest.time,
      seq: latest.seq,
      source: latest.source,
    }
    this.written.set(code, { short: JSON.stringify(entry), full: JSON.stringify(full) })
  }
}
