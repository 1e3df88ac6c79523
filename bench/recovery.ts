import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { createLedger } from '../apps/server/src/ledger/postgres-ledger.ts'
import { MemoryPriceBoard } from '../apps/server/src/market-data/price-board/memory-price-board.ts'
import { ManualClock } from '../apps/server/src/platform/clock.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer, withClient } from '../apps/server/src/platform/database/database-server.ts'
import { superuser } from '../apps/server/src/platform/database/embedded/cluster.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { ServerPair, type Takeover } from '../apps/server/src/system-tests/kill/server-pair.ts'
import { killProcesses, type ServerProcess, startProcess } from '../apps/server/src/testing/server-process.ts'
import { TradingRuntime } from '../apps/server/src/trading/engine/trading-runtime.ts'
import type { BenchResult } from './result.ts'

const orders = 100_000
const accounts = 1_000
const goalSeconds = 5
const at = Date.parse('2026-11-18T12:00:00Z')

/** Rows as orders leave them: a tenth wait, a tenth trail, all have exits, over twenty markets. */
const fill = `
  INSERT INTO ledger_accounts (class, owner, asset, balance)
    SELECT 'customer', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0')), 'DEMO', 1000000000000
      FROM generate_series(1, ${accounts}) n;
  INSERT INTO orders_contracts (id, sequence, order_no, public_id, user_id, mode, code, direction, kind, lots, leverage,
      open_price, margin, stop_loss, take_profit, fee, swap, swapped_through, status, events, terms, created_at, opened_at,
      price, trail_distance, trail_from, trail_number)
    SELECT gen_random_uuid(), n, 'C' || n, gen_random_uuid(),
      ('00000000-0000-7000-8000-' || lpad((n % ${accounts} + 1)::text, 12, '0'))::uuid, 'demo', $CODES$[n % 20 + 1],
      CASE n % 2 WHEN 0 THEN 'buy' ELSE 'sell' END, CASE n % 10 WHEN 0 THEN 'limit' ELSE 'market' END, 1000000, 10,
      CASE n % 10 WHEN 0 THEN NULL ELSE 1000000000000 END, 1000000,
      CASE n % 2 WHEN 0 THEN 500000000000 ELSE 1500000000000 END + n,
      CASE n % 2 WHEN 0 THEN 1500000000000 ELSE 500000000000 END + n, 0, 0, ${at},
      CASE n % 10 WHEN 0 THEN 'pending' ELSE 'open' END, 1,
      '{"commissionRate":"0.001","swapLong":"0","swapShort":"0"}', ${at}, CASE n % 10 WHEN 0 THEN NULL ELSE ${at} END,
      CASE n % 10 WHEN 0 THEN 900000000000 + n END, CASE n % 10 WHEN 1 THEN 10000000000 END,
      CASE n % 10 WHEN 1 THEN 1000000000000 END, CASE n % 10 WHEN 1 THEN n END
      FROM generate_series(1, ${orders}) n`

export const run = async (): Promise<readonly BenchResult[]> => [
  await manyOrders(),
  await killedServer(),
  await takenOver(),
]

const kills = 5

/** The real server, killed with -9 repeatedly: from its new start to the moment it prints its address. */
async function killedServer(): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-kill-')
  const args = ['--data', dataDir]
  try {
    const first = await startProcess(args)
    await first.end('SIGTERM')
    const plain = await startProcess(args)
    let killed = plain
    const back: ServerProcess[] = []
    for (let n = 0; n < kills; n++) {
      await killed.end('SIGKILL')
      killed = await startProcess(args)
      back.push(killed)
    }
    await killed.end('SIGTERM')
    const worst = Math.max(...back.map(({ startMs }) => startMs)) / 1000
    const summaryOf = ({ startMs, startCpuMs }: ServerProcess) =>
      `${(startMs / 1000).toFixed(2)} s (${((startCpuMs ?? Number.NaN) / 1000).toFixed(2)} s of processor)`
    return {
      name: `the server killed with -9 ${kills} times, seconds until it serves again, the worst`,
      ratio: worst / goalSeconds,
      goal: `≤ 1 of ${goalSeconds} s`,
      reached: worst <= goalSeconds,
      details: [
        `after a kill: ${back.map(summaryOf).join(', ')}`,
        `the first start, with a new database: ${summaryOf(first)}; a start after an orderly shutdown: ${summaryOf(plain)}`,
        'each from the start of the process, including the loading of its code',
      ],
    }
  } finally {
    await killProcesses()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const takeoverGoalSeconds = 3
const takeovers = 3

/** Two servers on one database, the leader killed with -9 again and again: until the other has accepted an order. */
async function takenOver(): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-takeover-')
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log })
  const { host, port, database } = databaseServer.owner
  const pair = new ServerPair(
    `postgres://${superuser}@${encodeURIComponent(String(host))}:${port}/${database}`,
  )
  try {
    await pair.start()
    const measured: Takeover[] = []
    for (let n = 0; n < takeovers; n++) {
      measured.push(await pair.killLeader())
      await pair.standBy()
    }
    await pair.stop()
    const worst = Math.max(...measured.map(({ acceptedMs }) => acceptedMs)) / 1000
    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
    return {
      name: `the leading server killed with -9 ${takeovers} times, seconds until the standby accepts an order, the worst`,
      ratio: worst / takeoverGoalSeconds,
      goal: `≤ 1 of ${takeoverGoalSeconds} s`,
      reached: worst <= takeoverGoalSeconds,
      details: [
        `the response to the order placed right after the kill came after ${measured.map((takeover) => seconds(takeover.firstResponseMs)).join(', ')}`,
        `an order was accepted after ${measured.map(({ acceptedMs }) => seconds(acceptedMs)).join(', ')}`,
      ],
    }
  } finally {
    await killProcesses()
    await databaseServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A start with 100 000 orders in the database: until every one of them is watched and the first quote is acted on. */
async function manyOrders(): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-recovery-')
  const databaseServer = await openDatabaseServer({
    dataDir,
    databaseUrl: null,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  await migrate(databaseServer.owner)
  const db = openDatabase({ ...databaseServer.app, max: 4 })
  try {
    const markets = allMarkets.filter(({ type }) => type === 2).slice(0, 20)
    const codes = `(ARRAY[${markets.map(({ code }) => `'${code}'`).join(',')}])`
    await withClient(databaseServer.owner, (client) => client.query(fill.replace('$CODES$', codes)))
    const clock = new ManualClock(at)
    const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1, sandbox: true })
    const quote = (code: string) =>
      board.offer({ code, bid: price('100'), ask: price('100.1'), time: at, source: 'simulated', volume: 0 })
    for (let n = 0; n < 7; n++) for (const { code } of markets) quote(code)
    const events = { publish: () => undefined, endSession: () => undefined }
    const from = performance.now()
    const contracts = await TradingRuntime.open({
      db,
      ledger: createLedger(db, clock),
      board,
      clock,
      events,
    })
    for (const { code } of markets) quote(code)
    const seconds = (performance.now() - from) / 1000
    const watched = contracts.book.positions.size + contracts.book.waiting.size
    await contracts.close()
    if (watched !== orders) throw new Error(`${watched} of ${orders} orders are watched`)
    return {
      name: `start with ${orders} open and waiting orders, seconds until all are watched`,
      ratio: seconds / goalSeconds,
      goal: `≤ 1 of ${goalSeconds} s`,
      reached: seconds <= goalSeconds,
      details: [
        `${seconds.toFixed(2)} s: rows read, indexes and ${accounts} accounts’ guards set, one quote a market acted on`,
      ],
    }
  } finally {
    await db.close()
    await databaseServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
