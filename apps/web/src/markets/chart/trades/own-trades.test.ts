import type { ContractOrder, Option } from '@candor/contract'
import { expect, it } from 'vitest'
import { candleAt, tradesOf } from './own-trades.ts'

const contract = {
  ...{ id: 'one', direction: 'buy', lots: '0.01', status: 'closed', profit: '1.25' },
  ...{
    openedAt: '2026-11-20T10:00:00Z',
    openPrice: '100',
    closedAt: '2026-11-20T11:00:00Z',
    closePrice: '225',
  },
} as ContractOrder

const option = {
  ...{ id: 'two', direction: 'down', amount: '10', status: 'open', profit: null, closedAt: null },
  ...{
    openedAt: '2026-11-20T12:00:00Z',
    openPrice: '120',
    expiresAt: '2026-11-20T12:05:00Z',
    closePrice: null,
  },
} as Option

it('I15.6m: a trade has its entry, its exit and its result; the newest is first', () => {
  const [newest, oldest] = tradesOf([contract], [option])
  expect(oldest).toEqual({
    ...{ id: 'one', kind: 'contract', side: 'up', size: '0.01', profit: '1.25', endsAt: null },
    entry: { at: Date.UTC(2026, 10, 20, 10), price: 100 },
    exit: { at: Date.UTC(2026, 10, 20, 11), price: 225 },
  })
  expect(newest).toMatchObject({ id: 'two', side: 'down', exit: null, profit: null })
  expect(newest?.endsAt).toBe(Date.UTC(2026, 10, 20, 12, 5))
})

it('I15.6m: an open order has no exit and no result, and one that never opened is no trade', () => {
  const open = { ...contract, status: 'open', closedAt: null, closePrice: null } as ContractOrder
  const waiting = { ...open, status: 'pending', openedAt: null, openPrice: null } as ContractOrder
  expect(tradesOf([open, waiting], [])).toMatchObject([{ id: 'one', exit: null, profit: null }])
})

it('I15.6m: a moment belongs to the candle that had begun, also where candles are missing, and after the last', () => {
  const candles = [0, 60, 120, 600].map((timestamp) => ({ timestamp }))
  expect([0, 59, 60, 119, 599, 600, 659, 660, 725].map((at) => candleAt(candles, at, 60))).toEqual([
    ...[0, 0, 1, 1, 2],
    ...[3, 3, 4, 5],
  ])
  expect(candleAt(candles, -1, 60)).toBeNull()
  expect(candleAt([], 5, 60)).toBeNull()
})
