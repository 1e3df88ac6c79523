import type { CandleInterval, CandleStretch, MarketHistory } from '@candor/contract'
import type { IntervalName, Market, QuoteSource } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import { takesImports } from '../imports/imported-candle-store.ts'
import { importedStretches } from '../imports/imported-stretches.ts'
import { notedUnder } from './backfill-plan.ts'
import { type Backfill, listBackfills } from './backfill-store.ts'

/** The candles of a chart that an exchange gave or the operator imported, and whether more are on their way. */
export async function candleOriginsOf(
  db: Database,
  {
    code,
    source,
    interval,
  }: { readonly code: string; readonly source: QuoteSource; readonly interval: CandleInterval },
): Promise<{ stretches: CandleStretch[]; filling: boolean }> {
  const series = { code, source, interval }
  if (!takesImports(series)) return { stretches: [], filling: false }
  const all = (await listBackfills(db, code)).filter((one) => one.source === source)
  const noted = notedUnder(interval, new Set(all.map((one) => one.interval)))
  const rows = all.filter((one) => one.interval === noted)
  const given = rows
    .filter(({ reached, to, candles }) => reached < to && candles > 0)
    .map(({ reached, to, origin, why }): CandleStretch => ({ from: reached, to, origin, why }))
  return {
    stretches: [...given, ...(await importedStretches(db, series))].sort((a, b) => a.from - b.from),
    filling: rows.some(({ isDone, refused }) => !isDone && refused === null),
  }
}

/** The past of every live market, as far as it is filled. */
export async function marketHistories(db: Database, markets: readonly Market[]): Promise<MarketHistory[]> {
  const byCode = new Map<string, Backfill[]>()
  for (const row of await listBackfills(db)) byCode.set(row.code, [...(byCode.get(row.code) ?? []), row])
  return markets.flatMap(({ code, name }) => {
    const rows = byCode.get(code) ?? []
    const [any] = rows
    if (any === undefined) return []
    const pasts = rows.filter(({ why }) => why === 'past')
    const gaps = rows.filter(({ why, interval }) => why === 'gap' && interval === '1m')
    return {
      ...{ code, name, origin: any.origin },
      filled: filledShare(pasts),
      candles: rows.reduce((sum, row) => sum + row.candles, 0),
      oldestMinute: oldestOf(pasts, '1m'),
      oldestHour: oldestOf(pasts, '1h'),
      oldestDay: oldestOf(pasts, '1d'),
      gapsFilled: gaps.filter(({ isDone }) => isDone).length,
      gapsOpen: gaps.filter(({ isDone }) => !isDone).length,
      refused: rows.find(({ refused }) => refused !== null)?.refused ?? null,
    }
  })
}

/** Share of the wanted pasts that is filled, each interval with the same weight. */
function filledShare(pasts: readonly Backfill[]): number {
  if (pasts.length === 0) return 1
  const shares = pasts.map(({ from, to, reached }) => (to === from ? 1 : (to - reached) / (to - from)))
  return shares.reduce((sum, share) => sum + share, 0) / pasts.length
}

function oldestOf(pasts: readonly Backfill[], interval: IntervalName): string | null {
  const past = pasts.find((one) => one.interval === interval)
  return past === undefined || past.candles === 0 ? null : new Date(past.reached).toISOString()
}
