import type { MarketItem, PriceEntry } from '@candor/contract'

/** The newest price of a market that the page has. */
export type LivePrice = PriceEntry

/**
 * Age of the quotes in a frame. `new`: all of them came just now. `greeting`: the first frame of a connection holds every market's
 * last price, however old. `all`: repeated after a subscription; only what differs from before is new.
 */
export type FrameKind = 'new' | 'greeting' | 'all'

export interface PriceStore {
  readonly get: (code: string) => LivePrice | undefined
  readonly apply: (entries: readonly PriceEntry[], nowMs: number, kind?: FrameKind) => void
  /** Records the age of these markets' prices from a response of the server. */
  readonly date: (items: readonly Pick<MarketItem, 'code' | 'ageMs'>[], receivedAtMs: number) => void
  /** Time of a market's newest quote, by the page's own clock; null: unknown. */
  readonly quotedAtMs: (code: string) => number | null
  /** Calls back when this market's price changes, and for no other. */
  readonly follow: (code: string, listener: () => void) => () => void
  /** Calls back once a frame, with its new entries. */
  readonly followAll: (listener: (changed: readonly LivePrice[]) => void) => () => void
}

/** True for an entry older than the stored one: frames of two connections may overlap. */
const isOlder = (entry: PriceEntry, known: LivePrice | undefined): boolean =>
  entry.seq !== undefined &&
  known?.seq !== undefined &&
  entry.seq < known.seq &&
  entry.source === known.source

const isNew = (entry: PriceEntry, known: LivePrice | undefined, kind: FrameKind): boolean =>
  kind === 'new' || (kind === 'all' && known !== undefined && entry.price !== known.price)

/** Stores prices by market outside React: a frame updates only the cells of its markets. */
export function createPriceStore(): PriceStore {
  const prices = new Map<string, LivePrice>()
  const byCode = new Map<string, Set<() => void>>()
  const quotedAt = new Map<string, number>()
  const all = new Set<(changed: readonly LivePrice[]) => void>()
  const date = (code: string, atMs: number) => {
    quotedAt.set(code, Math.max(atMs, quotedAt.get(code) ?? atMs))
  }
  const put = (entry: PriceEntry): LivePrice | null => {
    const known = prices.get(entry.code)
    if (isOlder(entry, known)) return null
    const next = { ...known, ...entry }
    prices.set(entry.code, next)
    return next
  }
  const tellFollowers = (code: string) => {
    for (const listener of byCode.get(code) ?? []) listener()
  }
  return {
    get: (code) => prices.get(code),
    date: (items, receivedAtMs) => {
      for (const { code, ageMs } of items) if (ageMs !== null) date(code, receivedAtMs - ageMs)
    },
    quotedAtMs: (code) => quotedAt.get(code) ?? null,
    apply: (entries, nowMs, kind = 'new') => {
      const quoted = entries.filter((entry) => isNew(entry, prices.get(entry.code), kind))
      const changed = entries.map(put).filter((price) => price !== null)
      if (changed.length === 0) return
      for (const { code } of quoted) date(code, nowMs)
      for (const { code } of changed) tellFollowers(code)
      for (const listener of all) listener(changed)
    },
    follow: (code, listener) => {
      const listeners = byCode.get(code) ?? new Set()
      byCode.set(code, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) byCode.delete(code)
      }
    },
    followAll: (listener) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}

/** Reads the entries of a frame. By the specification (§7), a text with a bracket is an array of entries; anything else is ignored. */
export function readFrame(text: string): readonly PriceEntry[] {
  if (!text.includes('[')) return []
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (value: unknown): value is PriceEntry => {
  const entry = value as Partial<PriceEntry> | null
  return typeof entry?.code === 'string' && typeof entry.price === 'string' && typeof entry.zdf === 'number'
}
