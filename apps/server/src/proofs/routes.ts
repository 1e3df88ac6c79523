import type { AccountMode, OwnLimitsShown } from '@candor/contract'
import { Amount } from '@candor/money'
import {
  changeLimit,
  decideCoolingOff,
  type LossKind,
  limitNow,
  lossPeriod,
  type OwnLimit,
  type PeriodResults,
  reachedLimit,
  wrongChoices,
} from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../platform/http/refusal.ts'
import { isoOrNull } from '../platform/iso-time.ts'
import {
  keepLimit,
  keepUnderstood,
  limitsChanged,
  lockLimits,
  readLimits,
  readResults,
  type StoredLimits,
  understoodAt,
} from './own-limits/limits-store.ts'

const lossKinds = ['dailyLoss', 'weeklyLoss', 'monthlyLoss'] as const

/** Handlers of this module: own limits and the understanding check (trust T17). */
export const trustHandlers = (context: ServerContext) =>
  ({
    limits: (_input, { userId, mode }) => showLimits(context, userId, mode),
    saveLimits: async (input, { userId, mode }) => {
      const now = context.clock.now()
      const requested = readRequestedLimits(input, now)
      await context.db.transaction((tx) => saveLimits(tx, userId, requested, now))
      limitsChanged(context.db, userId)
      return showLimits(context, userId, mode)
    },
    understanding: async (_input, { userId }) => ({
      passedAt: isoOrNull(await understoodAt(context.db, userId)),
      wrong: [],
    }),
    answerUnderstanding: async (input, { userId }) => {
      const wrong = wrongChoices(input)
      if (wrong.length === 0) await keepUnderstood(context.db, userId, context.clock.now())
      return { passedAt: isoOrNull(await understoodAt(context.db, userId)), wrong }
    },
  }) satisfies Handlers

type LimitsInput = Partial<Record<LossKind | 'coolingOffUntil', string | null | undefined>> & {
  readonly reminderMinutes?: number | null | undefined
}
type Wanted = readonly (readonly [kind: LossKind | 'coolingOff' | 'reminder', value: bigint | null])[]

/** Reads the fields of the body in order; absent ones stay unchanged. */
function readRequestedLimits(input: LimitsInput, now: number): Wanted {
  const { coolingOffUntil: until, reminderMinutes: minutes } = input
  return [
    ...lossKinds.flatMap((kind) => named(kind, input[kind], (text) => lossOf(kind, text))),
    ...named('coolingOff', until, (text) => orRefuse(decideCoolingOff(Date.parse(text), now))),
    ...named('reminder', minutes, BigInt),
  ]
}

function named<T>(kind: Wanted[number][0], given: T | null | undefined, read: (given: T) => bigint): Wanted {
  if (given === undefined) return []
  return [[kind, given === null ? null : read(given)]]
}

const mostMinor = 10n ** 18n

function lossOf(kind: LossKind, text: string): bigint {
  const minor = Amount.parse('USDT', text)?.minor
  if (minor === undefined || minor <= 0n || minor > mostMinor)
    throw new Refusal('invalidInput', { issues: [{ path: kind, code: 'invalid' }] })
  return minor
}

async function saveLimits(tx: Tx, userId: string, requested: Wanted, now: number): Promise<void> {
  await lockLimits(tx, userId)
  const { limits } = await readLimits(tx, userId)
  for (const [kind, value] of requested) {
    const changed =
      kind === 'reminder' ? { value, next: null, nextAt: null } : changeLimit(kind, limits[kind], value, now)
    await keepLimit(tx, { userId, kind }, changed, now)
  }
}

/** Returns a customer's own limits, and how near they are in one of their accounts. */
export async function showLimits(
  context: ServerContext,
  userId: string,
  mode: AccountMode,
): Promise<OwnLimitsShown> {
  const now = context.clock.now()
  const [stored, results] = await Promise.all([
    readLimits(context.db.query, userId),
    readResults(context.db, userId, mode, now),
  ])
  return toLimitsResponse(stored, results, now)
}

function toLimitsResponse(
  { limits, reminderMinutes }: StoredLimits,
  results: PeriodResults,
  now: number,
): OwnLimitsShown {
  const loss = (kind: LossKind) => {
    const { value, next, nextAt } = limitNow(limits[kind], now)
    return {
      value: usdtText(value),
      next: nextAt === null ? null : { value: usdtText(next), at: new Date(nextAt).toISOString() },
      result: new Amount('USDT', results[kind]).toString(),
      until: new Date(lossPeriod(kind, now).until).toISOString(),
    }
  }
  const reached = reachedLimit(limits, results, now)
  return {
    dailyLoss: loss('dailyLoss'),
    weeklyLoss: loss('weeklyLoss'),
    monthlyLoss: loss('monthlyLoss'),
    coolingOff: toPauseResponse(limitNow(limits.coolingOff, now), now),
    reminderMinutes,
    reached: reached && { reason: reached.reason, until: new Date(reached.until).toISOString() },
  }
}

/** A pause that is over is none. */
function toPauseResponse({ value, next, nextAt }: OwnLimit, now: number) {
  if (value === null || value <= BigInt(now)) return { until: null, next: null }
  const waits = nextAt !== null && BigInt(nextAt) < value
  return {
    until: isoOrNull(Number(value)),
    next: waits
      ? { until: isoOrNull(next === null ? null : Number(next)), at: new Date(nextAt).toISOString() }
      : null,
  }
}

const usdtText = (minor: bigint | null) => (minor === null ? null : new Amount('USDT', minor).toString())
