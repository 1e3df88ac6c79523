import { type Kysely, sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'

/** One change of a market's limit, as two people made it. */
export interface LimitChange {
  /** That of the proposal. */
  readonly id: string
  readonly code: string
  /** In USDT's smallest unit; null: the limit is removed. */
  readonly most: bigint | null
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
  readonly at: number
}

/** Reads the limits in force, by market. */
export async function limitsInForce(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  const newest = await reader
    .selectFrom('orders_exposure_limits')
    .distinctOn('code')
    .select(['code', 'most'])
    .orderBy('code')
    .orderBy('sequence', 'desc')
    .execute()
  return new Map(newest.flatMap(({ code, most }) => (most === null ? [] : [[code, most] as const])))
}

/** Reads the limit of a market; null: there is none. */
export async function limitOf(reader: Kysely<Schema>, code: string): Promise<bigint | null> {
  const newest = await reader
    .selectFrom('orders_exposure_limits')
    .select('most')
    .where('code', '=', code)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.most ?? null
}

/** Locks all limits until the transaction ends: of two changes that were proposed at once, the second sees the first. */
export async function lockLimits(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('orders_exposure_limits', 0))`.execute(tx)
}

/** Writes a change, which holds from its commit on. */
export async function changeLimit(tx: Tx, { code, most, reason, ...change }: LimitChange): Promise<void> {
  await tx
    .insertInto('orders_exposure_limits')
    .values({
      ...{ id: change.id, code, most, reason },
      proposed_by: change.proposedBy,
      approved_by: change.approvedBy,
      changed_at: BigInt(change.at),
    })
    .execute()
}

/** Lists the newest changes with the names of those who made them, of one market or of all. */
export function limitChanges(reader: Reader, code: string | undefined, limit: number) {
  let query = reader
    .selectFrom('orders_exposure_limits as l')
    .innerJoin('operators_names as a', 'a.id', 'l.proposed_by')
    .innerJoin('operators_names as b', 'b.id', 'l.approved_by')
    .select(['l.code', 'l.most', 'l.reason', 'l.changed_at'])
    .select(['a.email as proposed_email', 'b.email as approved_email'])
  if (code !== undefined) query = query.where('l.code', '=', code)
  return query.orderBy('l.sequence', 'desc').limit(limit).execute()
}
