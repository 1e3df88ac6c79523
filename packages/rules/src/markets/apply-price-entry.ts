/** A chart keeps the last 100 points (specification §7, Live prices). */
const kept = 100

/** Snapshot of one market's price in the browser; `applyPriceEntry` gives the next one. */
export interface ShownPrice {
  readonly code: string
  /** The latest mid as text, for display. */
  readonly price: string | null
  /** 24-hour change in percent. */
  readonly zdf: number
  readonly hundred: readonly number[]
  readonly bid: string | null
  readonly ask: string | null
  /** The source's time, epoch ms; null unless subscribed. */
  readonly time: number | null
  readonly seq: number | null
  readonly source: string | null
  /** Direction of the last change: −1, 0 or 1. */
  readonly moved: -1 | 0 | 1
}

/** One entry of a `/websocket/message` frame. */
export interface PriceEntryLike {
  readonly code: string
  readonly price: string
  readonly zdf: number
  readonly bid?: string | undefined
  readonly ask?: string | undefined
  readonly time?: number | undefined
  readonly seq?: number | undefined
  readonly source?: string | undefined
}

/**
 * Applies an entry to the shown price. Returns the same object when the entry changes nothing, so that nothing is
 * rendered again. Numbers here are for drawing only. Drops an entry with an older sequence than the one shown.
 */
export function applyPriceEntry(shown: ShownPrice, entry: PriceEntryLike): ShownPrice {
  if (entry.seq !== undefined && shown.seq !== null && entry.seq < shown.seq) return shown
  if (sameAs(shown, entry)) return shown
  const moved = movedTo(shown.price, entry.price)
  const changed = shown.price !== entry.price
  return {
    code: shown.code,
    price: entry.price,
    zdf: entry.zdf,
    hundred: changed ? [...shown.hundred.slice(-(kept - 1)), Number(entry.price)] : shown.hundred,
    bid: entry.bid ?? shown.bid,
    ask: entry.ask ?? shown.ask,
    time: entry.time ?? shown.time,
    seq: entry.seq ?? shown.seq,
    source: entry.source ?? shown.source,
    moved: changed ? moved : shown.moved,
  }
}

function sameAs(shown: ShownPrice, entry: PriceEntryLike): boolean {
  const unchanged = shown.price === entry.price && shown.zdf === entry.zdf
  if (entry.seq === undefined) return unchanged
  return unchanged && entry.seq === shown.seq && entry.source === shown.source
}

function movedTo(before: string | null, after: string): -1 | 0 | 1 {
  if (before === null) return 0
  const difference = Number(after) - Number(before)
  return difference > 0 ? 1 : difference < 0 ? -1 : 0
}
