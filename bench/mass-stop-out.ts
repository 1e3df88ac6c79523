import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountMode, calls } from '@candor/contract'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { type AccountRef, house, type Ledger } from '../apps/server/src/ledger/ledger.ts'
import { createLedger } from '../apps/server/src/ledger/postgres-ledger.ts'
import { reconcile } from '../apps/server/src/ledger/reconciliation/reconcile.ts'
import { QuotePaths } from '../apps/server/src/market-data/history/quote-paths.ts'
import { MemoryPriceBoard } from '../apps/server/src/market-data/price-board/memory-price-board.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer } from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import type { Caller } from '../apps/server/src/platform/http/caller.ts'
import { TradingRuntime } from '../apps/server/src/trading/engine/trading-runtime.ts'
import { ordersHandlers } from '../apps/server/src/trading/orders/routes.ts'
import type { BenchResult } from './result.ts'
import { watchLoop } from './watch-own-loop.ts'

const stoppedAccounts = Number(process.env.BENCH_STOP_OUT_ACCOUNTS ?? 2_000)
const positionsEach = Number(process.env.BENCH_STOP_OUT_POSITIONS ?? 3)
const others = 8
const windowMs = 5_000
const quoteEveryMs = 10
const goal = 10
/** Waits below this never count as long, however short those without a stop-out were. */
const noticeableMs = 50
const longestBlockMs = 50

const code = 'BTCUSD'
const otherCode = 'ETHUSD'

/** The contracts' engine with its own PostgreSQL. */
class Market {
  readonly board = new MemoryPriceBoard({
    markets: allMarkets,
    clock: systemClock,
    firstSeq: 1,
    sandbox: true,
  })
  readonly db: Database
  readonly runtime: TradingRuntime
  private readonly ledger: Ledger
  private readonly handlers: ReturnType<typeof ordersHandlers>

  private constructor(db: Database, ledger: Ledger, runtime: TradingRuntime, board: MemoryPriceBoard) {
    this.db = db
    this.ledger = ledger
    this.runtime = runtime
    this.board = board
    const proofs = { paths: new QuotePaths(db, async () => undefined), sandbox: true }
    const sign = () => {
      throw new Error('no receipt is expected')
    }
    this.handlers = ordersHandlers({ runtime, clock: systemClock, proofs, sign })
  }

  static async open(db: Database): Promise<Market> {
    const ledger = createLedger(db, systemClock)
    const board = new MemoryPriceBoard({
      markets: allMarkets,
      clock: systemClock,
      firstSeq: 1,
      sandbox: true,
    })
    const events = { publish: () => undefined, endSession: () => undefined }
    const runtime = await TradingRuntime.open({ db, ledger, board, clock: systemClock, events })
    const market = new Market(db, ledger, runtime, board)
    for (const of of ['trading-capital', 'negative-balance'] as const)
      await market.fund({ class: of, owner: house, asset: 'DEMO' }, 'operator-funding', 10n ** 15n)
    await runtime.capital.read()
    return market
  }

  quote(market: string, at: string): void {
    const both = price(at)
    const now = systemClock.now()
    this.board.offer({ code: market, bid: both, ask: both, time: now, source: 'simulated', volume: 0 })
  }

  steady(market: string, at: string): void {
    for (let n = 0; n < 20; n++) this.quote(market, at)
  }

  async customer(): Promise<Caller> {
    const userId = randomUUID()
    await this.fund({ class: 'customer', owner: userId, asset: 'DEMO' }, 'demo-grant', 10_000_000_000n)
    const mode: AccountMode = 'demo'
    return { userId, sessionId: randomUUID(), mode, language: 'en', address: '127.0.0.1' }
  }

  async buy(caller: Caller, market: string, lots: string, leverage: number): Promise<void> {
    const fields = { code: market, direction: 'buy', lots, leverage, protected: false }
    const input = calls.buyContract.input.parse({ ...fields, stopLoss: null, takeProfit: null })
    await this.handlers.buyContract?.(input, caller, {
      key: randomUUID(),
      bodyHash: 'bench',
      call: 'buyContract',
    })
  }

  private async fund(account: AccountRef, kind: string, minor: bigint): Promise<void> {
    const world: AccountRef = { class: 'world', owner: house, asset: 'DEMO' }
    await this.ledger.open([world, account])
    const steps = [{ do: 'transfer' as const, kind, from: world, to: account, minor }]
    const outcome = await this.ledger.post({ id: randomUUID(), reference: null, steps })
    if (!outcome.ok) throw new Error(`could not be funded: ${outcome.why}`)
  }
}

interface Waits {
  readonly callMs: number
  readonly quoteMs: number
  readonly blockMs: number
  readonly calls: number
}

/** Measures the longest waits of other customers, who trade another market, and of that market's quotes, while `meanwhile` happens. */
async function watch(market: Market, callers: readonly Caller[], meanwhile: () => void): Promise<Waits> {
  const held = watchLoop()
  const end = performance.now() + windowMs
  let callMs = 0
  let quoteMs = 0
  let count = 0
  const calling = callers.map(async (caller) => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await market.buy(caller, otherCode, '0.001', 2)
      callMs = Math.max(callMs, performance.now() - from)
      count += 1
      await sleep(5)
    }
  })
  const quoting = (async () => {
    for (let n = 0; performance.now() < end; n++) {
      // The time at which it was due: a blocked event loop counts.
      const due = performance.now()
      const at = 3_000 + (n % 3)
      await sleep(quoteEveryMs)
      market.quote(otherCode, String(at))
      const mark = () => market.runtime.valuation.of('demo').prices(otherCode)?.mid
      while (mark() !== price(String(at))) await sleep(1)
      quoteMs = Math.max(quoteMs, performance.now() - due - quoteEveryMs)
    }
  })()
  setTimeout(meanwhile, windowMs / 5)
  await Promise.all([...calling, quoting])
  return { callMs, quoteMs, blockMs: held(), calls: count }
}

/** Measures the waits of other customers when one quote stops many accounts out, against the same load without it. */
export async function run(): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-stop-out-')
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  try {
    await migrate(databaseServer.owner)
    const db = openDatabase(databaseServer.app)
    try {
      const market = await Market.open(db)
      const result = await measure(market)
      await market.runtime.close()
      const findings = await reconcile(db)
      if (findings.length > 0) throw new Error(`the ledger does not add up: ${findings.join('; ')}`)
      return result
    } finally {
      await db.close()
    }
  } finally {
    await databaseServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(market: Market): Promise<BenchResult> {
  market.steady(code, '8000')
  market.steady(otherCode, '3000')
  const calm = await Promise.all(Array.from({ length: others }, () => market.customer()))
  const lots = (1.8 / positionsEach).toFixed(positionsEach > 50 ? 4 : 2)
  for (let n = 0; n < stoppedAccounts; n += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, stoppedAccounts - n) }, async () => {
        const caller = await market.customer()
        for (let m = 0; m < positionsEach; m++) {
          await market.buy(caller, code, lots, 2)
          if (m % 500 === 0) market.steady(code, '8000')
        }
      }),
    )
  market.steady(code, '8000')
  const without = await watch(market, calm, () => undefined)
  let from = 0
  const open = () =>
    [...market.runtime.book.positions.values()].filter((one) => one.market.code === code).length
  const before = open()
  const during = await watch(market, calm, () => {
    from = performance.now()
    market.steady(code, '3000')
  })
  const left = open()
  await market.runtime.queue.settled()
  const ratio = during.callMs / Math.max(without.callMs, noticeableMs)
  const summaryOf = (waits: Waits) =>
    `others' longest call ${waits.callMs.toFixed(0)} ms, another market's quote ${waits.quoteMs.toFixed(0)} ms, event loop held ${waits.blockMs.toFixed(0)} ms, ${waits.calls} calls`
  return {
    name: `others' longest wait while one quote stops ${stoppedAccounts} accounts out, against the same load without it`,
    ratio,
    goal: `≤ ${goal}, and the event loop blocked ≤ ${longestBlockMs} ms`,
    reached: ratio <= goal && during.blockMs <= longestBlockMs && left === 0,
    details: [
      `without: ${summaryOf(without)}`,
      `during: ${summaryOf(during)}`,
      `${before - left} of ${before} positions closed; ${((performance.now() - from) / 1000).toFixed(1)} s after the quote everything was written`,
    ],
  }
}
