import type { Clock } from '../../clock.ts'
import { TooMany } from '../refusal.ts'

interface CacheEntry<T> {
  readonly value: Promise<T>
  /** Epoch ms by the installation's clock; infinite while it is being made. */
  until: number
}

/**
 * Caches responses that are the same for every caller. Concurrent requests share one computation; an expired response is computed again.
 * Bounded: evicts the least recently requested one. Does not cache failures.
 */
export class ResponseCache<T> {
  private readonly clock: Clock
  private readonly most: number
  private readonly entries = new Map<string, CacheEntry<T>>()

  constructor(clock: Clock, most: number) {
    this.clock = clock
    this.most = most
  }

  /** Returns the response for a key; `lifetimeMs` gives its lifetime in the cache. */
  get(key: string, make: () => Promise<T>, lifetimeMs: (value: T) => number): Promise<T> {
    const found = this.entries.get(key)
    if (found !== undefined) this.entries.delete(key)
    const entry =
      found !== undefined && this.clock.now() < found.until ? found : this.begin(key, make, lifetimeMs)
    this.entries.set(key, entry)
    const [oldest] = this.entries.keys()
    if (this.entries.size > this.most && oldest !== undefined) this.entries.delete(oldest)
    return entry.value
  }

  /**
   * Like `get`, where `make` waits for the turn of the caller whose request began the computation: a 429 is only that caller's, and
   * others begin it again.
   */
  async getInTurn(key: string, make: () => Promise<T>, lifetimeMs: (value: T) => number): Promise<T> {
    for (;;) {
      let isOwn = false
      const begin = () => {
        isOwn = true
        return make()
      }
      try {
        return await this.get(key, begin, lifetimeMs)
      } catch (error) {
        if (isOwn || !(error instanceof TooMany)) throw error
      }
    }
  }

  /** Clears the cache: requests from now on compute their response again. */
  clear(): void {
    this.entries.clear()
  }

  private begin(key: string, make: () => Promise<T>, lifetimeMs: (value: T) => number): CacheEntry<T> {
    const entry: CacheEntry<T> = { value: make(), until: Number.POSITIVE_INFINITY }
    entry.value.then(
      (value) => {
        entry.until = this.clock.now() + lifetimeMs(value)
      },
      () => {
        if (this.entries.get(key) === entry) this.entries.delete(key)
      },
    )
    return entry
  }
}
