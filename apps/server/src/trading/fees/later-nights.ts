import { nextRollover } from '@candor/rules'
import type { Position } from '../engine/position.ts'

/** Positions whose next night comes after the moment up to which nights were charged last: that of an action of a market. */
export class LaterNights {
  private waiting: Position[] = []

  add(position: Position): void {
    this.waiting.push(position)
  }

  /** Takes out those whose next night is due by a moment, epoch ms. Called with every quote: there are none but after such an action. */
  take(until: number): readonly Position[] {
    if (this.waiting.length === 0) return this.waiting
    const isDue = ({ swappedThrough }: Position) => nextRollover(swappedThrough) <= until
    const due = this.waiting.filter(isDue)
    this.waiting = this.waiting.filter((position) => !isDue(position))
    return due
  }
}
