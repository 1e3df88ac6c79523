import type { HeldPlace } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { SumNode } from '@candor/rules'
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Receipt } from '../receipts/receipt-keys.ts'

/** One asset's part of a proof (the contract's `assetLiabilities`). */
export type AssetPart = {
  asset: AssetCode
  root: string | null
  owed: string
  customers: number
  held: HeldPlace[]
}

/** One day's proof as it is signed. */
export type LiabilitiesSigned = {
  kind: 'liabilities'
  date: string
  at: string
  previous: string
  assets: AssetPart[]
  [later: string]: unknown
}

export type SignedProof = Receipt<LiabilitiesSigned>

/** A leaf with its customer. */
export interface StoredLeaf {
  readonly userId: string
  readonly salt: string
  readonly inPlans: bigint
}

const shownDates = 60

/** The proof of a day; `latest`: the newest. Null: there is none. */
export async function readProof(db: Database, date: string): Promise<SignedProof | null> {
  let query = db.query.selectFrom('trust_liabilities').selectAll().orderBy('date', 'desc').limit(1)
  if (date !== 'latest') query = query.where('date', '=', date)
  const row = await query.executeTakeFirst()
  if (row === undefined) return null
  return { keyId: row.key_id, signature: row.signature, document: JSON.parse(row.document) }
}

/** Newest first. */
export async function proofDates(db: Database): Promise<string[]> {
  const rows = await db.query
    .selectFrom('trust_liabilities')
    .select('date')
    .orderBy('date', 'desc')
    .limit(shownDates)
    .execute()
  return rows.map(({ date }) => date)
}

/** False where another process published this day already; nothing is written then. */
export async function addProof(tx: Tx, text: string, proof: SignedProof): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('trust_liabilities')
    .values({
      date: proof.document.date,
      at: BigInt(Date.parse(proof.document.at)),
      document: text,
      key_id: proof.keyId,
      signature: proof.signature,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** More at once would hold up everything else while they are written as texts. */
const rowsAtOnce = 1_000

/** Writes one level of a tree; the lowest with each leaf's customer. */
export async function addLevel(
  tx: Tx,
  place: { readonly date: string; readonly asset: AssetCode; readonly level: number },
  nodes: readonly SumNode[],
  leaves: readonly StoredLeaf[] | null,
): Promise<void> {
  // No cases: the rows of one proof.
  for (let from = 0; from < nodes.length; from += rowsAtOnce) {
    const page = nodes.slice(from, from + rowsAtOnce)
    const own = page.map((_, at) => leaves?.[from + at] ?? null)
    const inPlans = own.map((leaf) => leaf?.inPlans ?? null)
    await sql`
      INSERT INTO trust_liability_nodes (date, asset, level, position, minor, hash, user_id, salt, in_plans)
      SELECT ${place.date}, ${place.asset}, ${place.level}, n.position, n.minor, n.hash, n.user_id, n.salt, n.in_plans
        FROM unnest(${page.map((_, at) => from + at)}::int[], ${page.map(({ minor }) => minor)}::bigint[],
                    ${page.map(({ hash }) => hash)}::text[], ${own.map((leaf) => leaf?.userId ?? null)}::uuid[],
                    ${own.map((leaf) => leaf?.salt ?? null)}::text[], ${inPlans}::bigint[])
          AS n (position, minor, hash, user_id, salt, in_plans)`.execute(tx)
  }
}

export const ownLeaves = (db: Database, date: string, userId: string) =>
  db.query
    .selectFrom('trust_liability_nodes')
    .select(['asset', 'position', 'minor', 'salt', 'in_plans'])
    .where('user_id', '=', userId)
    .where('date', '=', date)
    .where('level', '=', 0)
    .orderBy('asset', 'desc')
    .execute()

export const nodesOf = (db: Kysely<Schema>, date: string, asset: AssetCode) =>
  db
    .selectFrom('trust_liability_nodes')
    .selectAll()
    .where('date', '=', date)
    .where('asset', '=', asset)
    .orderBy('level')
    .orderBy('position')

/** Paths older than this are dropped; what was signed stays. */
export const pathDays = 90

export async function dropOldPaths(db: Database, before: string): Promise<void> {
  await db.query.deleteFrom('trust_liability_nodes').where('date', '<', before).execute()
}
