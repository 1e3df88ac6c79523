import { type CandleBar, intervalMs, intervalNames, type Market } from '@candor/rules'
import type { ClockedDatabase, Database } from '../../platform/database/database.ts'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { type StoredCandle, writeCandles } from '../candles/candle-store.ts'
import type { Series } from '../candles/series.ts'
import type { FeedLog } from './feed.ts'
import { makePast, makePastInTurns, type Past } from './simulated/past.ts'

const batchRows = 2_000
/** Pause between batches: the past is not urgent. */
const restMs = 15

/** Markets that people open first are written first. */
const openedFirst = ['BTCUSDT', 'EURUSD', 'ETHUSDT', 'XAUUSD', 'AAPL', 'ES']
/** Most pasts kept in memory for charts that are viewed before they are written. */
const mostCached = 8

/** A market whose past is not written yet, and the moment and price at which that past ends and its running prices begin. */
export interface OpenPast {
  readonly market: Market
  readonly endsAt: number
  readonly endMid: number
}

export interface PastWriterOptions extends ClockedDatabase {
  readonly pasts: UnwrittenPasts
  readonly log: FeedLog
}

/**
 * The pasts to write: those a stop interrupted, which end where they did, and those of markets that have no price yet,
 * which end now and are noted down so that they can be interrupted.
 */
export async function pastsToWrite(
  db: Database,
  { markets, fresh }: { readonly markets: readonly Market[]; readonly fresh: readonly Market[] },
  now: number,
): Promise<{ readonly fresh: readonly OpenPast[]; readonly interrupted: readonly OpenPast[] }> {
  const rows = await db.query.selectFrom('markets_pasts').selectAll().execute()
  const known = new Set(rows.map(({ code }) => code))
  const begun = fresh
    .filter(({ code }) => !known.has(code))
    .map((market) => ({ market, endsAt: now, endMid: market.simulation.price }))
  await notePasts(db, begun)
  const interrupted = rows.flatMap(({ code, ends_at, written_at, end_mid }) => {
    const market = written_at === null ? (markets.find((one) => one.code === code) ?? null) : null
    const endMid = end_mid ?? market?.simulation.price ?? 0
    return market === null ? [] : [{ market, endsAt: Number(ends_at), endMid }]
  })
  return { fresh: begun, interrupted }
}

/**
 * The past of a market that falls back to simulated prices while the server runs: it ends at its last price, or at its first simulated one.
 * Null if its simulated chart has a past.
 */
export async function pastToAdd(
  db: Database,
  market: Market,
  now: number,
  lastMid: number | null,
): Promise<OpenPast | null> {
  const past = { market, endsAt: now, endMid: lastMid ?? market.simulation.price }
  return (await notePasts(db, [past])) === 0 ? null : past
}

/** Notes pasts, so that they can be interrupted; returns how many were not known before. */
async function notePasts(db: Database, pasts: readonly OpenPast[]): Promise<number> {
  if (pasts.length === 0) return 0
  const rows = pasts.map(({ market, endsAt, endMid }) => ({
    code: market.code,
    ends_at: BigInt(endsAt),
    written_at: null,
    end_mid: endMid,
  }))
  const { numInsertedOrUpdatedRows } = await db.query
    .insertInto('markets_pasts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** The pasts that are not written yet: a chart that is opened meanwhile is complete all the same. */
export class UnwrittenPasts {
  private readonly seed: number
  private readonly open: Map<string, OpenPast>
  private readonly made = new Map<string, Past>()

  constructor(seed: number, pasts: readonly OpenPast[]) {
    this.seed = seed
    const place = ({ market }: OpenPast) => openedFirst.indexOf(market.code) + 1 || openedFirst.length + 1
    const sorted = [...pasts].sort((a, b) => place(a) - place(b))
    this.open = new Map(sorted.map((past) => [past.market.code, past]))
  }

  add(past: OpenPast): void {
    this.open.set(past.market.code, past)
  }

  get next(): OpenPast | null {
    return this.open.values().next().value ?? null
  }

  /** The whole past of a market, made at most once while it is looked at. */
  of({ market, endsAt, endMid }: OpenPast): Past {
    const cached = this.made.get(market.code)
    if (cached !== undefined) return cached
    const past = makePast(market, this.seed, { at: endsAt, mid: endMid })
    const [oldest] = this.made.keys()
    if (this.made.size >= mostCached && oldest !== undefined) this.made.delete(oldest)
    this.made.set(market.code, past)
    return past
  }

  /** The same, with turns for others in between. */
  async inTurns({ market, endsAt, endMid }: OpenPast): Promise<Past> {
    const cached = this.made.get(market.code)
    if (cached !== undefined) return cached
    return inTurns(makePastInTurns(market, this.seed, { at: endsAt, mid: endMid }))
  }

  bars({ code, source, interval }: Series): readonly CandleBar[] {
    const open = source === 'simulated' ? this.open.get(code) : undefined
    return open === undefined ? [] : this.of(open)[interval]
  }

  written({ market }: OpenPast): void {
    this.open.delete(market.code)
    this.made.delete(market.code)
  }
}

/** Writes the pasts in the background, market by market. */
export class PastWriter {
  private readonly options: PastWriterOptions
  private isStopped = false
  private writing: Promise<void> = Promise.resolve()

  constructor(options: PastWriterOptions) {
    this.options = options
  }

  /** Writes what waits now. */
  write(): void {
    const { log } = this.options
    this.writing = this.writing
      .then(() => this.writeAll())
      .then(
        () => {
          if (!this.isStopped) log.info({}, 'the simulated past is written')
        },
        (error: unknown) => log.warn({ error: String(error) }, 'the simulated past could not be written'),
      )
  }

  /** Ends after the batch under way; the next start goes on. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.writing
  }

  private async writeAll(): Promise<void> {
    const { pasts } = this.options
    for (let open = pasts.next; open !== null; open = pasts.next) {
      if (this.isStopped) return
      await this.writeOne(open)
    }
  }

  private async writeOne(open: OpenPast): Promise<void> {
    const { db, clock, pasts } = this.options
    const { market } = open
    const past = await pasts.inTurns(open)
    for (const candles of inBatches(rowsOf(market, past), batchRows)) {
      if (this.isStopped) return
      await writeCandles(db, candles, 'keep')
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    if (this.isStopped) return
    await db.query
      .updateTable('markets_pasts')
      .set({ written_at: new Date(clock.now()) })
      .where('code', '=', market.code)
      .execute()
    pasts.written(open)
  }
}

function* inBatches<Row>(rows: Iterable<Row>, most: number): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows)
    if (batch.push(row) === most) {
      yield batch
      batch = []
    }
  if (batch.length > 0) yield batch
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
