import { price } from '@candor/money'
import { allMarkets, type Market } from '@candor/rules'
import { expect, test } from 'vitest'
import { ManualClock } from '../platform/clock.ts'
import { marketItem } from './market-response.ts'
import { MemoryPriceBoard } from './price-board/memory-price-board.ts'

const apple = allMarkets.find(({ code }) => code === 'AAPL') as Market
/** The US exchanges are closed, and open on Monday at this moment. */
const saturday = Date.parse('2026-11-21T15:00:00Z')
const mondayOpen = Date.parse('2026-11-23T14:30:00Z')

test('I15.5b: without a price a market is halted, closed, waiting for its first quote, or its source is away', () => {
  const clock = new ManualClock(saturday)
  const newBoard = () => new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  const board = newBoard()
  const reason = (of = board) => marketItem(of, apple, 'en').noPrice
  expect(reason()).toBe('closed')
  board.halt('AAPL', 'news')
  expect(reason()).toBe('halted')
  board.halt('AAPL', null)
  clock.set(mondayOpen + 29_000)
  expect(reason()).toBe('waiting')
  clock.set(mondayOpen + 31_000)
  expect(reason()).toBe('away')
  expect(reason(newBoard())).toBe('waiting')
  const offer = (bid: string, ask: string) =>
    board.offer({
      code: 'AAPL',
      bid: price(bid),
      ask: price(ask),
      time: clock.now(),
      source: 'live',
      volume: 0,
    })
  offer('649.35', '1')
  expect(reason()).toBe('waiting')
  offer('268', '268.1')
  expect(reason()).toBeNull()
})
