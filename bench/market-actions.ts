import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { createLedger } from '../apps/server/src/ledger/postgres-ledger.ts'
import { requestAction } from '../apps/server/src/market-data/market-events/actions.ts'
import { followMarketEvents } from '../apps/server/src/market-data/market-events/follow-market-events.ts'
import { MemoryPriceBoard } from '../apps/server/src/market-data/price-board/memory-price-board.ts'
import { ManualClock } from '../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import {
  type DatabaseServer,
  openDatabaseServer,
  withClient,
} from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { createAudit } from '../apps/server/src/proofs/audit/audit.ts'
import { TradingRuntime } from '../apps/server/src/trading/engine/trading-runtime.ts'
import type { BenchResult } from './result.ts'
import { watchLoop } from './watch-own-loop.ts'

const sizes = (process.env.BENCH_ACTION_POSITIONS ?? '1000,10000,100000').split(',').map(Number)
/** As many as one account may have. */
const each = 200
const longestBlockMs = 50
const code = 'AAPL'
/** A Wednesday noon in New York. */
const noon = Date.UTC(2026, 10, 18, 17)

const positionsOf = (count: number) => `
  INSERT INTO ledger_accounts (class, owner, asset, balance)
    SELECT 'customer', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0')), 'DEMO', 1000000000000
      FROM generate_series(1, ${Math.ceil(count / each)}) n ON CONFLICT DO NOTHING;
  INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage,
      open_price, margin, stop_loss, take_profit, fee, swap, swapped_through, status, events, terms, created_at, opened_at)
    SELECT gen_random_uuid(), n, 'C' || n, gen_random_uuid(),
      ('00000000-0000-7000-8000-' || lpad((n % ${Math.ceil(count / each)} + 1)::text, 12, '0'))::uuid, 'demo', '${code}',
      CASE WHEN n % 3 = 0 THEN 'sell' ELSE 'buy' END, 'market', 100000000, 5, 2000000000000, 1000000,
      CASE WHEN n % 3 = 0 THEN 3000000000000 ELSE 1000000000000 END, CASE WHEN n % 3 = 0 THEN 1000000000000 ELSE 3000000000000 END,
      0, 0, ${noon}, 'open', 1,
      '{"commissionRate":"0.001","swapLong":"0","swapShort":"0"}', ${noon - 60_000}, ${noon - 60_000}
      FROM generate_series(1, ${count}) n;
  UPDATE ledger_accounts SET balance = 1000000000000000 WHERE class = 'trading-capital';
  ANALYZE ledger_accounts, orders_contracts`

interface Held {
  readonly kind: string
  readonly blockMs: number
  readonly seconds: number
}

/** Carries a dividend and a split of one market out on this many positions. */
async function actionsOn(db: Database, owner: DatabaseServer['owner'], count: number): Promise<Held[]> {
  const clock = new ManualClock(noon)
  const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1, sandbox: true })
  const rebase = board.rebase.bind(board)
  const quotes = { board, rebase }
  const { actions } = followMarketEvents({ db, clock, quotes, audit: createAudit(clock), log: console })
  const ledger = createLedger(db, clock)
  const events = { publish: () => undefined, endSession: () => undefined }
  const parts = { db, ledger, board, clock, events, actions }
  await (await TradingRuntime.open(parts)).close()
  await withClient(owner, (client) => client.query(positionsOf(count)))
  const runtime = await TradingRuntime.open(parts)
  const at = price('200')
  for (let n = 0; n < 25; n++) {
    board.offer({ code, bid: at, ask: at, time: clock.now(), source: 'live', volume: 0 })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await runtime.engine.caughtUp()
  const held: Held[] = []
  for (const [kind, value] of [
    ['dividend', '0.26'],
    ['split', '4:1'],
  ] as const) {
    clock.advance(1_000)
    const refused = await requestAction(db.query, clock, { code, kind, value, at: clock.now(), by: 'bench' })
    if (refused !== null) throw new Error(`refused: ${refused}`)
    const before = [...runtime.book.positions.values()].map(({ events: n }) => n)
    const looked = watchLoop()
    const from = performance.now()
    await runtime.readActions()
    await runtime.engine.actions.still()
    held.push({ kind, blockMs: looked(), seconds: (performance.now() - from) / 1000 })
    const adjusted = [...runtime.book.positions.values()].filter(({ events: n }, at) => n > (before[at] ?? 0))
    if (adjusted.length !== count) throw new Error(`${adjusted.length} of ${count} positions were adjusted`)
  }
  await runtime.close()
  return held
}

/** Measures how long actions of a whole market hold the event loop, by the number of positions. */
export async function run(): Promise<BenchResult> {
  const details: string[] = []
  let longest = 0
  for (const count of sizes) {
    const dataDir = temporaryDataDir('candor-bench-actions-')
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
    try {
      await migrate(databaseServer.owner)
      const db = openDatabase(databaseServer.app)
      try {
        for (const { kind, blockMs, seconds } of await actionsOn(db, databaseServer.owner, count)) {
          longest = Math.max(longest, blockMs)
          details.push(
            `${count} positions, a ${kind}: event loop held ${blockMs.toFixed(0)} ms at most, over after ${seconds.toFixed(1)} s`,
          )
        }
      } finally {
        await db.close()
      }
    } finally {
      await databaseServer.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return {
    name: `longest block of the event loop while a dividend and a split are carried out on up to ${Math.max(...sizes)} positions`,
    ratio: longest / longestBlockMs,
    goal: `≤ 1, that is ${longestBlockMs} ms`,
    reached: longest <= longestBlockMs,
    details,
  }
}
