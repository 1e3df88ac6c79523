import { price } from '@candor/money'
import type { PaidDividend } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'

/** By market, the dividends that were paid, each at its own moment, the earliest first. */
export async function dividendsByMarket(db: Database): Promise<ReadonlyMap<string, readonly PaidDividend[]>> {
  const rows = await db.query
    .selectFrom('markets_actions')
    .select(['code', 'at', 'facts'])
    .where('kind', '=', 'dividend')
    .where('applied_at', 'is not', null)
    .orderBy('at')
    .execute()
  const dividends = new Map<string, PaidDividend[]>()
  for (const { code, at, facts } of rows) {
    const paid = { at: Number(at), amount: price(String(facts.amount)) }
    dividends.set(code, [...(dividends.get(code) ?? []), paid])
  }
  return dividends
}
