import type { AssetCode } from '@candor/money'
import type { PoolClient } from 'pg'
import { assetsOf } from '../account-class.ts'
import type { StatementTotal } from '../ledger.ts'
import { readStatementTotals } from '../read-ledger.ts'

type Client = Pick<PoolClient, 'query'>

/** A customer's real money from one moment until before another. */
export interface TaxPeriod {
  readonly owner: string
  readonly from: Date
  readonly to: Date
}

/** Reads the totals of the period within the caller's transaction. */
export const taxTotals = (client: Client, period: TaxPeriod): Promise<StatementTotal[]> =>
  readStatementTotals(client, { ...period, assets: assetsOf.real })

/** Entries of the period with one reference, added up by kind and asset, as they changed the customer's balances. */
export interface ReferenceSums {
  readonly reference: string | null
  readonly firstAt: Date
  readonly sums: readonly { readonly kind: string; readonly asset: AssetCode; readonly minor: bigint }[]
}

interface SumsRow {
  readonly reference: string | null
  readonly firstAt: Date
  readonly sums: readonly (readonly [kind: string, asset: AssetCode, minor: string])[]
}

const referencesAtOnce = 500

const sumsText = `
  SELECT reference, min(first_at) AS "firstAt", jsonb_agg(jsonb_build_array(kind, asset, minor::text) ORDER BY asset, kind) AS sums
    FROM (SELECT e.reference, e.kind, e.asset, min(e.seq) AS first, min(e.created_at) AS first_at,
                 sum(CASE WHEN e.debited = a.id THEN -e.minor ELSE e.minor END) AS minor
            FROM ledger_accounts a JOIN ledger_entries e ON e.customer = a.id
           WHERE a.owner = $1 AND a.class = 'customer' AND a.asset <> 'DEMO'
             AND e.created_at >= $2 AND e.created_at < $3 AND e.kind LIKE $4
           GROUP BY e.reference, e.kind, e.asset) sums
   GROUP BY reference ORDER BY min(first)`

/**
 * Sums the entries whose kind begins with `prefix`, by reference, in the order of each one's first entry. Yields some hundred at a time from
 * a cursor of the caller's transaction, so that any number takes constant memory.
 */
export async function* sumsByReference(
  client: Client,
  { owner, from, to }: TaxPeriod,
  prefix: 'contract-' | 'option-' | 'conversion-',
): AsyncGenerator<readonly ReferenceSums[], void> {
  await client.query(`DECLARE tax_sums NO SCROLL CURSOR FOR ${sumsText}`, [owner, from, to, `${prefix}%`])
  for (;;) {
    const { rows } = await client.query<SumsRow>(`FETCH ${referencesAtOnce} FROM tax_sums`)
    if (rows.length === 0) break
    yield rows.map(({ sums, ...row }) => ({
      ...row,
      sums: sums.map(([kind, asset, minor]) => ({ kind, asset, minor: BigInt(minor) })),
    }))
  }
  await client.query('CLOSE tax_sums')
}

const penaltiesText = `
  WITH own AS (
    SELECT e.reference, e.kind, e.asset, e.created_at, CASE WHEN e.debited = a.id THEN e.minor ELSE -e.minor END AS paid
      FROM ledger_accounts a JOIN ledger_entries e ON e.customer = a.id
     WHERE a.owner = $1 AND a.class = 'customer' AND a.asset <> 'DEMO' AND e.created_at < $3
       AND e.kind IN ('plan-purchase', 'plan-return'))
  SELECT asset, sum(paid)::bigint AS minor FROM own
   WHERE reference IN (SELECT reference FROM own WHERE kind = 'plan-return' AND created_at >= $2)
   GROUP BY asset HAVING sum(paid) <> 0`

/**
 * Sums the penalties of plans that were returned in the period: what was paid for a plan and not returned. A penalty is no entry of the
 * customer's own, because it stays with the operator.
 */
export async function planPenalties(client: Client, { owner, from, to }: TaxPeriod) {
  const { rows } = await client.query<{ asset: AssetCode; minor: bigint }>(penaltiesText, [owner, from, to])
  return rows
}
