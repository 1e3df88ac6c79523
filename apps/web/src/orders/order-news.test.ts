import type { ContractOrder } from '@candor/contract'
import { expect, test } from 'vitest'
import { newsOf } from './order-news.ts'

const at = Date.parse('2026-11-30T12:00:00.000Z')
const newsOfOrder = (order: Partial<ContractOrder>) =>
  newsOf({ type: 'order', at, data: { type: 'contracts', kind: 'limit', ...order } as ContractOrder })

test('I11.2f: what happens to an order by itself is news', () => {
  expect(newsOfOrder({ status: 'open', openedAt: '2026-11-30T11:59:59.500Z' })).toBe('opened')
  expect(newsOfOrder({ status: 'closed', closeReason: 'stopOut' })).toBe('closed')
  expect(newsOfOrder({ status: 'expired' })).toBe('expired')
})

test('I11.2f: what its owner did is none, and neither is a cancelled order: the notice says why it was', () => {
  expect(newsOfOrder({ status: 'closed', closeReason: 'user' })).toBeNull()
  expect(newsOfOrder({ status: 'open', kind: 'market', openedAt: '2026-11-30T12:00:00.000Z' })).toBeNull()
  expect(newsOfOrder({ status: 'open', openedAt: '2026-11-30T11:00:00.000Z' })).toBeNull()
  expect(newsOfOrder({ status: 'cancelled' })).toBeNull()
})
