import { type CandleBar, intervalMs, intervalNames, type Market, marketByCode } from '@candor/rules'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type StoredCandle, writeCandles } from '../markets/candle-store.ts'
import { makePast, type Past } from './simulated/past.ts'

const batchRows = 2_000
/** Between batches: the past is nobody's hurry. */
const restMs = 15

/** A market whose past is still to be written, and the moment that past ends and its running prices begin. */
export interface OpenPast {
  readonly market: Market
  readonly endsAt: number
}

export interface PastWriting {
  readonly db: Database
  readonly clock: Clock
  readonly seed: number
  readonly pasts: readonly OpenPast[]
  readonly stopped: () => boolean
}

/**
 * The pasts to write: those a stop interrupted, which end where they did, and those of markets that have no price yet,
 * which end now and are noted down so that they can be interrupted.
 */
export async function pastsToWrite(
  db: Database,
  fresh: readonly Market[],
  now: number,
): Promise<{ readonly fresh: readonly OpenPast[]; readonly interrupted: readonly OpenPast[] }> {
  const rows = await db.query.selectFrom('markets_pasts').selectAll().execute()
  const known = new Set(rows.map(({ code }) => code))
  const begun = fresh.filter(({ code }) => !known.has(code)).map((market) => ({ market, endsAt: now }))
  if (begun.length > 0)
    await db.query
      .insertInto('markets_pasts')
      .values(begun.map(({ market }) => ({ code: market.code, ends_at: BigInt(now), written_at: null })))
      .execute()
  const interrupted = rows.flatMap(({ code, ends_at, written_at }) => {
    const market = written_at === null ? marketByCode(code) : null
    return market === null ? [] : [{ market, endsAt: Number(ends_at) }]
  })
  return { fresh: begun, interrupted }
}

/** Writes the pasts in the background, market by market. */
export async function writePasts(parts: PastWriting): Promise<void> {
  for (const { market, endsAt } of parts.pasts) {
    if (parts.stopped()) return
    const past = makePast(market, parts.seed, endsAt, market.simulation.price)
    const candles = [...rowsOf(market, past)]
    for (let at = 0; at < candles.length && !parts.stopped(); at += batchRows) {
      await writeCandles(parts.db, candles.slice(at, at + batchRows), 'keep')
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    if (parts.stopped()) return
    await parts.db.query
      .updateTable('markets_pasts')
      .set({ written_at: new Date(parts.clock.now()) })
      .where('code', '=', market.code)
      .execute()
  }
}

function* rowsOf(market: Market, past: Past): Generator<StoredCandle> {
  for (const interval of intervalNames)
    for (const bar of past[interval])
      yield {
        code: market.code,
        source: 'simulated',
        interval,
        ...bar,
        through: throughOf(bar, past, interval),
      }
}

/** A candle still forming is complete up to the past's last minute, so that a restart adds only what came after. */
function throughOf(bar: CandleBar, past: Past, interval: keyof typeof intervalMs): number {
  const lastMinute = past['1m'].at(-1)
  const end = bar.openTime + intervalMs[interval]
  return lastMinute === undefined ? end : Math.min(end, lastMinute.openTime + intervalMs['1m'])
}
