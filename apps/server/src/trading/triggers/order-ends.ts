import { isRefusedByDatabase } from '../commits/effect.ts'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import type { PositionsInDoubt } from '../engine/positions-in-doubt.ts'
import type { WaitingOrders } from '../orders/waiting-orders.ts'
import type { Walk } from '../quotes/walk.ts'
import { refusedRetryMs } from './held-triggers.ts'

/** Ends waiting orders at their time. */
export class OrderEnds {
  private readonly context: EngineContext
  private readonly waiting: WaitingOrders
  private readonly doubts: PositionsInDoubt

  constructor(context: EngineContext, waiting: WaitingOrders, doubts: PositionsInDoubt) {
    this.context = context
    this.waiting = waiting
    this.doubts = doubts
  }

  /** Ends every order that expires by then, the oldest first; null when there is none. */
  endsDue(until: number): Walk | null {
    const ended = this.context.book.endedBy(until)
    if (ended.length === 0) return null
    const pending = new Set(ended.map(({ account }) => account))
    const end = (position: Position) => this.expire(position)
    function* steps() {
      for (const position of ended) {
        end(position)
        yield
      }
    }
    return { pending, steps: steps() }
  }

  private expire(position: Position): void {
    if (position.status !== 'pending') return
    // While a change of it may be refused it waits on, until that is certain.
    if (position.inDoubt > 0) this.doubts.defer(position, () => this.expire(position))
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
