import type { AccountMode } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { WorthPoint } from '@candor/rules/accounts/worth/account-return.ts'
import { hourMs } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'

/** Names one account of a customer. */
export interface AccountOf {
  readonly userId: string
  readonly mode: AccountMode
}

export interface StoredPoint extends WorthPoint, AccountOf {
  /** Hours since 1970 (UTC). */
  readonly hour: number
}

/**
 * Stores one point for each account and hour, where it differs from the account's newest one. An account that is being erased gets none: its
 * row is locked until that has ended.
 */
export async function addPoints(db: Database, points: readonly StoredPoint[]): Promise<void> {
  if (points.length === 0) return
  await db.pool.query(
    `INSERT INTO accounts_worth (user_id, mode, hour, at, worth, flow)
     SELECT p.* FROM ${pointsText}
       JOIN accounts_users u ON u.id = p.user_id AND u.status <> 'closed'
       LEFT JOIN LATERAL (SELECT w.worth, w.flow FROM accounts_worth w WHERE w.user_id = p.user_id AND w.mode = p.mode
                           ORDER BY w.hour DESC LIMIT 1) newest ON true
      WHERE (newest.worth, newest.flow) IS DISTINCT FROM (p.worth, p.flow)
        FOR SHARE OF u
     ON CONFLICT DO NOTHING`,
    valuesOf(points),
  )
}

/** Stores the points of an account's past, which has none yet. */
export async function addPast(db: Database, points: readonly StoredPoint[]): Promise<void> {
  if (points.length === 0) return
  await db.pool.query(
    `INSERT INTO accounts_worth (user_id, mode, hour, at, worth, flow)
     SELECT p.* FROM ${pointsText}
       JOIN accounts_users u ON u.id = p.user_id AND u.status <> 'closed'
        FOR SHARE OF u
     ON CONFLICT DO NOTHING`,
    valuesOf(points),
  )
}

const pointsText = `unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
            p (user_id, mode, hour, at, worth, flow)`

function valuesOf(points: readonly StoredPoint[]): (readonly string[])[] {
  const texts = (of: (point: StoredPoint) => bigint | number) => points.map((point) => String(of(point)))
  return [
    points.map(({ userId }) => userId),
    points.map(({ mode }) => mode),
    texts(({ hour }) => hour),
    texts(({ at }) => at),
    texts(({ worthMinor }) => worthMinor),
    texts(({ flowMinor }) => flowMinor),
  ]
}

/** Stores the worth of money put in or taken out, once; of an account that is being erased nothing. */
export async function addFlow(
  db: Database,
  entry: bigint,
  { userId, mode, at, asset, minor, worthMinor }: StoredFlow & AccountOf,
): Promise<void> {
  await db.pool.query(
    `INSERT INTO accounts_flows (entry, user_id, mode, at, asset, minor, worth)
     SELECT $1, u.id, $3, $4, $5, $6, $7 FROM accounts_users u WHERE u.id = $2 AND u.status <> 'closed'
        FOR SHARE OF u
     ON CONFLICT DO NOTHING`,
    [entry, userId, mode, at, asset, minor, worthMinor],
  )
}

/** Returns those of these customers whose account has no point yet. */
export async function withoutPoints(
  db: Database,
  mode: AccountMode,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT id FROM unnest($1::uuid[]) id
      WHERE NOT EXISTS (SELECT FROM accounts_worth w WHERE w.user_id = id AND w.mode = $2)`,
    [userIds, mode],
  )
  return rows.map(({ id }) => id)
}

const toPoint = (row: {
  readonly at: bigint
  readonly worth: bigint
  readonly flow: bigint
}): WorthPoint => ({
  at: Number(row.at),
  worthMinor: row.worth,
  flowMinor: row.flow,
})

/** Lists an account's points from one moment (epoch ms) to another, both included, oldest first. */
export async function pointsWithin(
  db: Database,
  { userId, mode }: AccountOf,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<WorthPoint[]> {
  const rows = await db.query
    .selectFrom('accounts_worth')
    .select(['at', 'worth', 'flow'])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('hour', '>=', Math.floor(from / hourMs))
    .where('at', '>=', BigInt(from))
    .where('at', '<=', BigInt(to))
    .orderBy('hour')
    .execute()
  return rows.map(toPoint)
}

/** Returns an account's newest point before a moment (epoch ms); null where there is none. */
export async function pointBefore(
  db: Database,
  { userId, mode }: AccountOf,
  before: number,
): Promise<WorthPoint | null> {
  const row = await db.query
    .selectFrom('accounts_worth')
    .select(['at', 'worth', 'flow'])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('hour', '<=', Math.floor(before / hourMs))
    .where('at', '<', BigInt(before))
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toPoint(row)
}

export interface StoredFlow {
  readonly at: number
  readonly asset: AssetCode
  readonly minor: bigint
  readonly worthMinor: bigint
}

/** Lists the money that was put into an account and taken out of it, oldest first. */
export async function flowsOf(db: Database, { userId, mode }: AccountOf): Promise<StoredFlow[]> {
  const rows = await db.query
    .selectFrom('accounts_flows')
    .select(['at', 'asset', 'minor', 'worth'])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .orderBy('at')
    .orderBy('entry')
    .execute()
  return rows.map(({ at, asset, minor, worth }) => ({ at: Number(at), asset, minor, worthMinor: worth }))
}

/** Deletes what an account was worth, and its money in and out; the ledger still has the entries. */
export async function eraseWorth(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('accounts_worth').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts_flows').where('user_id', '=', userId).execute()
}

/** Lists customers by id, after one of them. */
export async function customersAfter(reader: Reader, after: string | null, limit: number): Promise<string[]> {
  let query = reader.selectFrom('accounts_users').select('id').where('status', '!=', 'closed')
  if (after !== null) query = query.where('id', '>', after)
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Hours until a point is thinned to the end of its day. */
const hourlyFor = 8 * 24
/** Hours that are looked at again, so that a job that did not run for two weeks leaves nothing. */
const lookedAtAgain = 14 * 24

/**
 * Thins points; a job. Of a day (UTC) older than eight days its last point stays, which is of the day's end, and of an account its first. A
 * point of midnight ends the day before. Returns the number of deleted points.
 */
export async function thinWorth(db: Database, nowHour: number): Promise<number> {
  const through = Math.floor((nowHour - hourlyFor) / 24) * 24
  const { numDeletedRows } = await db.query
    .deleteFrom('accounts_worth as w')
    .where('w.hour', '<=', through)
    .where('w.hour', '>', through - lookedAtAgain)
    .where(sql<boolean>`EXISTS (SELECT FROM accounts_worth later WHERE later.user_id = w.user_id AND later.mode = w.mode
        AND later.hour > w.hour AND later.hour <= ((w.hour + 23) / 24) * 24)`)
    .where(sql<boolean>`EXISTS (SELECT FROM accounts_worth earlier WHERE earlier.user_id = w.user_id AND earlier.mode = w.mode
        AND earlier.hour < w.hour)`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
