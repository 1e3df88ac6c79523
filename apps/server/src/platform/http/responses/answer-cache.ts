import type { Clock } from '../../clock.ts'

interface Kept<T> {
  readonly answer: Promise<T>
  /** Epoch ms by the installation's clock; infinite while it is being made. */
  until: number
}

/**
 * Caches responses that are the same for every caller. Concurrent requests share one computation; an expired response is computed again.
 * Bounded: evicts the least recently requested one. Does not cache failures.
 */
export class AnswerCache<T> {
  private readonly clock: Clock
  private readonly most: number
  private readonly kept = new Map<string, Kept<T>>()

  constructor(clock: Clock, most: number) {
    this.clock = clock
    this.most = most
  }

  /** Returns the response for a key; `keptMs` gives its lifetime in the cache. */
  get(key: string, make: () => Promise<T>, keptMs: (answer: T) => number): Promise<T> {
    const found = this.kept.get(key)
    if (found !== undefined) this.kept.delete(key)
    const entry =
      found !== undefined && this.clock.now() < found.until ? found : this.begin(key, make, keptMs)
    this.kept.set(key, entry)
    const [oldest] = this.kept.keys()
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest)
    return entry.answer
  }

  /** Clears the cache: requests from now on compute their response again. */
  clear(): void {
    this.kept.clear()
  }

  private begin(key: string, make: () => Promise<T>, keptMs: (answer: T) => number): Kept<T> {
    const entry: Kept<T> = { answer: make(), until: Number.POSITIVE_INFINITY }
    entry.answer.then(
      (answer) => {
        entry.until = this.clock.now() + keptMs(answer)
      },
      () => {
        if (this.kept.get(key) === entry) this.kept.delete(key)
      },
    )
    return entry
  }
}
