import { expect, it } from 'vitest'
import { everything, filterOrders } from './order-filter.ts'
import { tradeStatistics } from './trade-statistics.ts'

const order = (code: string, profit: string, fee = '1.00', swap = '0.00') =>
  ({ code, profit, fee, swap, status: 'closed' }) as const

it('counts a gain only after all costs, and adds every amount to the last digit', () => {
  const found = tradeStatistics([
    order('BTCUSDT', '10.000001'),
    order('BTCUSDT', '0.50'),
    order('EURUSD', '-4.00', '0.00', '-0.25'),
    order('AAPL', '1.00'),
    { ...order('ETHUSDT', '99.00'), status: 'cancelled' },
  ])
  expect(found).toMatchObject({ count: 4, gains: 1, losses: 2, even: 1 })
  expect(found).toMatchObject({ profit: '7.500001', fees: '-3.000000', swap: '-0.250000', net: '4.250001' })
  expect(found.byMarket).toEqual([
    { code: 'BTCUSDT', count: 2, net: '8.500001' },
    { code: 'AAPL', count: 1, net: '0.000000' },
    { code: 'EURUSD', count: 1, net: '-4.250000' },
  ])
})

it('finds orders by a piece of the market or number, and by when their state last changed', () => {
  const at = (code: string, closedAt: string | null, openedAt: string | null = '2026-01-01T00:00:00Z') => ({
    code,
    orderNo: `C-${code}`,
    createdAt: '2026-01-01T00:00:00Z',
    openedAt,
    closedAt,
  })
  const orders = [
    at('BTCUSDT', '2026-03-09T12:00:00Z'),
    at('EURUSD', null),
    at('ETHUSDT', '2026-03-01T12:00:00Z'),
  ]
  const now = Date.parse('2026-03-10T00:00:00Z')
  const codes = (filter: Partial<typeof everything>) =>
    filterOrders(orders, { ...everything, ...filter }, now).map(({ code }) => code)
  expect(codes({})).toEqual(['BTCUSDT', 'EURUSD', 'ETHUSDT'])
  expect(codes({ sought: ' usdt' })).toEqual(['BTCUSDT', 'ETHUSDT'])
  expect(codes({ sought: 'c-eur' })).toEqual(['EURUSD'])
  expect(codes({ days: 1 })).toEqual(['BTCUSDT'])
  expect(codes({ days: 30 })).toEqual(['BTCUSDT', 'ETHUSDT'])
})
