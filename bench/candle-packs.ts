import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { allMarkets, intervalMs } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import { candlePage } from '../apps/server/src/market-data/candles/candle-store.ts'
import { packCandles, packSpan, packStart } from '../apps/server/src/market-data/candles/packs/candle-pack.ts'
import { minuteWalk } from '../apps/server/src/market-data/candles/packs/test-candles.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer, withClient } from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import type { BenchResult } from './result.ts'

const years = Number(process.env.BENCH_PACKS_YEARS ?? '5')
const differentDays = 4
const pages = 2_000
const limit = 1_000
const mostBytes = 2e9
const slowestMs = 30

const span = packSpan('1m')
const slots = span / intervalMs['1m']
const days = Math.ceil((years * 365.25 * dayMs) / span)
const start = packStart('1m', Date.UTC(2021, 0, 7))

/** Packs a few days of every market and repeats them over the years: what one pack takes does not depend on the others. */
async function fill(db: Database): Promise<void> {
  for (const [place, { code }] of allMarkets.entries())
    for (let day = 0; day < differentDays; day++) {
      const walk = minuteWalk(start, slots, 1 + place * differentDays + day)
      const packed = await packCandles('1m', start, walk)
      await db.pool.query(
        `INSERT INTO markets_candle_packs (kind, code, source, interval, from_time, first_time, last_time, candles, split_id, packed)
         SELECT 'own', $1, 'live', '1m', f, f, f + $2::bigint - $3::bigint, $4, 0, $5
           FROM generate_series($6::bigint, $7::bigint, $2::bigint * ${differentDays}) f`,
        [code, span, intervalMs['1m'], slots, packed, start + day * span, start + (days - 1) * span],
      )
    }
}

/** Reads pages at random ages; the same ones in every run. Returns how long each took, in ms, shortest first. */
async function readPages(db: Database): Promise<number[]> {
  const took: number[] = []
  let state = 1
  for (let n = 0; n < pages; n++) {
    state = (state * 48_271) % 2_147_483_647
    const code = allMarkets[state % allMarkets.length]?.code ?? ''
    const to = start + Math.floor((state / 2_147_483_647) * days * span)
    const startedAt = performance.now()
    const bars = await candlePage(db, { code, source: 'live', interval: '1m' }, { from: 0, to, limit })
    took.push(performance.now() - startedAt)
    if (bars.length === 0) throw new Error(`no candles of ${code} before ${to}`)
  }
  return took.toSorted((a, b) => a - b)
}

export async function run(): Promise<BenchResult[]> {
  const dataDir = temporaryDataDir('candor-bench-packs-')
  const server = await openDatabaseServer({ dataDir, databaseUrl: null, log: console })
  try {
    await migrate(server.owner)
    const db = openDatabase({ ...server.app, max: 3 })
    await fill(db)
    const { rows } = await withClient(server.owner, (client) =>
      client.query<{ bytes: string; candles: string }>(
        `SELECT pg_total_relation_size('markets_candle_packs') AS bytes, sum(candles) AS candles FROM markets_candle_packs`,
      ),
    )
    const [bytes, candles] = [Number(rows[0]?.bytes), Number(rows[0]?.candles)]
    const took = await readPages(db)
    const p99 = took[Math.floor(took.length * 0.99)] ?? 0
    await db.close()
    return [
      {
        name: `${(candles / 1e6).toFixed(0)} million minutes, packed`,
        ratio: null,
        goal: '≤ 2 GB for five years of 69 markets',
        reached: bytes * (5 / years) <= mostBytes,
        details: [`${(bytes / 1e6).toFixed(0)} MB, ${(bytes / candles).toFixed(2)} bytes a candle`],
      },
      {
        name: `a page of ${limit} at a random age`,
        ratio: null,
        goal: `p99 ≤ ${slowestMs} ms`,
        reached: p99 <= slowestMs,
        details: [
          `median ${took[pages / 2]?.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${took.at(-1)?.toFixed(1)} ms`,
        ],
      },
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
