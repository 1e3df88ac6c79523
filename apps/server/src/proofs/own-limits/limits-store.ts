import type { AccountMode } from '@candor/contract'
import {
  type LimitKind,
  lossPeriod,
  noLimit,
  type OwnLimit,
  type OwnLimits,
  type PeriodResults,
} from '@candor/rules'
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface StoredLimits {
  readonly limits: OwnLimits
  readonly reminderMinutes: number | null
}

export const nothingSet: StoredLimits = {
  limits: { dailyLoss: noLimit, weeklyLoss: noLimit, monthlyLoss: noLimit, coolingOff: noLimit },
  reminderMinutes: null,
}

/** Locks a customer's limits, so that two changes follow each other. */
export async function lockLimits(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`limits:${userId}`}, 0))`.execute(tx)
}

export async function readLimits(db: Kysely<Schema>, userId: string): Promise<StoredLimits> {
  const rows = await db.selectFrom('trust_limits').selectAll().where('user_id', '=', userId).execute()
  let { limits, reminderMinutes } = nothingSet
  for (const { kind, value, next_value, next_at } of rows) {
    if (kind === 'reminder') reminderMinutes = value === null ? null : Number(value)
    else
      limits = {
        ...limits,
        [kind]: { value, next: next_value, nextAt: next_at === null ? null : Number(next_at) },
      }
  }
  return { limits, reminderMinutes }
}

/** Customers known to have set no limit, so that a placement needs no query; one process serves a database. */
interface KnownFree {
  readonly users: Set<string>
  changes: number
}
const knownFree = new WeakMap<Database, KnownFree>()
const mostKnown = 100_000

function knownFreeOf(db: Database): KnownFree {
  const known = knownFree.get(db) ?? { users: new Set(), changes: 0 }
  knownFree.set(db, known)
  return known
}

/** Returns the limits for judging a purchase: from memory for a customer without any. */
export async function limitsToJudge(db: Database, userId: string): Promise<OwnLimits> {
  const known = knownFreeOf(db)
  if (known.users.has(userId)) return nothingSet.limits
  const { changes } = known
  const { limits } = await readLimits(db.query, userId)
  // A change during this read would make it outdated before it is cached.
  if (changes === known.changes && Object.values(limits).every((limit) => limit === noLimit)) {
    if (known.users.size >= mostKnown) known.users.clear()
    known.users.add(userId)
  }
  return limits
}

/** To be called after every change of a customer's limits. */
export function limitsChanged(db: Database, userId: string): void {
  const known = knownFreeOf(db)
  known.changes += 1
  known.users.delete(userId)
}

export async function keepLimit(
  tx: Tx,
  { userId, kind }: { readonly userId: string; readonly kind: LimitKind | 'reminder' },
  limit: OwnLimit,
  now: number,
): Promise<void> {
  const columns = {
    value: limit.value,
    next_value: limit.next,
    next_at: limit.nextAt === null ? null : BigInt(limit.nextAt),
    changed_at: BigInt(now),
  }
  await tx
    .insertInto('trust_limits')
    .values({ user_id: userId, kind, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(columns))
    .execute()
}

/**
 * Sums the customer's trading results of the running day, week and month: every entry of contracts and options, fees and swaps included.
 * Plans do not count: their yield is no trading result, and a penalty never exceeds it.
 */
export async function readResults(
  db: Database,
  userId: string,
  mode: AccountMode,
  now: number,
): Promise<PeriodResults> {
  const from = {
    dailyLoss: lossPeriod('dailyLoss', now).from,
    weeklyLoss: lossPeriod('weeklyLoss', now).from,
    monthlyLoss: lossPeriod('monthlyLoss', now).from,
  }
  const { rows } = await db.pool.query<Record<keyof PeriodResults, bigint>>({
    name: 'trust-results',
    text: `SELECT coalesce(sum(signed_minor) FILTER (WHERE created_at >= $3), 0)::bigint AS "dailyLoss",
                  coalesce(sum(signed_minor) FILTER (WHERE created_at >= $4), 0)::bigint AS "weeklyLoss",
                  coalesce(sum(signed_minor) FILTER (WHERE created_at >= $5), 0)::bigint AS "monthlyLoss"
             FROM ledger_customer_entries
            WHERE owner = $1 AND asset = $2
              AND created_at >= least($3::timestamptz, $4::timestamptz, $5::timestamptz)
              AND (kind LIKE 'contract-%' OR kind LIKE 'option-%')`,
    values: [
      userId,
      mode === 'demo' ? 'DEMO' : 'USDT',
      new Date(from.dailyLoss),
      new Date(from.weeklyLoss),
      new Date(from.monthlyLoss),
    ],
  })
  const [found] = rows
  if (found === undefined) throw new Error('a sum without groups is one row')
  return found
}

export async function understoodAt(db: Database, userId: string): Promise<number | null> {
  const row = await db.query
    .selectFrom('trust_understanding')
    .select('passed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : Number(row.passed_at)
}

/** Records a passed check; the first time counts. */
export async function keepUnderstood(db: Database, userId: string, now: number): Promise<void> {
  await db.query
    .insertInto('trust_understanding')
    .values({ user_id: userId, passed_at: BigInt(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
