import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { newsOf } from '../order-news.ts'
import { changesOf, editProblem, fieldsOf, startEdit } from './edit-form.ts'

const market = { tickSize: price('0.01'), digits: 2 }
const now = { buyPrice: price('100.10'), sellPrice: price('100.00') }
const open = {
  kind: 'limit',
  direction: 'buy',
  status: 'open',
  price: '99.00',
  stopLoss: '90.00',
  takeProfit: null,
  trailing: null,
} as const
const waiting = { ...open, status: 'pending', price: '95.00' } as const

it('offers the price only while the order waits, and sends only what differs, null for what was taken out', () => {
  expect(fieldsOf(open)).toEqual(['stopLoss', 'takeProfit', 'trailing'])
  expect(fieldsOf(waiting)).toContain('price')
  expect(changesOf({ order: open, form: startEdit(open) })).toEqual({})
  expect(changesOf({ order: open, form: { ...startEdit(open), stopLoss: ' ', takeProfit: '110' } })).toEqual({
    stopLoss: null,
    takeProfit: '110',
  })
  expect(changesOf({ order: waiting, form: startEdit(waiting, { price: '96.00' }) })).toEqual({
    price: '96.00',
  })
})

it('judges what changed: an open order at the price now, a waiting one at the price it waits for', () => {
  const problem = (
    order: typeof open | typeof waiting,
    wished: Parameters<typeof startEdit>[1],
    field: 'price' | 'stopLoss' | 'takeProfit' | 'trailing',
  ) => editProblem(field, { order, form: startEdit(order, wished) }, market, now)
  expect(problem(open, { stopLoss: '99.99' }, 'stopLoss')).toBeNull()
  expect(problem(open, { stopLoss: '100.00' }, 'stopLoss')).toMatchObject({ reason: 'above', limit: '99.99' })
  expect(problem(waiting, { stopLoss: '95.00' }, 'stopLoss')).toMatchObject({ limit: '94.89' })
  expect(problem(waiting, { price: '100.10' }, 'price')).toMatchObject({ reason: 'above', limit: '100.09' })
  expect(problem(open, { takeProfit: '100000.01' }, 'takeProfit')).toMatchObject({ limit: '100000.00' })
  expect(problem(open, { trailing: '100000.01' }, 'trailing')).toMatchObject({ limit: '100000.00' })
  expect(problem(waiting, {}, 'price')).toBeNull()
  expect(problem(waiting, { price: '' }, 'price')).toMatchObject({ reason: 'required' })
})

it('tells what happened to an order by itself, and not what its owner did', () => {
  const at = Date.parse('2026-03-01T12:00:00Z')
  const newsOfOrder = (data: object) => newsOf({ type: 'order', at, data: { type: 'contracts', ...data } })
  expect(newsOfOrder({ status: 'closed', closeReason: 'takeProfit' })).toBe('closed')
  expect(newsOfOrder({ status: 'closed', closeReason: 'user' })).toBeNull()
  expect(newsOfOrder({ status: 'open', kind: 'limit', openedAt: '2026-03-01T12:00:00Z' })).toBe('opened')
  expect(newsOfOrder({ status: 'open', kind: 'limit', openedAt: '2026-03-01T11:00:00Z' })).toBeNull()
  expect(newsOfOrder({ status: 'open', kind: 'market', openedAt: '2026-03-01T12:00:00Z' })).toBeNull()
  expect(newsOfOrder({ status: 'expired' })).toBe('expired')
  expect(newsOf({ type: 'order', at, data: { type: 'options', status: 'closed' } })).toBeNull()
})
