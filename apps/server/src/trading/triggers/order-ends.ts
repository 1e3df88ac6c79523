import { isRefusedByDatabase } from '../commits/effect.ts'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import type { PositionsInDoubt } from '../engine/positions-in-doubt.ts'
import type { WaitingOrders } from '../orders/waiting-orders.ts'
import type { Walk } from '../quotes/walk.ts'
import { type HeldTriggers, refusedRetryMs } from './held-triggers.ts'

/** Delay before the end of an order that was reached before it is looked at again. */
const reachedRetryMs = 1_000

/** Ends waiting orders at their time. */
export class OrderEnds {
  private readonly context: EngineContext
  private readonly waiting: WaitingOrders
  private readonly doubts: PositionsInDoubt
  private readonly held: HeldTriggers

  constructor(
    context: EngineContext,
    waiting: WaitingOrders,
    { doubts, held }: { readonly doubts: PositionsInDoubt; readonly held: HeldTriggers },
  ) {
    this.context = context
    this.waiting = waiting
    this.doubts = doubts
    this.held = held
  }

  /** Ends every order that expires by then, the oldest first; null when there is none. */
  endsDue(until: number): Walk | null {
    const ended = this.context.book.endedBy(until)
    if (ended.length === 0) return null
    const pending = new Set(ended.map(({ account }) => account))
    const end = (position: Position) => this.expire(position, until)
    function* steps() {
      for (const position of ended) {
        end(position)
        yield
      }
    }
    return { pending, steps: steps() }
  }

  private expire(position: Position, until: number): void {
    if (position.status !== 'pending') return
    const { book, clock } = this.context
    // Its level was reached before: it is filled once the price or the outcome that it waits for is there (ADR-231).
    if (this.held.isReached(position) || this.doubts.isDeferred(position))
      book.putOffEnd(position, Math.max(until, clock.now()) + reachedRetryMs)
    // While a change of it may be refused it waits on, until that is certain.
    else if (position.inDoubt > 0) this.doubts.defer(position, () => this.expire(position, until))
    else this.putOffIfRefused(this.waiting.end(position, 'expire', null))
  }

  /** An order that the database did not end is due again at once; it is put off. */
  private putOffIfRefused({ position, outcome }: PendingCommit): void {
    const { book, clock } = this.context
    outcome.then(
      (known) => {
        if (isRefusedByDatabase(known)) book.putOffEnd(position, clock.now() + refusedRetryMs)
      },
      // The queue has reported why it stopped.
      () => undefined,
    )
  }
}
