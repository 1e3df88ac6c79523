import { type Kysely, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Database } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { AccountBalance, StatementEntry, StatementRequest, StatementTotal } from './ledger.ts'

export async function readBalances(db: Kysely<Schema>, owner: string): Promise<AccountBalance[]> {
  return db
    .selectFrom('ledger_accounts')
    .select(['asset', 'balance as balanceMinor', 'held as heldMinor'])
    .select(sql<bigint>`held - held_margin - held_order`.as('heldOtherMinor'))
    .where('owner', '=', owner)
    .orderBy('asset')
    .orderBy('class')
    .execute()
}

/** Each of the customer's accounts is read backwards along its index, and the newest of all make the page. */
const statementText = `
  SELECT page.* FROM ledger_accounts a, LATERAL (
    SELECT e.seq, e.posting, e.kind, e.asset, e.reference, e.created_at AS at,
           CASE WHEN e.debited = a.id THEN -e.minor ELSE e.minor END AS "signedMinor",
           CASE WHEN e.debited = a.id THEN e.debited_after ELSE e.credited_after END AS "balanceAfterMinor"
      FROM ledger_entries e
     WHERE e.customer = a.id AND e.seq < $3 AND e.created_at >= $4 AND e.created_at < $5
     ORDER BY e.seq DESC LIMIT $6) page
   WHERE a.owner = $1 AND a.class = 'customer' AND a.asset = ANY ($2::text[])
   ORDER BY page.seq DESC LIMIT $6`

const lastSeq = 2n ** 63n - 1n

export async function readStatement(db: Database, request: StatementRequest): Promise<StatementEntry[]> {
  const { owner, assets, from, to, before, limit } = request
  const values = [owner, assets, before ?? lastSeq, from ?? '-infinity', to ?? 'infinity', limit]
  const { rows } = await db.pool.query<StatementEntry>({
    name: 'ledger-statement',
    text: statementText,
    values,
  })
  return rows
}

/** One snapshot: the balance now less all that came later, and what came within the period, by kind. */
const totalsText = `
  WITH sums AS (
    SELECT a.id, e.kind, e.came, e.went, e.later
      FROM ledger_accounts a, LATERAL (
      SELECT e.kind,
             coalesce(sum(e.minor) FILTER (WHERE e.credited = a.id AND e.created_at < $4), 0) AS came,
             coalesce(sum(e.minor) FILTER (WHERE e.debited = a.id AND e.created_at < $4), 0) AS went,
             coalesce(sum(CASE WHEN e.credited = a.id THEN e.minor ELSE -e.minor END)
               FILTER (WHERE e.created_at >= $4), 0) AS later
        FROM ledger_entries e
       WHERE e.customer = a.id AND e.created_at >= $3
       GROUP BY e.kind) e
     WHERE a.owner = $1 AND a.class = 'customer' AND a.asset = ANY ($2::text[]))
  SELECT a.asset, (a.balance - sum.later - sum.came + sum.went)::bigint AS "openingMinor",
         sum.came::bigint AS "inMinor", sum.went::bigint AS "outMinor",
         (a.balance - sum.later)::bigint AS "closingMinor", sum.kinds
    FROM ledger_accounts a, LATERAL (
    SELECT coalesce(sum(came), 0) AS came, coalesce(sum(went), 0) AS went, coalesce(sum(later), 0) AS later,
           coalesce(jsonb_agg(jsonb_build_array(kind, came::text, went::text) ORDER BY kind)
             FILTER (WHERE came > 0 OR went > 0), '[]') AS kinds
      FROM sums WHERE sums.id = a.id) sum
   WHERE a.owner = $1 AND a.class = 'customer' AND a.asset = ANY ($2::text[])
   ORDER BY array_position($2::text[], a.asset)`

interface TotalsRow extends Omit<StatementTotal, 'kinds'> {
  readonly kinds: readonly (readonly [kind: string, came: string, went: string])[]
}

export async function readStatementTotals(
  client: Pick<PoolClient, 'query'>,
  { owner, assets, from, to }: Omit<StatementRequest, 'before' | 'limit'>,
): Promise<StatementTotal[]> {
  const { rows } = await client.query<TotalsRow>({
    name: 'ledger-statement-totals',
    text: totalsText,
    values: [owner, assets, from ?? '-infinity', to ?? 'infinity'],
  })
  return rows.map((row) => ({
    ...row,
    kinds: row.kinds.map(([kind, came, went]) => ({ kind, inMinor: BigInt(came), outMinor: BigInt(went) })),
  }))
}
