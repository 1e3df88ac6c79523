import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import { dayMs } from '../time-units.ts'

/** Limits a customer can set: losses of a period in USDT's smallest unit, and a pause until a moment in epoch ms. */
export type LimitKind = 'dailyLoss' | 'weeklyLoss' | 'monthlyLoss' | 'coolingOff'
export type LossKind = Exclude<LimitKind, 'coolingOff'>
export const limitKinds: readonly LimitKind[] = ['dailyLoss', 'weeklyLoss', 'monthlyLoss', 'coolingOff']

/** One limit as stored; null is no limit. `next` replaces `value` at `nextAt`. */
export interface OwnLimit {
  readonly value: bigint | null
  readonly next: bigint | null
  /** Epoch ms; null: no change is waiting. */
  readonly nextAt: number | null
}

export const noLimit: OwnLimit = { value: null, next: null, nextAt: null }

/** Delay before a looser limit takes effect. Source: trust T17. */
export const loosenAfterMs = dayMs
/** Prevents a typing mistake from locking a customer out for a century. */
export const longestCoolingOffMs = 366 * dayMs

/** The limit in force now: a change that is due has taken effect. */
export function limitNow(limit: OwnLimit, now: number): OwnLimit {
  if (limit.nextAt === null || limit.nextAt > now) return limit
  return { value: limit.next, next: null, nextAt: null }
}

/** Reports whether `wanted` limits at least as much as `present`: a smaller loss, a longer pause. */
function isAtLeastAsStrict(kind: LimitKind, wanted: bigint | null, present: bigint | null): boolean {
  if (present === null) return true
  if (wanted === null) return false
  return kind === 'coolingOff' ? wanted >= present : wanted <= present
}

/**
 * Sets a limit: a stricter one at once, a looser one after 24 hours. Requesting the waiting value again does not
 * restart the delay; requesting the current value cancels a waiting change. Source: trust T17, ADR-071.
 */
export function changeLimit(kind: LimitKind, stored: OwnLimit, wanted: bigint | null, now: number): OwnLimit {
  const limit = limitNow(stored, now)
  const present =
    kind === 'coolingOff' && limit.value !== null && limit.value <= BigInt(now) ? null : limit.value
  if (isAtLeastAsStrict(kind, wanted, present)) return { value: wanted, next: null, nextAt: null }
  if (limit.nextAt !== null && limit.next === wanted) return limit
  return { value: present, next: wanted, nextAt: now + loosenAfterMs }
}

/** Start and end of the day, the week (from Monday) or the month of `now`, in UTC, epoch ms. */
export function lossPeriod(kind: LossKind, now: number): { readonly from: number; readonly until: number } {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (kind === 'monthlyLoss') return { from: Date.UTC(year, month), until: Date.UTC(year, month + 1) }
  const today = Date.UTC(year, month, day)
  if (kind === 'dailyLoss') return { from: today, until: today + dayMs }
  const monday = today - ((date.getUTCDay() + 6) % 7) * dayMs
  return { from: monday, until: monday + 7 * dayMs }
}

export type OwnLimits = Readonly<Record<LimitKind, OwnLimit>>
/** Trading result of each current period, in USDT's smallest unit; negative is a loss. */
export type PeriodResults = Readonly<Record<LossKind, bigint>>

export interface ReachedLimit {
  readonly reason: LimitKind
  /** Time from which new risk is possible again if nothing changes, epoch ms. */
  readonly until: number
}

/**
 * The limit that forbids new risk now, or null: the pause first, then of the reached losses the one that lasts longest.
 * A loss limit is reached when the realised loss is as large as the limit. Never applied to closing or withdrawing.
 * Source: trust T17.
 */
export function reachedLimit(limits: OwnLimits, results: PeriodResults, now: number): ReachedLimit | null {
  const pause = limitNow(limits.coolingOff, now).value
  if (pause !== null && pause > BigInt(now)) return { reason: 'coolingOff', until: Number(pause) }
  for (const kind of ['monthlyLoss', 'weeklyLoss', 'dailyLoss'] as const) {
    const most = limitNow(limits[kind], now).value
    if (most !== null && -results[kind] >= most) return { reason: kind, until: lossPeriod(kind, now).until }
  }
  return null
}

/** Refuses with `beyondOwnLimit`, with the limit's name and end in the response's `result`. Source: calls page, Conventions. */
export const refuseOwnLimit = ({ reason, until }: ReachedLimit): Refused =>
  refuse('beyondOwnLimit', { reason, until: new Date(until).toISOString() })

/**
 * Refuses a first real leveraged trade before the understanding check with `beyondOwnLimit`. Source: trust T17,
 * ADR-072.
 */
export const refuseNotUnderstood = (): Refused =>
  refuse('beyondOwnLimit', { reason: 'understanding', until: null })

/** Requires the end of a pause to be in the future and within a year; refuses with `invalidInput` otherwise. */
export function decideCoolingOff(until: number, now: number): Decision<bigint> {
  if (until > now && until <= now + longestCoolingOffMs) return accept(BigInt(until))
  return refuse('invalidInput', { issues: [{ path: 'coolingOffUntil', code: 'range' }] })
}
