/** Levels of an order from an event on, as its receipt states them. */
export interface StatedExits {
  readonly price?: string | null | undefined
  readonly stopLoss?: string | null | undefined
  readonly takeProfit?: string | null | undefined
  readonly trailing?: string | null | undefined
  readonly trailingFrom?: string | null | undefined
}

/** The part of an event on a receipt that states since when a level was watched. */
export interface StatedEvent {
  readonly number: number
  readonly kind: string
  /** Epoch ms. */
  readonly at: number
  readonly quote?: { readonly seq: number } | null | undefined
  readonly since?: { readonly seq: number } | null | undefined
  readonly exits?: StatedExits | undefined
}

export type WatchedLevel = 'price' | 'stopLoss' | 'takeProfit' | 'trailing'

/** Start of watching a level: after the quote `seq`, or where no quote is recorded, from the moment `at`. */
export interface WatchedSince {
  readonly event: number
  readonly level: string
  /** Of a trailing stop: the best price it began with. */
  readonly trailingFrom: string | null
  readonly seq: number | null
  readonly at: number
}

/** Quotes in this time after a split may be on the old scale and are not used. */
export const splitPauseMs = 60_000

/** The last quote received before an event's levels took effect; null when none is recorded. */
function lastBefore(event: StatedEvent): number | null {
  if (event.kind === 'edit') return event.since?.seq ?? null
  if (event.kind === 'split') return null
  const seq = event.quote?.seq ?? null
  // A roll happens at the first quote of the new contract, which then counts.
  return event.kind === 'roll' && seq !== null ? seq - 1 : seq
}

/** Reports whether an event restarts the watching of a level: it set another level, or set a trailing stop again. */
function begins(kind: string, exits: StatedExits, of: WatchedLevel, before: string | null): boolean {
  if (kind === 'split' || kind === 'roll') return true
  if (of === 'trailing' && exits.trailingFrom != null) return true
  return (exits[of] ?? null) !== before
}

/**
 * The event since which an order watched a level, up to the event `number` that it caused; null when it had no such
 * level. Exits are watched from the opening on, a waiting order's level from its placement on.
 */
export function watchedSince(
  events: readonly StatedEvent[],
  number: number,
  of: WatchedLevel,
): WatchedSince | null {
  const earlier = events.filter((event) => event.number < number)
  const watching = of === 'price' ? earlier : fromOpening(earlier)
  let found: WatchedSince | null = null
  for (const event of watching) {
    const { kind, exits } = event
    if (exits === undefined || !begins(kind, exits, of, found?.level ?? null)) continue
    const level = exits[of] ?? null
    found = level === null ? null : sinceOf(event, level, exits.trailingFrom ?? null)
  }
  return found
}

function fromOpening(events: readonly StatedEvent[]): readonly StatedEvent[] {
  const opening = events.findIndex(({ kind }) => kind === 'open')
  return opening < 0 ? [] : events.slice(opening)
}

/** Reports whether a receipt can prove its reasons: orders placed before events stated their levels cannot. */
export const provesReasons = (events: readonly Pick<StatedEvent, 'kind' | 'exits'>[]): boolean =>
  events.every(({ kind, exits }) => (kind !== 'place' && kind !== 'open') || exits !== undefined)

const sinceOf = (event: StatedEvent, level: string, trailingFrom: string | null): WatchedSince => ({
  event: event.number,
  level,
  trailingFrom,
  seq: lastBefore(event),
  at: event.at + (event.kind === 'split' ? splitPauseMs : 0),
})
