import { setImmediate as nextTurn } from 'node:timers/promises'
import { unitsPerEffect } from '../quotes/quote-queue.ts'

/**
 * Does what outcomes bring about in their order. One commit may have the outcomes of many accounts; what is too much for one turn of the
 * event loop is done in the next ones.
 */
export class OutcomeTurns {
  /** Units that are done in one turn of the event loop (see `QuoteQueue`). */
  private readonly unitsPerTurn: number
  /** Returns the number of effects decided so far. */
  private readonly decisionCount: () => number
  private readonly waiting = new Set<() => void>()
  private units: number
  private countBefore = 0
  private isScheduled = false

  constructor(unitsPerTurn: number, decisionCount: () => number) {
    this.unitsPerTurn = unitsPerTurn
    this.decisionCount = decisionCount
    this.units = unitsPerTurn
  }

  /** Acts now and returns null if this turn has units left; otherwise returns the promise that resolves when it has acted in a later one. */
  take(act: () => void): Promise<void> | null {
    if (this.waiting.size === 0 && this.units > 0) {
      this.spend(act)
      return null
    }
    return new Promise((resolve) => {
      this.waiting.add(() => {
        act()
        resolve()
      })
    })
  }

  /** Checks whether what acts now has used up this turn, and should leave the rest to a later one. */
  get isOver(): boolean {
    return this.units - this.spent <= 0
  }

  /** Resolves when `written` has resolved with nothing left to do: what was done meanwhile may have decided more. */
  async settled(written: () => Promise<void>): Promise<void> {
    await written()
    while (this.waiting.size > 0) {
      await nextTurn()
      await written()
    }
  }

  private spend(act: () => void): void {
    this.later()
    this.countBefore = this.decisionCount()
    act()
    this.units -= 1 + this.spent
  }

  private get spent(): number {
    return unitsPerEffect * (this.decisionCount() - this.countBefore)
  }

  private later(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      this.units = this.unitsPerTurn
      this.work()
    })
  }

  private work(): void {
    for (const act of this.waiting) {
      if (this.units <= 0) return
      this.waiting.delete(act)
      this.spend(act)
    }
  }
}
