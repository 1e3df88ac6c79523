import type { Database } from '../../platform/database/database.ts'

/** Splits, dividends and rolls of a market that were carried out, with their moment in a range (epoch ms); the newest hundred. */
export const carriedOutActions = (
  db: Database,
  code: string,
  { from, to }: { readonly from: number; readonly to: number },
) =>
  db.query
    .selectFrom('markets_actions')
    .select(['id', 'kind', 'at', 'facts'])
    .where('code', '=', code)
    .where('at', '>=', BigInt(from))
    .where('at', '<=', BigInt(to))
    .where('applied_at', 'is not', null)
    .orderBy('at', 'desc')
    .limit(100)
    .execute()
