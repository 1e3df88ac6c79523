import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { clockAlerts } from '../market-events/clock-alerts.ts'
import { MemoryPriceBoard } from './memory-price-board.ts'

let clock: ManualClock
let board: MemoryPriceBoard
beforeEach(() => {
  clock = new ManualClock(Date.parse('2026-11-18T12:00:00Z'))
  board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
})

/** A live quote that says it was made so many ms ago. */
const arrives = (ms: number, code = 'BTCUSD', source: 'live' | 'delayed' | 'simulated' = 'live') =>
  board.offer({
    ...{ code, source, volume: 0, time: clock.now() - ms },
    ...{ bid: price('100'), ask: price('101') },
  })

/** A minute of quotes, each with one of these differences. */
function minute(differences: readonly number[], code?: string, source?: 'delayed' | 'simulated'): void {
  for (let n = 0; n < 60; n++) {
    clock.advance(1_000)
    arrives(differences[n % differences.length] ?? 0, code, source)
  }
}

test('I16.2: the difference from a feed’s clock is that of its quickest messages, in both directions', () => {
  minute([6_200, 6_040, 9_000])
  minute([-3_000, -2_500], 'EURUSD')
  expect(board.clockOffsets.now()).toEqual([{ feed: 'forex', ms: -3_000 }])
  minute([6_200, 6_040, 9_000])
  minute([40, 300], 'EURUSD')
  clock.advance(-30_000)
  expect(board.clockOffsets.now()).toContainEqual({ feed: 'forex', ms: 40 })
})

test('I16.2: neither a slow line nor a message with a wrong time moves it', () => {
  minute([80, 4_000, 9_000])
  arrives(-3_600_000)
  arrives(3_600_000)
  expect(board.clockOffsets.now()).toEqual([{ feed: 'crypto', ms: 80 }])
  expect(board.clockOffsets.differ()).toBe(false)
})

test('I16.2: quotes without a time of their source, delayed and made-up ones say nothing, nor do old ones', () => {
  minute([0, 1])
  minute([900_000], 'SPY', 'delayed')
  minute([7_000], 'EURUSD', 'simulated')
  expect(board.clockOffsets.now()).toEqual([])
  minute([7_000])
  expect(board.clockOffsets.differ()).toBe(true)
  clock.advance(61_000)
  expect(board.clockOffsets.now()).toEqual([])
})

test('I16.2: an alert says what a difference means for calls at the market, and nothing of a small one', () => {
  const texts = (ms: number) => clockAlerts([{ feed: 'crypto', ms }]).map(({ tone, text }) => [tone, text])
  expect(texts(500)).toEqual([])
  expect(texts(-500)).toEqual([])
  expect(texts(501)).toEqual([
    [
      'warn',
      'The server’s clock is 0.5 s ahead of the source of crypto prices, or these come that late: calls at the market wait',
    ],
  ])
  expect(texts(5_000)).toEqual([
    [
      'bad',
      'The server’s clock is 5.0 s ahead of the source of crypto prices, or these come that late: calls at the market are refused',
    ],
  ])
  expect(texts(-2_340)).toEqual([
    ['bad', 'The server’s clock is 2.3 s behind the source of crypto prices: old prices pass for fresh ones'],
  ])
})
