import { type Price, parsePrice } from '@candor/money'
import { candleOpenTime, type QuoteSource } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'

/**
 * Returns the close of a market's candle of the day (UTC) of a moment, from one of these sources; null without one. Candles are for drawing:
 * use it only where the quotes of that day are no longer stored.
 */
export async function dayClose(
  db: Database,
  {
    code,
    at,
    sources,
  }: { readonly code: string; readonly at: number; readonly sources: readonly QuoteSource[] },
): Promise<Price | null> {
  const row = await db.query
    .selectFrom('markets_candles')
    .select('close')
    .where('code', '=', code)
    .where('source', 'in', sources)
    .where('interval', '=', '1d')
    .where('open_time', '=', BigInt(candleOpenTime('1d', at)))
    .executeTakeFirst()
  return row === undefined ? null : parsePrice(row.close.toFixed(10))
}
