import type { SavedChart } from '@candor/contract'
import type { Database, Tx } from '../platform/database/database.ts'

export interface StoredChart {
  readonly code: string
  readonly chart: SavedChart
  readonly savedAt: Date
}

/** Reads the charts that a customer saved, or that of one market, in the order of their codes. */
export async function chartsOf(db: Database, userId: string, code: string | null): Promise<StoredChart[]> {
  const rows = await db.query
    .selectFrom('markets_charts')
    .select(['code', 'chart', 'saved_at'])
    .where('user_id', '=', userId)
    .$if(code !== null, (query) => query.where('code', '=', code ?? ''))
    .orderBy('code')
    .execute()
  return rows.map(({ code, chart, saved_at }) => ({ code, chart, savedAt: saved_at }))
}

/** Saves a customer's chart of one market over an earlier one. */
export async function saveChart(
  db: Database,
  userId: string,
  { code, chart, savedAt }: StoredChart,
): Promise<void> {
  const saved = { chart: JSON.stringify(chart), saved_at: savedAt }
  await db.query
    .insertInto('markets_charts')
    .values({ user_id: userId, code, ...saved })
    .onConflict((conflict) => conflict.columns(['user_id', 'code']).doUpdateSet(saved))
    .execute()
}

/** Removes all charts of a customer. */
export async function removeChartsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('markets_charts').where('user_id', '=', userId).execute()
}
