import type { Clock } from '../clock.ts'

/** How guessing is slowed: `free` failures cost nothing, then the wait doubles from `firstWaitMs` to `longestWaitMs`. */
export interface SlowDownRule {
  readonly free: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  /** Without a failure for this long, the count starts anew. */
  readonly forgetMs: number
}

interface Guessing {
  failures: number
  lastAt: number
}

const manyKeys = 100_000

/** Counts failures a key (an account, an address). In memory: a restart forgives, an attacker cannot cause one. */
export class SlowDown {
  private readonly rule: SlowDownRule
  private readonly clock: Clock
  private readonly guesses = new Map<string, Guessing>()

  constructor(rule: SlowDownRule, clock: Clock) {
    this.rule = rule
    this.clock = clock
  }

  /** Milliseconds until the next attempt is heard; 0 when it is heard now. */
  waitMs(key: string): number {
    const guessing = this.current(key)
    if (guessing === null || guessing.failures < this.rule.free) return 0
    const doublings = Math.min(guessing.failures - this.rule.free, 30)
    const wait = Math.min(this.rule.firstWaitMs * 2 ** doublings, this.rule.longestWaitMs)
    return Math.max(0, guessing.lastAt + wait - this.clock.now())
  }

  failed(key: string): void {
    const failures = (this.current(key)?.failures ?? 0) + 1
    this.guesses.delete(key)
    this.guesses.set(key, { failures, lastAt: this.clock.now() })
    const [oldest] = this.guesses.keys()
    if (this.guesses.size > manyKeys && oldest !== undefined) this.guesses.delete(oldest)
  }

  succeeded(key: string): void {
    this.guesses.delete(key)
  }

  private current(key: string): Guessing | null {
    const guessing = this.guesses.get(key)
    if (guessing === undefined) return null
    if (this.clock.now() - guessing.lastAt <= this.rule.forgetMs) return guessing
    this.guesses.delete(key)
    return null
  }
}
