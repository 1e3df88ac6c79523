import type { CandleStretch } from '@candor/contract'
import { candleOpenTime, type IntervalName, intervalMs } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import type { ImportedSeries } from './imported-candle-store.ts'

/** Files closer to each other than a long weekend are one stretch: one a day would fill the panel. */
const joinedGapMs = 4 * intervalMs['1d']

/** The stretches of a chart that imported files cover, oldest first. Within them only candles without another origin are imported. */
export async function importedStretches(
  db: Database,
  { code, source, interval }: ImportedSeries,
): Promise<CandleStretch[]> {
  const rows = await db.query
    .selectFrom('markets_imports')
    .select(['interval', 'from_time', 'to_time'])
    .where('code', '=', code)
    .where('source', '=', source)
    .orderBy('from_time')
    .execute()
  const stretches: CandleStretch[] = []
  for (const row of rows.filter((one) => intervalMs[one.interval] <= intervalMs[interval])) {
    const { from, to } = touched(interval, row)
    const last = stretches.at(-1)
    if (last !== undefined && from - last.to < joinedGapMs)
      stretches[stretches.length - 1] = { ...last, to: Math.max(last.to, to) }
    else stretches.push({ from, to, origin: 'import', why: 'import' })
  }
  return stretches
}

/** The candles of an interval that a file's candles are part of. */
function touched(interval: IntervalName, row: { readonly from_time: bigint; readonly to_time: bigint }) {
  const last = candleOpenTime(interval, Number(row.to_time) - 1)
  return { from: candleOpenTime(interval, Number(row.from_time)), to: last + intervalMs[interval] }
}
