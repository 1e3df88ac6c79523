import { accept, type Decision, type Refused, refuse } from '../decision.ts'

/** What a customer can bound: losses of a period in USDT's smallest unit, and a pause until a moment in epoch ms. */
export type LimitKind = 'dailyLoss' | 'weeklyLoss' | 'monthlyLoss' | 'coolingOff'
export type LossKind = Exclude<LimitKind, 'coolingOff'>
export const limitKinds: readonly LimitKind[] = ['dailyLoss', 'weeklyLoss', 'monthlyLoss', 'coolingOff']

/** One limit as kept; null is no limit. `next` takes its place at `nextAt`. */
export interface OwnLimit {
  readonly value: bigint | null
  readonly next: bigint | null
  /** Epoch ms; null: nothing is going to change. */
  readonly nextAt: number | null
}

export const noLimit: OwnLimit = { value: null, next: null, nextAt: null }

const dayMs = 86_400_000
/** How long a customer waits for a limit of theirs to become looser. Source: trust T17. */
export const loosenAfterMs = dayMs
/** A slip of the hand must not shut somebody out for a century. */
export const longestCoolingOffMs = 366 * dayMs

/** The limit as it stands now: what was due has taken its place. */
export function limitNow(limit: OwnLimit, now: number): OwnLimit {
  if (limit.nextAt === null || limit.nextAt > now) return limit
  return { value: limit.next, next: null, nextAt: null }
}

/** Whether `wanted` bounds at least as much as `present`: a smaller loss, a longer pause. */
function isAtLeastAsStrict(kind: LimitKind, wanted: bigint | null, present: bigint | null): boolean {
  if (present === null) return true
  if (wanted === null) return false
  return kind === 'coolingOff' ? wanted >= present : wanted <= present
}

/**
 * Sets a limit: stricter at once, looser after 24 hours. Asking again for what already waits does not make it wait longer;
 * asking for what stands takes a waiting change back. Source: trust T17, decision 0071.
 */
export function changeLimit(kind: LimitKind, kept: OwnLimit, wanted: bigint | null, now: number): OwnLimit {
  const limit = limitNow(kept, now)
  const present =
    kind === 'coolingOff' && limit.value !== null && limit.value <= BigInt(now) ? null : limit.value
  if (isAtLeastAsStrict(kind, wanted, present)) return { value: wanted, next: null, nextAt: null }
  if (limit.nextAt !== null && limit.next === wanted) return limit
  return { value: present, next: wanted, nextAt: now + loosenAfterMs }
}

/** Where the day, the week (from Monday) or the month of `now` begins and ends, in UTC, epoch ms. */
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
/** What trading gave in each running period, in USDT's smallest unit; below zero is a loss. */
export type PeriodResults = Readonly<Record<LossKind, bigint>>

export interface ReachedLimit {
  readonly reason: LimitKind
  /** Epoch ms: when new risk is possible again, as things stand. */
  readonly until: number
}

/**
 * The limit that forbids new risk now, or null: the pause first, then of the losses reached the one that lasts longest.
 * A loss limit is reached when the realised loss is as large as it. Never asked for closing or withdrawing. Source: trust T17.
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

/** `beyondOwnLimit` with the limit's name and end, as the answer's `result` says them. Source: calls page, Conventions. */
export const refuseOwnLimit = ({ reason, until }: ReachedLimit): Refused =>
  refuse('beyondOwnLimit', { reason, until: new Date(until).toISOString() })

/** `beyondOwnLimit` for a first real leveraged trade before the understanding check. Source: trust T17, decision 0072. */
export const refuseNotUnderstood = (): Refused =>
  refuse('beyondOwnLimit', { reason: 'understanding', until: null })

/** A pause's end must lie ahead and within a year; `invalidInput` otherwise. */
export function decideCoolingOff(until: number, now: number): Decision<bigint> {
  if (until > now && until <= now + longestCoolingOffMs) return accept(BigInt(until))
  return refuse('invalidInput', { issues: [{ path: 'coolingOffUntil', code: 'range' }] })
}
