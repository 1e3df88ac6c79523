import type { Price } from '@candor/money'
import {
  type AccountMode,
  accept,
  type CloseReason,
  type Decision,
  refuse,
  refuseUnavailable,
  type TradableQuote,
} from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import { isRefusedByDatabase } from '../commits/effect.ts'
import type { Account, Position } from '../engine/position.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import { longestLookBackMs } from '../quotes/look-back.ts'
import type { Walk } from '../quotes/walk.ts'

/** A quote that reached an order's level. */
export interface ReachedBy {
  readonly quote: TradableQuote
  /** The best price that a trailing stop had followed then; null of any other level. */
  readonly best: Price | null
}

/** A level of an order that may be reached: the one it waits for, or an exit. */
type Trigger = 'entry' | CloseReason

const triggers = ['entry', 'stopLoss', 'trailing', 'takeProfit'] as const

/** Names an order's level of now, of a trailing stop its distance: what was reached at another one counts no more. */
export function levelOf({ price, stopLoss, takeProfit, trailing }: Position, trigger: Trigger): string {
  if (trigger === 'entry') return `entry ${price}`
  return `${trigger} ${trigger === 'stopLoss' ? stopLoss : trigger === 'takeProfit' ? takeProfit : trailing}`
}

interface Held {
  /** The level that was reached; another one is watched anew. */
  readonly level: string
  /** The quote that reached it first. */
  readonly first: ReachedBy
  readonly act: () => void
  /** Not carried out before this time (epoch ms), because the database did not take it; absent: as soon as there is a price. */
  readonly notBefore?: number
}

/** Delay before an order that the database did not take is tried again. */
export const refusedRetryMs = 60_000

/**
 * Time for which an engine's progress waits for what is held, half of the look-back of the next engine (`MissedQuotes`): a price that never
 * comes must not cost the other orders what they have followed.
 */
const takenAgainMs = longestLookBackMs / 2

/** Time for which the owner of an order cannot change what was reached: a feed that is dead for longer traps nobody (ADR-231). */
const lockedMs = takenAgainMs

/**
 * Orders whose level was reached before every price that decides about them had come, as in the first seconds of an engine (ADR-179), and
 * those that the database did not take (ADR-220). Each is carried out at the quote that reached it first, once that is possible: a receipt
 * shows no earlier one.
 */
export class HeldTriggers {
  private readonly held = new Map<Position, Held>()
  private readonly clock: Clock
  private readonly startedAt: number

  constructor(clock: Clock) {
    this.clock = clock
    this.startedAt = clock.now()
  }

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

  /** Holds it if the database does not take what was decided, and tries it again later. */
  holdIfRefused({ position, outcome }: PendingCommit, held: Omit<Held, 'notBefore'>): void {
    outcome.then(
      (known) => {
        const notBefore = this.clock.now() + refusedRetryMs
        if (isRefusedByDatabase(known)) this.held.set(position, { ...held, notBefore })
      },
      // The queue has reported why it stopped.
      () => undefined,
    )
  }

  /** Checks whether this level may not be carried out yet, because the database did not take it a moment ago. */
  isBarred(position: Position, level: string): boolean {
    const held = this.held.get(position)
    return held?.level === level && this.isEarly(held)
  }

  /** An order of this status that its owner may change; refuses `reached` while it is decided, `notFound` without one. */
  changeable(position: Position | null, status = position?.status): Decision<Position> {
    if (position === null || position.status !== status) return refuse('notFound')
    return this.isReached(position) ? refuseUnavailable('reached') : accept(position)
  }

  /**
   * Checks whether a level of an order was reached and waits for a price. What was reached is decided: until it is carried out its owner, who
   * sees later prices, changes nothing about it (ADR-231).
   */
  isReached(position: Position): boolean {
    const held = this.waitingForPrice(position)
    if (held === null) return false
    const since = Math.max(held.first.quote.receivedAt, this.startedAt)
    return this.clock.now() - since < lockedMs
  }

  /** Checks whether another level of an order was reached before this one, and waits for a price. */
  isOvertaken(position: Position, level: string): boolean {
    const held = this.waitingForPrice(position)
    return held !== null && held.level !== level
  }

  /** Null if nothing of it is held, or its level has changed since, as by a split, or the database did not take it. */
  private waitingForPrice(position: Position): Held | null {
    const held = this.held.get(position)
    if (held === undefined || held.notBefore !== undefined) return null
    return triggers.some((trigger) => levelOf(position, trigger) === held.level) ? held : null
  }

  private isEarly({ notBefore = 0 }: Held): boolean {
    return notBefore > this.clock.now()
  }

  release(position: Position): void {
    this.held.delete(position)
  }

  /**
   * A walk that tries once more what is held for a price of accounts of these modes, and what the database did not take a while ago, in the
   * order of placing; null when nothing is.
   */
  retry(modes: readonly AccountMode[]): Walk | null {
    if (this.held.size === 0) return null
    const isDue = ([{ account }, one]: [Position, Held]): boolean =>
      one.notBefore === undefined ? modes.includes(account.mode) : !this.isEarly(one)
    const held = [...this.held].filter(isDue)
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
