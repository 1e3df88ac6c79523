import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { price } from '@candor/money'
import { allMarkets, type StoredQuote } from '@candor/rules'
import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import { NewestQuotes } from '../apps/server/src/market-data/history/newest-quotes.ts'
import { packPlain } from '../apps/server/src/market-data/history/quote-pack.ts'
import { QuotePaths } from '../apps/server/src/market-data/history/quote-paths.ts'
import { type PackedTicks, writeTicks } from '../apps/server/src/market-data/history/quote-ticks-store.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer, withClient } from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { readReport } from '../apps/server/src/proofs/execution/execution-store.ts'
import { publishReports } from '../apps/server/src/proofs/execution/publish-reports.ts'
import { openReceiptSigner } from '../apps/server/src/proofs/receipts/receipt-keys.ts'
import { countRealFills, readRealFills } from '../apps/server/src/trading/execution/real-fills.ts'
import type { BenchResult } from './result.ts'
import { watchLoop } from './watch-own-loop.ts'

const fills = Number(process.env.BENCH_EXECUTION_FILLS ?? 100_000)
const customers = 2_000
const markets = allMarkets.slice(0, 20).map(({ code }) => code)
const date = '2026-11-23'
const dayStart = Date.parse(date)
const longestBlockMs = 50
/** A report is late after half an hour. */
const longestSeconds = 60

/** Orders of the day, each opened and closed by a call ten minutes apart; quotes of a market are numbered by the second. */
const fillText = `
  ALTER TABLE orders_contracts DISABLE TRIGGER USER;
  CREATE TEMP TABLE made AS
  SELECT gen_random_uuid() AS id, n, ($1::text[])[1 + n % ${markets.length}] AS code,
         ('00000000-0000-7000-8000-' || lpad((n % ${customers} + 1)::text, 12, '0'))::uuid AS user_id,
         $2::bigint + (n::float8 / $3::float8 * 84000000)::bigint AS at
    FROM generate_series(1, $3::int) n;
  INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage, open_price, margin, fee, swap, swapped_through,
         close_price, profit, status, close_reason, events, terms, created_at, opened_at, closed_at)
  SELECT id, n, 'C' || n, gen_random_uuid(), user_id, 'real', code, 'buy', 'market', 1, 10, 1, 1000000, 0, 0, 0, 1, 1, 'closed', 'user', 2, '{}', at, at, at + 600000
    FROM made ORDER BY n;
  INSERT INTO orders_events (order_id, number, kind, at, facts)
  SELECT id, number, kind, moment, jsonb_build_object('reason', CASE kind WHEN 'close' THEN 'user' END, 'price', CASE kind WHEN 'open' THEN '1.1002' ELSE '1.0999' END,
         'spreadAdded', '0.0002', 'quote', jsonb_build_object('code', code, 'seq', moment / 1000),
         'fill', jsonb_build_object('freshMs', 1000, 'calledAt', moment - 3, 'dueAt', moment - 3, 'waitedFrom', NULL))
    FROM made CROSS JOIN LATERAL (VALUES (1, 'open', at + 3), (2, 'close', at + 600003)) e (number, kind, moment) ORDER BY n, number;
  INSERT INTO markets_quotes (code, seq, source, source_time, received_at, bid, ask)
  SELECT DISTINCT code, moment / 1000, 'live', moment / 1000 * 1000, moment / 1000 * 1000, 11000000000, 11001000000
    FROM made CROSS JOIN LATERAL (VALUES (at + 3), (at + 600003)) e (moment);
  ALTER TABLE orders_contracts ENABLE TRIGGER USER`

/** One quote a second of each market, all of the day and the end of the day before, as finished minutes. */
async function storeQuotes(db: Database): Promise<void> {
  for (const code of markets) {
    const ticks: PackedTicks[] = []
    for (let minute = dayStart / minuteMs - 1; minute < (dayStart + dayMs) / minuteMs; minute += 1) {
      const quotes = Array.from({ length: 60 }, (_, second) =>
        quoteAt(code, minute * minuteMs + second * 1_000),
      )
      const [first = 0, last = 0] = [quotes[0]?.seq, quotes.at(-1)?.seq]
      ticks.push({ code, first, last, minute, until: last * 1_000, closed: true, packed: packPlain(quotes) })
    }
    const client = await db.pool.connect()
    await writeTicks(client, ticks)
    client.release()
  }
}

const quoteAt = (code: string, at: number): StoredQuote => ({
  ...{ code, seq: at / 1_000, source: 'live', time: at, receivedAt: at, judged: 2 },
  ...{ bid: price('1.1'), ask: price('1.1001') },
})

/** Reports a day of many fills, all of which are read from PostgreSQL with the quotes of their minutes. */
export async function run(): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-execution-')
  const server = await openDatabaseServer({ dataDir, databaseUrl: null, log: console })
  const db = openDatabase({ ...server.app, max: 4 })
  try {
    await migrate(server.owner)
    await withClient(server.owner, async (client) => {
      const literal = `ARRAY[${markets.map((code) => `'${code}'`).join(',')}]`
      await client.query(
        fillText
          .replaceAll('$1::text[]', literal)
          .replaceAll('$2::bigint', `${dayStart}::bigint`)
          .replaceAll(/\$3::(int|float8)/g, `${fills / 2}::$1`),
      )
      await client.query('VACUUM ANALYZE')
    })
    await storeQuotes(db)
    return await measure(db, dataDir)
  } finally {
    await db.pool.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(db: Database, dataDir: string): Promise<BenchResult> {
  await db.query
    .insertInto('trust_execution_days')
    .values({ date: '2026-11-22', fills: 0n, report: null })
    .execute()
  const paths = new QuotePaths(db)
  const blocked = watchLoop()
  const start = performance.now()
  await publishReports({
    ...{ db, clock: { now: () => dayStart + dayMs + 2 * minuteMs } },
    sign: openReceiptSigner(dataDir).sign,
    fills: {
      count: countRealFills,
      read: (day, take) => readRealFills(db, day, take),
      refusals: async () => [],
    },
    quotes: {
      counts: 'real',
      upToNow: async () => undefined,
      newest: () => {
        const newest = new NewestQuotes(db, paths, 'real')
        return (code, moments) => newest.at(code, moments)
      },
    },
    // The engine answers it in one call, whatever the day's fills.
    conflict: async () => ({
      exposure: null,
      result: { prices: '0.000000', charges: '0.000000', trades: 0 },
      cover: null,
    }),
  })
  const seconds = (performance.now() - start) / 1_000
  const blockMs = blocked()
  const report = await readReport(db, date)
  const reported = report?.document.total.calls.fills ?? 0
  return {
    name: `a report of ${fills} fills read from PostgreSQL`,
    ratio: null,
    goal: `≤ ${longestSeconds} s, no block > ${longestBlockMs} ms`,
    reached: reported === fills && seconds <= longestSeconds && blockMs <= longestBlockMs,
    details: [
      `${reported} fills of ${report?.document.customers ?? 0} customers in ${markets.length} markets: ${seconds.toFixed(1)} s`,
      `longest block of the event loop ${blockMs.toFixed(0)} ms`,
      `${report?.document.parts.length ?? 0} parts, memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    ],
  }
}
