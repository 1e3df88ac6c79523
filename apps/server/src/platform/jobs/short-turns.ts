import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Well below the 50 ms that nothing may hold the event loop for. */
const longestMs = 8

/** Divides long work into turns of some milliseconds. Check `isOver` after each step, and await `next` once it is. */
export class ShortTurns {
  private began = performance.now()

  isOver(): boolean {
    return performance.now() - this.began >= longestMs
  }

  /** Resolves after everything else that waits has had its turn. */
  async next(): Promise<void> {
    await nextTurn()
    this.began = performance.now()
  }
}
