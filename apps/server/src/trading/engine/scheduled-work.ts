import type { SwapCharges } from '../fees/swap-charges.ts'
import { inARow, noWalk, type Walk } from '../quotes/walk.ts'
import type { OrderEnds } from '../triggers/order-ends.ts'

/** Work that falls due by the clock: the expiry of waiting orders, and the swap charges at 17:00 New York. */
export class ScheduledWork {
  private readonly ends: OrderEnds
  private readonly swaps: SwapCharges

  constructor(ends: OrderEnds, swaps: SwapCharges) {
    this.ends = ends
    this.swaps = swaps
  }

  /** Returns the next walk that is due by a moment, expiries of orders before the night's charges; null for none. */
  next(until: number): Walk | null {
    const night = this.swaps.nextDue
    return (
      this.ends.endsDue(Math.min(until, night)) ??
      (night <= until ? this.swaps.night() : this.swaps.followingNights(until))
    )
  }

  /** Returns a function that gives what is due by an action's moment, one walk after the other, owed nights first; null at the end. */
  beforeAction(until: number): () => Walk | null {
    let owed = this.swaps.owedNights(until)
    return () => {
      const walk = owed ?? this.next(until)
      owed = null
      return walk
    }
  }

  /** Returns everything that is due by a moment as one walk. */
  through(until: number): Walk {
    const first = this.next(until)
    return first === null ? noWalk : inARow(first, () => this.through(until))
  }
}
