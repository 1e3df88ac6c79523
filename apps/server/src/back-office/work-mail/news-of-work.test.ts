import { expect, test } from 'vitest'
import { newsOfWork } from './news-of-work.ts'

const queue = (waiting: number, late = 0) => [
  { page: 'withdrawal' as const, waiting, late, mine: 0, oldestAt: null },
]
const shown = (waiting: number, late = 0) => ({ queues: queue(waiting, late), lapsing: [], alerts: [] })
const alert = (text: string) => ({ page: 'markets' as const, tone: 'warn' as const, text, since: null })
const proposal = (id: string) => ({ id, summary: 'fee', expiresAt: '2026-12-01T00:00:00.000Z', own: false })

test('I16.6: what waits is told once, and again where it ended and more came', () => {
  const first = newsOfWork({}, shown(3, 1), 'all')
  expect(first.lines).toEqual(['Withdrawals: 3 waiting, 1 late'])
  expect(newsOfWork(first.reported, shown(3, 1), 'all').lines).toEqual([])
  const fewer = newsOfWork(first.reported, shown(1), 'all')
  expect(fewer.lines).toEqual([])
  expect(newsOfWork(fewer.remaining, shown(2), 'all').lines).toEqual(['Withdrawals: 2 waiting'])
})

test('I16.6: who wants to know only what is late is not told of what waits', () => {
  expect(newsOfWork({}, shown(3), 'late').lines).toEqual([])
  expect(newsOfWork({}, shown(3, 2), 'late').lines).toEqual(['Withdrawals: 3 waiting, 2 late'])
})

test('I16.6: an alert is told once while it lasts, whatever it lists, and a proposal once before it lapses', () => {
  const before = newsOfWork(
    {},
    { queues: [], lapsing: [proposal('a')], alerts: [alert('Halted markets: AAPL')] },
    'late',
  )
  expect(before.lines).toEqual(['Halted markets: AAPL', 'Proposals that lapse within a day: 1'])
  const more = { queues: [], lapsing: [proposal('a')], alerts: [alert('Halted markets: AAPL, MSFT')] }
  expect(newsOfWork(before.reported, more, 'late').lines).toEqual([])
  const over = newsOfWork(before.reported, { queues: [], lapsing: [], alerts: [] }, 'late').remaining
  expect(newsOfWork(over, more, 'late').lines).toEqual([
    'Halted markets: AAPL, MSFT',
    'Proposals that lapse within a day: 1',
  ])
})

test('I16.6: what came since the newest letter stays new until the next one', () => {
  const { reported } = newsOfWork({}, shown(1), 'all')
  const { remaining } = newsOfWork(reported, shown(2), 'all')
  expect(newsOfWork(remaining, shown(2), 'all').lines).toEqual(['Withdrawals: 2 waiting'])
})
