import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { expect, test } from 'vitest'
import { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { ManualClock } from '../../platform/clock.ts'
import { feedAlerts } from './feeds.ts'

test('I16.6: an alert about missing prices names the class of its markets', () => {
  // A Saturday: of all markets only those of crypto are open.
  const clock = new ManualClock(Date.parse('2026-11-21T15:00:00Z'))
  const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  const count = allMarkets.filter(({ type }) => type === 2).length
  const alert = (stale: number, tone: 'bad' | 'warn') => [
    { tone, text: `No fresh prices in ${stale} of ${count} open markets: crypto`, sinceMs: null },
  ]
  expect(feedAlerts(board)).toEqual(alert(count, 'bad'))
  const quote = { bid: price('94000'), ask: price('94001'), time: clock.now(), volume: 0 }
  board.offer({ ...quote, code: 'BTCUSDT', source: 'live' })
  expect(feedAlerts(board)).toEqual(alert(count - 1, 'warn'))
})
