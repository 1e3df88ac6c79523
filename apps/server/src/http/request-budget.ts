import type { Clock } from '../clock.ts'

/** `burst` requests at once, refilled at `perSecond`. */
export interface BudgetRule {
  readonly burst: number
  readonly perSecond: number
}

interface Bucket {
  left: number
  at: number
}

const manyKeys = 50_000

/** A token bucket a key: how many requests one account or one address may make. */
export class RequestBudget {
  private readonly rule: BudgetRule
  private readonly clock: Clock
  private readonly buckets = new Map<string, Bucket>()

  constructor(rule: BudgetRule, clock: Clock) {
    this.rule = rule
    this.clock = clock
  }

  /** Takes one; 0 when it was there, else the milliseconds until the next one is. */
  take(key: string): number {
    const now = this.clock.now()
    const bucket = this.buckets.get(key) ?? this.start(key, now)
    const refilled = bucket.left + (Math.max(0, now - bucket.at) * this.rule.perSecond) / 1000
    bucket.left = Math.min(this.rule.burst, refilled)
    bucket.at = now
    if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * 1000) / this.rule.perSecond)
    bucket.left -= 1
    return 0
  }

  private start(key: string, now: number): Bucket {
    const [oldest] = this.buckets.keys()
    if (this.buckets.size >= manyKeys && oldest !== undefined) this.buckets.delete(oldest)
    const bucket = { left: this.rule.burst, at: now }
    this.buckets.set(key, bucket)
    return bucket
  }
}
