import type { ClockedDatabase } from '../database/database.ts'
import { evictOldest } from '../evict-oldest.ts'
import { keyOf } from './key-of.ts'

/** `burst` requests at once, refilled at `perSecond`. */
export interface BudgetRule {
  readonly burst: number
  readonly perSecond: number
}

/** Part of a key's budget that a process holds. */
interface Held {
  left: number
  readonly until: number
}

/** An exhausted budget, as a process remembers it. */
interface Exhausted {
  readonly until: number
  /** The database is asked again from here on: a parameter may have changed. */
  readonly recheckAt: number
}

const leaseShare = 20
const largestLease = 1_000
const leaseLastsMs = 10_000
const manyKeys = 50_000
/** Longest time for which an exhausted budget is refused without a query. */
const recheckMs = 1_000

/**
 * Budget of requests of one account or one network, over all processes. The budgets are in the database, and each process leases a
 * twentieth of one at a time, so that a busy caller costs few statements and no caller exceeds the budget by more than a twentieth per
 * process. An exhausted budget is refused from memory, so that a caller who goes on costs no statement per request.
 */
export class RequestBudget {
  private readonly store: ClockedDatabase
  private readonly name: string
  private readonly rule: () => Promise<BudgetRule>
  private readonly held = new Map<string, Held>()
  private readonly exhausted = new Map<string, Exhausted>()
  private readonly leasing = new Map<string, Promise<number>>()

  /** `name` distinguishes budgets; each lease reads the rule again. */
  constructor(store: ClockedDatabase, name: string, rule: () => Promise<BudgetRule>) {
    this.store = store
    this.name = name
    this.rule = rule
  }

  /** Takes one; returns 0 when it was available, otherwise the milliseconds until the next one. */
  async take(key: string): Promise<number> {
    for (;;) {
      const now = this.store.clock.now()
      const exhausted = this.exhausted.get(key)
      if (exhausted !== undefined && now < Math.min(exhausted.until, exhausted.recheckAt))
        return exhausted.until - now
      const held = this.held.get(key)
      if (held !== undefined && held.left >= 1 && now < held.until) {
        held.left -= 1
        return 0
      }
      const waitMs = await this.lease(key)
      if (waitMs > 0) return waitMs
    }
  }

  /** Once for all that wait for it. */
  private lease(key: string): Promise<number> {
    const underWay = this.leasing.get(key)
    if (underWay !== undefined) return underWay
    const lease = this.takeLease(key).finally(() => this.leasing.delete(key))
    this.leasing.set(key, lease)
    return lease
  }

  private async takeLease(key: string): Promise<number> {
    const { burst, perSecond } = await this.rule()
    const wanted = Math.max(1, Math.min(largestLease, Math.floor(burst / leaseShare)))
    const now = this.store.clock.now()
    const { rows } = await this.store.db.pool.query<{ given: number }>({
      name: 'limits-take',
      text: 'SELECT limits_take($1, $2, $3, $4, $5) AS given',
      values: [keyOf(this.name, key), wanted, burst, 1_000 / perSecond, now],
    })
    const given = rows[0]?.given ?? 0
    this.held.delete(key)
    this.exhausted.delete(key)
    if (given >= 1) {
      evictOldest(this.held, manyKeys)
      this.held.set(key, { left: given, until: now + leaseLastsMs })
      return 0
    }
    const waitMs = Math.max(1, -given)
    evictOldest(this.exhausted, manyKeys)
    this.exhausted.set(key, { until: now + waitMs, recheckAt: now + recheckMs })
    return waitMs
  }
}
