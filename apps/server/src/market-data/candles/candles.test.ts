import { type Price, price } from '@candor/money'
import type { BoardQuote, IntervalName, QuoteSource } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { correctQuote, journalledQuote, journalQuotes } from '../history/quote-journal.ts'
import { beginRun } from '../price-board/begin-run.ts'
import { CandleKeeper } from './candle-keeper.ts'
import { candlePage } from './candle-store.ts'

const minute = 60_000
const monday = Date.parse('2026-11-16T09:00:00Z')

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

const fail = (error: unknown) => {
  throw error
}
const quote = (
  code: string,
  time: number,
  mid: string,
  source: QuoteSource = 'simulated',
  seq = 1,
): BoardQuote => ({
  code,
  bid: price(mid),
  ask: price(mid),
  mid: price(mid),
  time,
  source,
  volume: 1,
  seq,
  receivedAt: time,
})
const all = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1000 }
const page = (
  keeper: CandleKeeper,
  code: string,
  interval: IntervalName,
  source: QuoteSource = 'simulated',
) => keeper.page({ code, source, interval }, all)

test('candles form in memory, stand in PostgreSQL after a flush, and a restart goes on with the one forming', async () => {
  const first = new CandleKeeper(db, fail)
  const prices: [number, string][] = [
    [0, '100'],
    [10_000, '104'],
    [70_000, '98'],
    [130_000, '101'],
    [140_000, '103'],
  ]
  for (const [after, mid] of prices) first.take(quote('ETHUSDT', monday + after, mid))
  const beforeStop = await page(first, 'ETHUSDT', '5m')
  expect(beforeStop).toEqual([{ openTime: monday, open: 100, high: 104, low: 98, close: 103, volume: 5 }])
  expect(await page(first, 'ETHUSDT', '1m')).toHaveLength(3)
  await first.stop()

  const second = new CandleKeeper(db, fail)
  await second.load(monday + 150_000)
  expect(await page(second, 'ETHUSDT', '5m')).toEqual(beforeStop)
  second.take(quote('ETHUSDT', monday + 155_000, '90'))
  second.take(quote('ETHUSDT', monday + 185_000, '95'))
  for (const interval of ['5m', '1h', '1d', '1w'] as const)
    expect((await page(second, 'ETHUSDT', interval)).at(-1), interval).toMatchObject({
      open: 100,
      high: 104,
      low: 90,
      close: 95,
      volume: 7,
    })
  await second.stop()
})

test('after a kill the minutes that were written are all in the longer candles', async () => {
  const first = new CandleKeeper(db, fail)
  first.take(quote('SOLUSDT', monday, '100'))
  first.take(quote('SOLUSDT', monday + minute, '120'))
  await first.flush()
  // The second minute was written while forming, and closed in no longer candle: the process dies here.
  const second = new CandleKeeper(db, fail)
  await second.load(monday + 10 * minute)
  second.take(quote('SOLUSDT', monday + 10 * minute, '90'))
  expect(await page(second, 'SOLUSDT', '1h')).toEqual([
    { openTime: monday, open: 100, high: 120, low: 90, close: 90, volume: 3 },
  ])
  expect((await page(second, 'SOLUSDT', '5m'))[0]).toMatchObject({ high: 120, close: 120, volume: 2 })
})

test('T4: candles of two sources never mix, and a recording that begins anew clears its own only', async () => {
  const keeper = new CandleKeeper(db, fail)
  keeper.take(quote('LTCUSD', monday, '100', 'live'))
  keeper.take(quote('LTCUSD', monday, '50', 'replay'))
  keeper.take(quote('LTCUSD', monday + minute, '51', 'replay'))
  await keeper.flush()
  await keeper.restartRecording('LTCUSD', 'replay')
  keeper.take(quote('LTCUSD', monday - minute, '49', 'replay'))
  await keeper.flush()
  expect((await page(keeper, 'LTCUSD', '1m', 'replay')).map((bar) => bar.close)).toEqual([49])
  expect((await page(keeper, 'LTCUSD', '1m', 'live')).map((bar) => bar.close)).toEqual([100])
})

test('a page has every candle while a batch of them is being written', async () => {
  const keeper = new CandleKeeper(db, fail)
  for (let n = 0; n < 4; n += 1) keeper.take(quote('DOTUSDT', monday + n * minute, String(7 + n)))
  const closes = async () => (await page(keeper, 'DOTUSDT', '1m')).map((bar) => bar.close)
  const blocker = await db.pool.connect()
  await blocker.query('BEGIN; LOCK TABLE markets_candles IN SHARE MODE')
  const flushed = keeper.flush()
  const isBlocked = async () =>
    (
      await db.pool.query(
        'SELECT FROM pg_locks JOIN pg_stat_activity a USING (pid) WHERE NOT granted AND a.datname = current_database()',
      )
    ).rowCount
  await expect.poll(isBlocked).toBeGreaterThan(0)
  expect(await closes()).toEqual([7, 8, 9, 10])
  await blocker.query('COMMIT')
  blocker.release()
  await flushed
  expect(await closes()).toEqual([7, 8, 9, 10])
  await keeper.stop()
})

test('a page that is read while a batch ends has every candle', async () => {
  const keeper = new CandleKeeper(db, fail)
  for (let n = 0; n < 200; n += 1) {
    keeper.take(quote('XLMUSDT', monday + n * minute, '1'))
    const flushed = keeper.flush()
    expect(await page(keeper, 'XLMUSDT', '1m')).toHaveLength(n + 1)
    await flushed
  }
  await keeper.stop()
})

test('a failed write loses nothing: it goes with the next batch', async () => {
  const keeper = new CandleKeeper(db, fail)
  keeper.take(quote('ADAUSDT', monday, '0.5'))
  await withClient(db.owner, (client) => client.query('REVOKE INSERT ON markets_candles FROM candor_app'))
  await expect(keeper.flush()).rejects.toThrow('permission denied')
  await withClient(db.owner, (client) => client.query('GRANT INSERT ON markets_candles TO candor_app'))
  await keeper.flush()
  const stored = await candlePage(db, { code: 'ADAUSDT', source: 'simulated', interval: '1m' }, all)
  expect(stored).toHaveLength(1)
})

test('a page of 1 000 from a year of one-minute candles is one short range of the key', async () => {
  const year = 525_600
  await withClient(db.owner, (client) =>
    client.query(
      `INSERT INTO markets_candles (code, source, interval, open_time, open, high, low, close, volume, through)
       SELECT 'BTCUSDT', 'live', '1m', $1::bigint + n * 60000, 90000 + n % 100, 90200, 89900, 90001 + n % 100, 1,
              $1::bigint + (n + 1) * 60000 FROM generate_series(0::bigint, $2::bigint - 1) AS n`,
      [monday, year],
    ),
  )
  await withClient(db.owner, (client) => client.query('ANALYZE markets_candles'))
  const keeper = new CandleKeeper(db, fail)
  const times: number[] = []
  for (let count = 0; count < 40; count++) {
    const to = monday + (1000 + ((count * 9973) % (year - 1000))) * minute
    const began = performance.now()
    const bars = await keeper.page(
      { code: 'BTCUSDT', source: 'live', interval: '1m' },
      { from: 0, to, limit: 1000 },
    )
    times.push(performance.now() - began)
    expect(bars).toHaveLength(1000)
    expect(bars.at(-1)?.openTime).toBe(to)
    expect(bars[0]?.openTime).toBe(to - 999 * minute)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]?.toFixed(1)
  process.stdout.write(
    `    a page of 1 000 of ${year} candles: median ${at(0.5)} ms, worst ${at(1)} ms (goal 20 ms)\n`,
  )
})

test('T5: the journal keeps a quote once; a correction is a second row; nobody changes or removes one', async () => {
  const used = quote('BTCUSDT', monday, '94000.5', 'live', 77)
  await db.transaction((tx) => journalQuotes(tx, [used, used]))
  await db.transaction((tx) => journalQuotes(tx, [used]))
  const right = {
    bid: price('94000') as Price,
    ask: price('94001') as Price,
    reason: 'the exchange withdrew it',
  }
  await db.transaction((tx) => correctQuote(tx, used, right))
  const rows = await journalledQuote(db, 'BTCUSDT', 77)
  expect(rows.map((row) => [row.revision, row.bid, row.reason])).toEqual([
    [0, price('94000.5'), null],
    [1, price('94000'), 'the exchange withdrew it'],
  ])
  for (const statement of ['UPDATE markets_quotes SET bid = 1', 'DELETE FROM markets_quotes']) {
    await expect(db.pool.query(statement)).rejects.toThrow('permission denied')
    await expect(withClient(db.owner, (client) => client.query(statement))).rejects.toThrow('never changed')
  }
})

test('sequences of a new run lie above all earlier ones, also when the clock went back', async () => {
  const clock = new ManualClock(monday)
  const first = await beginRun(db, clock)
  clock.set(monday - 86_400_000)
  const second = await beginRun(db, clock)
  expect(second).toBeGreaterThan(first)
  expect(Number.isSafeInteger(second)).toBe(true)
})
