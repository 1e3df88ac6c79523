import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CandleBar, intervalMs, marketByCode } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../../platform/clock.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { withClient } from '../../../platform/database/database-server.ts'
import { temporaryDataDir } from '../../../platform/database/temporary/temporary-data-dir.ts'
import { freshDatabase, type TestDatabase } from '../../../platform/database/temporary/test-database.ts'
import { createAudit } from '../../../proofs/audit/audit.ts'
import { exportCandles } from '../../imports/export-history.ts'
import { ImportError } from '../../imports/import-error.ts'
import { importFile } from '../../imports/import-file.ts'
import {
  importedPage,
  lockImports,
  makeLonger,
  removeImports,
  writeImported,
} from '../../imports/imported-candle-store.ts'
import { candlePage, oldestMinute, writeCandles, writeOldCandles } from '../candle-store.ts'
import type { Series } from '../series.ts'
import { packSpan, packStart } from './candle-pack.ts'
import { packOldCandles } from './pack-old-candles.ts'
import { minuteWalk } from './test-candles.ts'

const minute = intervalMs['1m']
const start = packStart('1m', Date.parse('2026-01-05T00:00:00Z'))
const span = packSpan('1m')
/** Three are old enough, and the fourth is the newest. */
const stretches = 4
const now = start + stretches * span + 60 * dayMs
/** `CANDOR_PACK_KILLS=200` takes as many times longer. */
const wantedKills = Number(process.env.CANDOR_PACK_KILLS ?? '40')
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000 }

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

const minutesOf = (code: string) => ({ code, source: 'live', interval: '1m' }) as const

const store = async (series: Series, bars: readonly CandleBar[], into: Database = db) => {
  const rows = bars.map((bar) => ({ ...series, ...bar, through: bar.openTime + minute }))
  for (let at = 0; at < rows.length; at += 5_000) await writeCandles(into, rows.slice(at, at + 5_000))
}
const pack = (clock = new ManualClock(now), by: Database = db) => packOldCandles({ db: by, clock }).run()
const rowsOf = async (code: string): Promise<number> => {
  const { rows } = await db.pool.query<{ count: bigint }>(
    'SELECT count(*) FROM markets_candles WHERE code = $1',
    [code],
  )
  return Number(rows[0]?.count)
}
/** Hash over a market's packs: bytes, and everything beside them. */
const packsHash = async (code: string, of: Database = db): Promise<string> => {
  const { rows } = await of.pool.query<{ packed: Buffer; from_time: bigint; candles: number }>(
    'SELECT kind, interval, from_time, candles, packed FROM markets_candle_packs WHERE code = $1 ORDER BY 1, 2, 3',
    [code],
  )
  const hash = createHash('sha256')
  for (const { packed, from_time, candles } of rows) hash.update(`${from_time} ${candles} `).update(packed)
  return `${rows.length} ${hash.digest('hex')}`
}
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const split = (code: string, fresh: number, old: number) =>
  withClient(db.app, (client) => client.query('SELECT markets_split_candles($1, $2, $3)', [code, fresh, old]))

test('I15.3: candles older than 35 days are packed, the newest stretch stays rows, and every page of the chart is the same', async () => {
  const series = minutesOf('BTCUSDT')
  const bars = minuteWalk(start, (stretches * span) / minute)
  await store(series, bars)
  const ranges = [
    everything,
    { from: 0, to: start + 1.2 * span, limit: 1_000 },
    { from: 0, to: start + 2.5 * span, limit: 5_000 },
    { from: start + 0.9 * span, to: start + 1.1 * span, limit: 1_000 },
    { from: start + 2.8 * span, to: start + 3.2 * span, limit: 500 },
    { from: start + 2.9 * span, to: Number.MAX_SAFE_INTEGER, limit: 2_000 },
    { from: 0, to: start - 1, limit: 10 },
  ]
  const pages = () => Promise.all(ranges.map((range) => candlePage(db, series, range)))
  const before = await pages()
  expect(before[0]).toEqual(bars)
  await pack()
  expect(await rowsOf('BTCUSDT')).toBe(span / minute)
  expect(await pages()).toEqual(before)
  expect(await oldestMinute(db, 'BTCUSDT', 'live')).toBe(start)
  const once = await packsHash('BTCUSDT')
  expect(once).toMatch(/^3 /)
  await pack()
  expect(await packsHash('BTCUSDT')).toBe(once)
})

test('I15.3: recordings, charts that an exchange’s history is filling and candles of the last 35 days stay rows', async () => {
  const bars = minuteWalk(start, (2 * span) / minute)
  await store({ ...minutesOf('ETHUSDT'), source: 'replay' }, bars)
  await store(minutesOf('SOLUSDT'), bars)
  await db.query
    .insertInto('markets_backfills')
    .values({
      ...{ ...minutesOf('SOLUSDT'), why: 'past', origin: 'kraken' },
      ...{ from_time: 0n, to_time: BigInt(start), reached: BigInt(start), asked_at: 0n },
    })
    .execute()
  await pack()
  expect([await rowsOf('ETHUSDT'), await rowsOf('SOLUSDT')]).toEqual([bars.length, bars.length])
  await store(minutesOf('ADAUSDT'), bars)
  await pack(new ManualClock(start + span + 35 * dayMs - 1))
  expect(await rowsOf('ADAUSDT')).toBe(bars.length)
  await pack(new ManualClock(start + span + 35 * dayMs))
  expect(await rowsOf('ADAUSDT')).toBe(bars.length / 2)
})

test('I15.3b: packing that was killed again and again loses nothing and ends with the same bytes as packing that was not', async () => {
  const other = await freshDatabase()
  const series = minutesOf('XRPUSDT')
  const bars = minuteWalk(start, (stretches * span) / minute, 11).filter((_, at) => at % 7 === 0)
  await store(series, bars, other)
  await pack(new ManualClock(now), other)
  const wanted = await packsHash('XRPUSDT', other)
  expect(wanted).toMatch(/^3 /)
  const clock = new ManualClock(now)
  let kills = 0
  for (let attempt = 0; kills < wantedKills; attempt++) {
    if ((await packsHash('XRPUSDT', other)) === wanted) await writeOldCandles(other, series, bars, 'replace')
    // What failed is tried again after ten minutes at most.
    clock.advance(15 * 60_000)
    kills += await packAndKill(other, clock, attempt % 8)
    if (attempt % 20 === 0)
      expect(await candlePage(other, series, everything), `after ${kills} kills`).toEqual(bars)
  }
  clock.advance(15 * 60_000)
  await pack(clock, other)
  expect(await packsHash('XRPUSDT', other)).toBe(wanted)
  expect(await candlePage(other, series, everything)).toEqual(bars)
  await other.dispose()
})

/** Packs by connections of its own, and ends one in the middle of a transaction, after so many other statements. Returns whether it was in time. */
async function packAndKill(
  database: TestDatabase,
  clock: ManualClock,
  statementsBefore: number,
): Promise<0 | 1> {
  let isOver = false
  const packer = openDatabase({ ...database.app, max: 2 })
  const packing = pack(clock, packer)
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  const killed = await withClient(database.app, async (client) => {
    for (let n = 0; n < statementsBefore; n++) await client.query('SELECT 1')
    while (!isOver) {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
            AND xact_start IS NOT NULL AND query LIKE '%candle%'`,
      )
      if (rowCount !== 0) return 1
    }
    return 0
  })
  await packing
  await packer.close()
  return killed
}

test('I15.3c: a split rescales packed candles as it does rows, to the last digit, and what is packed after it is not rescaled again', async () => {
  const bars = minuteWalk(start, (2 * span) / minute, 13)
  for (const code of ['AAPL', 'MSFT']) await store(minutesOf(code), bars)
  const both = async () => {
    const pages = ['AAPL', 'MSFT'].map((code) => candlePage(db, minutesOf(code), everything))
    const [packed, rows] = await Promise.all(pages)
    expect(packed).toEqual(rows)
    return packed
  }
  // MSFT is filled meanwhile: it stays rows.
  await db.query
    .insertInto('markets_backfills')
    .values({
      ...{ ...minutesOf('MSFT'), why: 'past', origin: 'massive' },
      ...{ from_time: 0n, to_time: BigInt(start), reached: BigInt(start), asked_at: 0n },
    })
    .execute()
  await pack()
  expect([await rowsOf('AAPL'), await rowsOf('MSFT')]).toEqual([bars.length / 2, bars.length])
  for (const code of ['AAPL', 'MSFT']) await split(code, 7, 1)
  const [first] = (await both()) ?? []
  expect(first?.open).toBe(Math.round(((bars[0]?.open ?? 0) * 1e6) / 7) / 1e6)
  for (const code of ['AAPL', 'MSFT']) await split(code, 3, 2)
  await both()
  // A row that comes later is packed with the others, at the scale of now.
  for (const code of ['AAPL', 'MSFT'])
    await writeOldCandles(
      db,
      minutesOf(code),
      [{ ...bars[5], openTime: start + 5 * minute } as CandleBar],
      'replace',
    )
  await both()
  await pack()
  expect(await rowsOf('AAPL')).toBe(bars.length / 2)
  await both()
  for (const code of ['AAPL', 'MSFT']) await split(code, 1, 10)
  await both()
})

test('I15.3d: candles that come late into a packed stretch are kept or replace others as if it had never been packed', async () => {
  const series = minutesOf('DOGEUSDT')
  const all = minuteWalk(start, (2 * span) / minute, 17)
  const gap = all.slice(100, 200)
  await store(
    series,
    all.filter((bar) => !gap.includes(bar)),
  )
  await pack()
  const other = (bar: CandleBar) => ({ ...bar, volume: bar.volume + 1 })
  await writeOldCandles(db, series, all.slice(50, 200).map(other), 'keep')
  const filled = all.map((bar) => (gap.includes(bar) ? other(bar) : bar))
  expect(await candlePage(db, series, everything)).toEqual(filled)
  await pack()
  expect(await rowsOf('DOGEUSDT')).toBe(span / minute)
  expect(await candlePage(db, series, everything)).toEqual(filled)
  await writeOldCandles(db, series, [other(all[0] as CandleBar)], 'replace')
  expect((await candlePage(db, series, everything))[0]).toEqual(other(all[0] as CandleBar))
})

test('I15.3e: files are imported into a packed chart as into one of rows, removed whole, and the export has both', async () => {
  const bars = minuteWalk(start, (2 * span) / minute, 19)
  const [early, late] = [bars.slice(0, 1_300), bars.slice(1_300)]
  const own = bars.slice(20, 40)
  const imports = async (code: string, packs: () => Promise<unknown>) => {
    const series = minutesOf(code)
    await store(series, [...own, ...bars.slice(-1)])
    const importing = (part: readonly CandleBar[]) =>
      db.transaction(async (tx) => {
        await lockImports(tx, series)
        let written = 0
        for (let at = 0; at < part.length; at += 1_000)
          written += await writeImported(tx, series, part.slice(at, at + 1_000))
        const stretch = { from: part[0]?.openTime ?? 0, to: (part.at(-1)?.openTime ?? 0) + minute }
        return [
          written,
          await makeLonger(tx, series, '5m', stretch),
          await makeLonger(tx, series, '1w', stretch),
        ]
      })
    const counts = [await importing(early)]
    await packs()
    counts.push(await importing(late))
    await packs()
    counts.push(await importing(bars))
    await packs()
    const charts = await Promise.all(
      (['1m', '5m', '1w'] as const).map((interval) => importedPage(db, { ...series, interval }, everything)),
    )
    let exported = ''
    const market = marketByCode(code)
    if (market === null) throw new Error(`there is no market ${code}`)
    const choice = { market, ...series, from: 0, to: Number.MAX_SAFE_INTEGER }
    for await (const { text } of exportCandles(db, choice)) exported += text
    return { counts, charts, exported: exported.split('\n').length, hash: hashOf(exported) }
  }
  const rows = await imports('EURUSD', async () => undefined)
  const packed = await imports('GBPUSD', pack)
  expect(await packsHash('GBPUSD')).not.toMatch(/^0 /)
  expect(packed).toEqual(rows)
  expect(rows.exported).toBe(bars.length + 2)
  const removed = await db.transaction((tx) => removeImports(tx, { code: 'GBPUSD', source: 'live' }))
  const removedRows = await db.transaction((tx) => removeImports(tx, { code: 'EURUSD', source: 'live' }))
  expect(removed).toEqual(removedRows)
  expect(await importedPage(db, minutesOf('GBPUSD'), everything)).toEqual([])
})

test('I15.3e: nothing is packed of a chart while a file is imported into it', async () => {
  const series = minutesOf('USDJPY')
  const bars = minuteWalk(start, (2 * span) / minute, 23)
  await db.transaction(async (tx) => {
    await writeImported(tx, series, bars)
  })
  await withClient(db.app, async (importer) => {
    await importer.query('BEGIN')
    await importer.query("SELECT pg_advisory_xact_lock(hashtextextended('markets_imports:USDJPY:live', 0))")
    await pack()
    await importer.query('ROLLBACK')
  })
  expect(await packsHash('USDJPY')).toMatch(/^0 /)
  await pack()
  expect(await packsHash('USDJPY')).toMatch(/^1 /)
})

test('I15.3c: a split during an import is in its candles, or the file is refused and leaves nothing behind', async () => {
  const folder = temporaryDataDir('candor-split-import-')
  const bars = minuteWalk(start, 20_000, 29)
  const line = ({ openTime, open, high, low, close }: CandleBar) =>
    [openTime, open, high, low, close].join(',')
  const path = join(folder, 'NVDA.csv')
  writeFileSync(path, ['time,open,high,low,close', ...bars.map(line)].join('\n'))
  const clock = new ManualClock(now)
  const market = marketByCode('NVDA')
  if (market === null) throw new Error('there is no market NVDA')
  let splitting: Promise<unknown> | null = null
  const outcome = await importFile(
    {
      ...{ db, clock, audit: createAudit(clock), source: 'live', dryRun: false, by: 'test' },
      ...{ signal: new AbortController().signal },
      onProgress: () => {
        splitting ??= split('NVDA', 4, 1)
      },
    },
    { path, market, interval: '1m', now },
  ).catch((error: unknown) => error)
  await splitting
  const stored = await importedPage(db, minutesOf('NVDA'), everything)
  if (outcome instanceof ImportError) expect(stored).toEqual([])
  else expect(stored[0]?.open).toBe((bars[0]?.open ?? 0) / 4)
  rmSync(folder, { recursive: true })
})
