import type { Price } from '@candor/money'
import type { AccountMode, TradableQuote } from '@candor/rules'
import type { Account, Position } from '../engine/position.ts'
import { longestLookBackMs } from '../quotes/look-back.ts'
import type { Walk } from '../quotes/walk.ts'

/** A quote that reached an order's level. */
export interface ReachedBy {
  readonly quote: TradableQuote
  /** The best price that a trailing stop had followed then; null of any other level. */
  readonly best: Price | null
}

interface Held {
  /** The level that was reached; another one is watched anew. */
  readonly level: string
  /** The quote that reached it first. */
  readonly first: ReachedBy
  readonly act: () => void
}

/**
 * Time for which an engine's progress waits for what is held, half of the look-back of the next engine (`MissedQuotes`): a price that never
 * comes must not cost the other orders what they have followed.
 */
const takenAgainMs = longestLookBackMs / 2

/**
 * Orders whose level was reached before every price that decides about them had come, as in the first seconds of an engine (ADR-179). Each
 * is carried out at the quote that reached it first, once the missing price comes: a receipt shows no earlier one.
 */
export class HeldTriggers {
  private readonly held = new Map<Position, Held>()

  /** Something that was reached lately waits for a price: an engine that takes over now has to take its quote again. */
  isHolding(now: number): boolean {
    for (const { first } of this.held.values()) if (now - first.quote.receivedAt < takenAgainMs) return true
    return false
  }

  /** Returns the quote that reached this level first: this one, unless an earlier one is held. */
  firstOf(position: Position, level: string, reached: ReachedBy): ReachedBy {
    const held = this.held.get(position)
    return held?.level === level ? held.first : reached
  }

  /** `act` carries it out if it still can be, and may hold it again. */
  hold(position: Position, held: Held): void {
    this.held.set(position, held)
  }

  release(position: Position): void {
    this.held.delete(position)
  }

  /** A walk that tries once more what is held for accounts of these modes, in the order of placing; null when nothing is. */
  retry(modes: readonly AccountMode[]): Walk | null {
    if (this.held.size === 0 || modes.length === 0) return null
    const held = [...this.held].filter(([{ account }]) => modes.includes(account.mode))
    if (held.length === 0) return null
    for (const [position] of held) this.held.delete(position)
    held.sort(([a], [b]) => (a.sequence < b.sequence ? -1 : 1))
    const pending = new Set<Account>(held.map(([{ account }]) => account))
    function* steps() {
      for (const [, { act }] of held) {
        act()
        yield
      }
    }
    return { pending, steps: steps() }
  }
}
