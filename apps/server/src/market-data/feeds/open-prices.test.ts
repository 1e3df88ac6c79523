import { allMarkets, type IntervalName, intervalNames, marketByCode } from '@candor/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { historyOfMarkets } from '../backfill/history-settings.ts'
import { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { liveSettingsFrom } from './live/live-settings.ts'
import { openPrices } from './open-prices.ts'
import { deviationOver } from './simulated/walk.ts'

const quiet = { info: () => undefined, warn: () => undefined }
/** A Friday, 15:00 in New York: every class is open. */
const friday = Date.parse('2026-11-20T20:00:30Z')

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

/** A few of each class: the whole list does the same for longer. */
const markets = allMarkets.filter((market) => /^(EURUSD|BTCUSDT|AAPL|ES|DE30)$/.test(market.code))

const open = async (clock: ManualClock) => {
  const board = new MemoryPriceBoard({ markets, clock, firstSeq: 1 })
  const feed = { mode: 'simulated' } as const
  return { ...(await openPrices({ db, clock, seed: 7, board, feed, log: quiet })), board }
}
type Prices = Awaited<ReturnType<typeof open>>

async function pastWritten(): Promise<void> {
  for (;;) {
    const rows = await db.query.selectFrom('markets_pasts').select('written_at').execute()
    if (rows.length > 0 && rows.every((row) => row.written_at !== null)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Each candle opens near where the one before it closed, the one now forming included. */
async function expectSeamless(prices: Prices, interval: IntervalName): Promise<void> {
  const series = { code: 'BTCUSDT', source: 'simulated', interval } as const
  const page = await prices.candles.page(series, { from: 0, to: friday + 1, limit: 1000 })
  expect(page.length, interval).toBeGreaterThan(100)
  page.reduce((before, bar) => {
    expect(bar.openTime).toBeGreaterThan(before.openTime)
    expect(Math.abs(bar.open / before.close - 1)).toBeLessThan(0.01)
    return bar
  })
  expect(page.at(-1)?.close).toBeCloseTo(marketByCode('BTCUSDT')?.simulation.price ?? 0, -3)
}

/** The usual step of a small chart, as a share of a minute's usual movement: quotes come several times a second. */
function pace(prices: Prices, code: string): number {
  const market = marketByCode(code)
  const { recentMids } = prices.board.state(code)
  if (market === null || recentMids.length !== 100)
    throw new Error(`${code} has ${recentMids.length} of a hundred`)
  const steps = recentMids.slice(1).map((mid, at) => Math.abs(mid - (recentMids[at] ?? mid)))
  const usual = steps.reduce((sum, step) => sum + step, 0) / steps.length
  return usual / (deviationOver(market, 60_000) * market.simulation.price)
}

describe('prices from the first start on', () => {
  test('every market has a price, a day and a chart at once; the charts’ past follows; a restart goes on', async () => {
    const clock = new ManualClock(friday)
    const began = performance.now()
    const prices = await open(clock)
    const openedMs = performance.now() - began
    await prices.start()
    for (const market of prices.board.markets) {
      expect(prices.board.latest(market.code)?.source, market.code).toBe('simulated')
      expect(prices.board.latestTradable(market.code, 'demo'), market.code).not.toBeNull()
      expect(pace(prices, market.code), market.code).toBeLessThan(0.4)
    }
    // Before any of it is written, every chart is whole already.
    for (const interval of intervalNames) await expectSeamless(prices, interval)
    await pastWritten()
    process.stdout.write(
      `    ${markets.length} markets, first start: open ${openedMs.toFixed(0)} ms, whole past written after ${(performance.now() - began).toFixed(0)} ms\n`,
    )
    for (const interval of intervalNames) await expectSeamless(prices, interval)
    await prices.stop()

    clock.set(friday + 60_000)
    const again = await open(clock)
    const state = again.board.state('EURUSD')
    expect(state.latest).toBeNull()
    await again.start()
    expect(pace(again, 'EURUSD')).toBeLessThan(0.4)
    const weekly = await again.candles.page(
      { code: 'EURUSD', source: 'simulated', interval: '1w' },
      { from: 0, to: friday + 60_001, limit: 2 },
    )
    expect(weekly).toHaveLength(2)
    expect(again.board.latest('EURUSD')?.seq).toBeGreaterThan(prices.board.latest('EURUSD')?.seq ?? 0)
    await again.stop()
  })
})

test('I15.1e: without a network `auto` falls back to simulated prices with a whole chart', async () => {
  const clock = new ManualClock(friday)
  const board = new MemoryPriceBoard({ markets, clock, firstSeq: 1 })
  const nowhere = 'http://127.0.0.1:1'
  const environment = { CANDOR_CRYPTO_URL: 'ws://127.0.0.1:1', CANDOR_HISTORY_URL: nowhere }
  const settings = liveSettingsFrom(environment)
  const feed = { mode: 'auto', settings, history: historyOfMarkets(settings, environment) } as const
  const own = await freshDatabase()
  const prices = await openPrices({ db: own, clock, seed: 7, board, feed, log: quiet })
  await prices.start()
  clock.set(friday + 7_000)
  const series = { code: 'BTCUSDT', source: 'simulated', interval: '1h' } as const
  await expect
    .poll(
      async () => (await prices.candles.page(series, { from: 0, to: friday + 7_000, limit: 1000 })).length,
    )
    .toBeGreaterThan(100)
  expect(board.latest('BTCUSDT')?.source).toBe('simulated')
  await prices.stop()
  await own.dispose()
})
