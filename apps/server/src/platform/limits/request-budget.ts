import type { ClockedDatabase } from '../database/database.ts'
import { evictOldest } from '../evict-oldest.ts'
import { keyOf } from './key-of.ts'

/** `burst` requests at once, refilled at `perSecond`. */
export interface BudgetRule {
  readonly burst: number
  readonly perSecond: number
}

/** A budget as its caller is shown it: an estimate, because other processes take of it too. */
export interface BudgetStanding {
  /** The budget's name. */
  readonly policy: string
  /** Requests possible at once. */
  readonly burst: number
  readonly perSecond: number
  readonly remaining: number
}

/** Part of a key's budget that a process holds. */
interface Held {
  left: number
  readonly until: number
  readonly leased: Leased
}

/** A budget after the lease at `at`. */
interface Leased {
  readonly rule: BudgetRule
  readonly left: number
  readonly at: number
}

/** An exhausted budget, as a process remembers it. */
interface Exhausted {
  readonly until: number
  /** The database is asked again from here on: a parameter may have changed. */
  readonly recheckAt: number
  readonly rule: BudgetRule
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

  /** The budget of a key as this process knows it; null before its first request here. */
  standing(key: string): BudgetStanding | null {
    const exhausted = this.exhausted.get(key)
    if (exhausted !== undefined) return { policy: this.name, ...exhausted.rule, remaining: 0 }
    const held = this.held.get(key)
    if (held === undefined) return null
    const { rule, left, at } = held.leased
    const refilled = ((this.store.clock.now() - at) / 1_000) * rule.perSecond
    const remaining = Math.max(0, Math.floor(Math.min(rule.burst, left + refilled + held.left)))
    return { policy: this.name, ...rule, remaining }
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
    const rule = await this.rule()
    const { burst, perSecond } = rule
    const wanted = Math.max(1, Math.min(largestLease, Math.floor(burst / leaseShare)))
    const now = this.store.clock.now()
    const { rows } = await this.store.db.pool.query<{ given: number; before: number | null }>({
      name: 'limits-take',
      // The subquery sees the row as it was before the function changed it.
      text: `SELECT limits_take($1, $2, $3, $4, $5) AS given,
        (SELECT left_now + greatest(0, $5 - at) / $4 FROM limits_budgets WHERE key = $1) AS before`,
      values: [keyOf(this.name, key), wanted, burst, 1_000 / perSecond, now],
    })
    const given = rows[0]?.given ?? 0
    const before = Math.min(burst, rows[0]?.before ?? burst)
    this.held.delete(key)
    this.exhausted.delete(key)
    if (given >= 1) {
      evictOldest(this.held, manyKeys)
      this.held.set(key, {
        left: given,
        until: now + leaseLastsMs,
        leased: { rule, left: before - given, at: now },
      })
      return 0
    }
    const waitMs = Math.max(1, -given)
    evictOldest(this.exhausted, manyKeys)
    this.exhausted.set(key, { until: now + waitMs, recheckAt: now + recheckMs, rule })
    return waitMs
  }
}

/** A budget as those use it who spend it. */
export type Budget = Pick<RequestBudget, 'take' | 'standing'>
