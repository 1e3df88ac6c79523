import { type RawBuilder, sql } from 'kysely'

interface ContractResult {
  readonly account: bigint
  readonly net: bigint
  readonly results: bigint
}

/**
 * Statement that sums each account's results from contracts within a period: fees and swaps too; real money only. For use within a
 * statement of the caller, which keeps such sums.
 */
export const contractResults = (from: Date, to: Date | null): RawBuilder<ContractResult> => sql`
  SELECT e.customer AS account, sum(CASE WHEN e.credited = e.customer THEN e.minor ELSE -e.minor END) AS net,
         count(*) FILTER (WHERE e.kind IN ('contract-profit', 'contract-loss')) AS results
    FROM ledger_entries e
   WHERE e.customer IS NOT NULL AND e.asset = 'USDT' AND e.kind LIKE 'contract-%'
     AND e.created_at >= ${from} AND e.created_at < coalesce(${to}::timestamptz, 'infinity')
   GROUP BY e.customer`
