import { price } from '@candor/money'
import { allMarkets, dayFigures, type Quote } from '@candor/rules'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Bus } from '../../platform/bus/bus.ts'
import { PostgresWire } from '../../platform/bus/postgres-wire.ts'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { writeCandles } from '../candles/candle-store.ts'
import { FollowedCandles } from '../candles/followed-candles.ts'
import { PriceFollower } from './follow-leading-board.ts'
import { MemoryPriceBoard } from './memory-price-board.ts'
import { PricePublisher } from './publish-prices.ts'

const log = { warn: () => undefined, error: () => undefined }
/** A Wednesday noon in New York. */
const noon = Date.UTC(2026, 10, 18, 17)
const minute = 60_000
const markets = allMarkets.filter(({ code }) => code === 'BTCUSDT' || code === 'EURUSD')

let db: TestDatabase
const ends: (() => unknown)[] = []
beforeAll(async () => {
  db = await freshDatabase()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => db.dispose())

const openBus = async () => {
  const bus = await Bus.open(await PostgresWire.open(db.app, log), log)
  ends.push(() => bus.close())
  return bus
}
const quoteOf = (bid: string, ask: string, time: number, source: Quote['source'] = 'simulated'): Quote => ({
  code: 'BTCUSDT',
  bid: price(bid),
  ask: price(ask),
  time,
  source,
  volume: 2,
})

async function openLeader(firstSeq: number, clock: ManualClock) {
  const bus = await openBus()
  const board = new MemoryPriceBoard({ markets, clock, firstSeq })
  const publisher = new PricePublisher(bus, board)
  ends.push(() => publisher.stop())
  bus.lead('feeds', BigInt(firstSeq), async () => publisher.snapshot())
  return { bus, board, publisher }
}

async function openFollower(clock: ManualClock) {
  const bus = await openBus()
  const board: MemoryPriceBoard = new MemoryPriceBoard({
    markets,
    clock,
    firstSeq: 1,
    recordedNow: (code) => follower.recordedNow(code),
  })
  const heard: number[] = []
  board.onTradable(({ seq }) => heard.push(seq))
  const follower = await PriceFollower.open(bus, board)
  return { board, follower, heard }
}

test('a board that follows shows what the leading one shows, also what came before it listened', async () => {
  const clock = new ManualClock(noon)
  const leader = await openLeader(1_000, clock)
  const early = await openFollower(clock)
  for (let n = 0; n < 200; n++) {
    clock.advance(minute)
    leader.board.offer(quoteOf(String(90_000 + n), String(90_002 + n), clock.now()))
  }
  // What the leading one says is gathered a moment first: once another has all of it, the next comes after it.
  await expect.poll(() => early.board.latest('BTCUSDT')).toEqual(leader.board.latest('BTCUSDT'))
  const { board, heard } = await openFollower(clock)
  const latest = () => board.latest('BTCUSDT')
  await expect.poll(latest).toEqual(leader.board.latest('BTCUSDT'))
  expect(heard).toEqual([])
  for (const code of ['BTCUSDT', 'EURUSD']) {
    expect(board.state(code).recentMids).toEqual(leader.board.state(code).recentMids)
    expect(dayFigures(board.state(code))).toEqual(dayFigures(leader.board.state(code)))
    expect(board.latestTradable(code, 'demo')).toEqual(leader.board.latestTradable(code, 'demo'))
  }
  // A bad print is listed by both, and displayed and traded on by neither.
  leader.board.offer(quoteOf('1', '1.01', clock.now()))
  leader.board.offer(quoteOf('90201', '90203', clock.now()))
  await expect.poll(latest).toEqual(leader.board.latest('BTCUSDT'))
  expect(heard).toEqual([1_201])
  expect(board.latestTradable('BTCUSDT', 'demo')).toEqual(leader.board.latestTradable('BTCUSDT', 'demo'))
  expect(board.recent('BTCUSDT', 3)).toEqual(leader.board.recent('BTCUSDT', 3))
  expect(dayFigures(board.state('BTCUSDT'))).toEqual(dayFigures(leader.board.state('BTCUSDT')))
  expect(board.displayed('BTCUSDT')).toEqual(leader.board.displayed('BTCUSDT'))
  leader.board.offer(quoteOf('2', '2.01', clock.now()))
  await expect.poll(latest).toEqual(leader.board.latest('BTCUSDT'))
  // One that begins to follow while the newest quote is a bad print, too.
  const late = await openFollower(clock)
  await expect.poll(() => late.board.latest('BTCUSDT')).toEqual(leader.board.latest('BTCUSDT'))
  for (const one of [leader.board, board, late.board]) {
    expect(one.displayed('BTCUSDT')?.bid).toBe(price('90201'))
    expect(one.badPrints('BTCUSDT').map(({ bid }) => bid)).toEqual([price('1'), price('2')])
    expect(Number(dayFigures(one.state('BTCUSDT')).low)).toBeGreaterThan(Number(price('90000')))
  }
})

test('I15.5: in a process that follows, who displays prices hears of no bad print, and who counts quotes hears of all', async () => {
  const clock = new ManualClock(noon)
  const leader = await openLeader(1_000, clock)
  const { board } = await openFollower(clock)
  leader.board.offer(quoteOf('100', '100', noon))
  await expect.poll(() => board.latest('BTCUSDT')?.seq).toBe(1_000)
  const [displayed, quotes]: [number[], number[]] = [[], []]
  board.onDisplayed(({ seq }) => displayed.push(seq))
  board.onQuote(({ seq }) => quotes.push(seq))
  const prices = ['100', '100', '100', '100', '100', '100', '1', '100', '900', '100']
  for (const bid of prices) leader.board.offer(quoteOf(bid, bid, noon))
  await expect.poll(() => quotes.at(-1)).toBe(1_010)
  expect(quotes).toEqual(prices.map((_, at) => 1_001 + at))
  expect(displayed).toEqual(quotes.filter((seq) => seq !== 1_007 && seq !== 1_009))
})

test('a board that follows a leader of an earlier version displays the newest quote', async () => {
  const clock = new ManualClock(noon)
  const bus = await openBus()
  const board = new MemoryPriceBoard({ markets, clock, firstSeq: 1_000 })
  const publisher = new PricePublisher(bus, board)
  ends.push(() => publisher.stop())
  for (let n = 0; n < 8; n++) board.offer(quoteOf('100', '100.1', noon))
  bus.lead('feeds', 1_000n, async () =>
    Object.fromEntries(
      Object.entries(publisher.snapshot()).map(([code, { displayed: _, badPrints: __, ...place }]) => [
        code,
        place,
      ]),
    ),
  )
  const follower = await openFollower(clock)
  await expect.poll(() => follower.board.displayed('BTCUSDT')?.seq).toBe(1_007)
  expect(follower.board.badPrints('BTCUSDT')).toEqual([])
})

test('who was overtaken may go on quoting: a follower passes it over; who takes over goes on from there', async () => {
  const clock = new ManualClock(noon)
  const first = await openLeader(1_000, clock)
  const { board, follower, heard } = await openFollower(clock)
  for (let n = 0; n < 8; n++) first.board.offer(quoteOf('100', '100.1', noon))
  await expect.poll(() => board.latest('BTCUSDT')?.seq).toBe(1_007)
  const second = await openLeader(5_000, clock)
  for (let n = 0; n < 8; n++) second.board.offer(quoteOf('101', '101.1', noon))
  await expect.poll(() => board.latest('BTCUSDT')?.seq).toBe(5_007)
  first.board.offer(quoteOf('100.5', '100.6', noon))
  second.board.offer(quoteOf('101.2', '101.3', noon))
  await expect.poll(() => board.latest('BTCUSDT')?.seq).toBe(5_008)
  expect(heard).not.toContain(1_008)
  follower.end()
  board.beginAt(9_000)
  board.offer(quoteOf('101.3', '101.4', noon))
  expect([board.latest('BTCUSDT')?.seq, board.latestTradable('BTCUSDT', 'demo')?.seq]).toEqual([9_000, 9_000])
})

test('what is replayed is as old as the recording says, in a process that follows too', async () => {
  const clock = new ManualClock(noon)
  const recorded = Date.UTC(2014, 4, 8, 14)
  const leader = await openLeader(1_000, clock)
  const { board } = await openFollower(clock)
  for (let n = 0; n < 8; n++) leader.board.offer(quoteOf('100', '100.1', recorded, 'replay'))
  await expect.poll(() => board.latest('BTCUSDT')?.seq).toBe(1_007)
  const newest = board.latest('BTCUSDT')
  if (newest === null) throw new Error('no quote')
  expect([board.ageMs(newest), board.timeFor('BTCUSDT')]).toEqual([0, recorded])
  leader.bus.publish('recorded', { BTCUSDT: recorded + 61_000 })
  await expect.poll(() => board.ageMs(newest)).toBe(61_000)
})

test('a chart beside the process that writes it: what is written, and the minute that forms', async () => {
  const openTime = noon - (noon % (60 * minute))
  const series = { code: 'BTCUSDT', source: 'simulated' } as const
  const bar = { openTime, open: 100, high: 105, low: 95, close: 101, volume: 7 }
  const through = openTime + minute
  await writeCandles(db, [
    { ...series, interval: '1m', ...bar, through },
    { ...series, interval: '1h', ...bar, through },
  ])
  const candles = new FollowedCandles(db)
  const range = { from: 0, to: openTime + 120 * minute, limit: 10 }
  expect(await candles.page({ ...series, interval: '1h' }, range)).toEqual([bar])
  const board = new MemoryPriceBoard({ markets, clock: new ManualClock(noon), firstSeq: 1 })
  board.onDisplayed((quote) => candles.take(quote))
  board.offer(quoteOf('110', '112', openTime + minute))
  const forming = { openTime: openTime + minute, open: 111, high: 111, low: 111, close: 111, volume: 2 }
  expect(await candles.page({ ...series, interval: '1m' }, range)).toEqual([bar, forming])
  const hour = { openTime, open: 100, high: 111, low: 95, close: 111, volume: 9 }
  expect(await candles.page({ ...series, interval: '1h' }, range)).toEqual([hour])
  expect(await candles.page({ ...series, interval: '1h' }, { ...range, to: openTime - 1 })).toEqual([])
})
