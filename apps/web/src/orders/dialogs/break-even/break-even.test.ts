import { Exact, price, writePrice } from '@candor/money'
import { expect, test } from 'vitest'
import { bitcoin } from '../../order-form/test-market.ts'
import { breakEven } from './break-even.ts'

const one = new Exact(1n)
const position = {
  direction: 'buy',
  lots: '0.01',
  openPrice: '100000.00',
  margin: '500',
  fee: '1',
  swap: '0',
  stopLoss: null,
  status: 'open',
} as const
const at = (text: string) => ({ buyPrice: price(text), sellPrice: price(text) })
const levels = (changed: object, now: string) => {
  const found = breakEven({ ...position, ...changed }, bitcoin, at(now), one)
  return [found.price, found.withCosts].map((level) => (level === null ? null : writePrice(level, 2)))
}

test('I15.14l: break-even is the open price, and with costs the first price that earns both commissions and the swap', () => {
  // 1 USDT to open, 0.1 % of some 1,002 to close: the price has to move by some 200.21.
  expect(levels({}, '101000')).toEqual(['100000.00', '100200.21'])
  expect(levels({ swap: '-2' }, '101000')).toEqual(['100000.00', '100400.41'])
  expect(levels({ direction: 'sell' }, '99000')).toEqual(['100000.00', '99800.19'])
  expect(breakEven(position, bitcoin, at('101000'), one).costs).toBe('2.002002')
})

test('I15.14l: a level is offered only on the side of a stop loss, a tick away from the price', () => {
  expect(levels({}, '99000')).toEqual([null, null])
  expect(levels({}, '100000.00')).toEqual([null, null])
  expect(levels({}, '100000.01')).toEqual(['100000.00', null])
  expect(levels({}, '100200.22')).toEqual(['100000.00', '100200.21'])
  expect(levels({ direction: 'sell' }, '99999.99')).toEqual(['100000.00', null])
})

test('I15.14l: a stop loss that protects as much already is not moved back', () => {
  expect(levels({ stopLoss: '100000' }, '101000')).toEqual([null, '100200.21'])
  expect(levels({ stopLoss: '100300' }, '101000')).toEqual([null, null])
  expect(levels({ direction: 'sell', stopLoss: '101000' }, '99000')).toEqual(['100000.00', '99800.19'])
})

test('I15.14l: a price off the grid of its market moves onto it in the customer’s favour', () => {
  expect(levels({ openPrice: '100000.003' }, '101000')[0]).toBe('100000.01')
  expect(levels({ openPrice: '100000.003', direction: 'sell' }, '99000')[0]).toBe('100000.00')
})

test('I15.14l: swap received can pay for both commissions; without a price, or unless it is open, nothing is offered', () => {
  expect(levels({ swap: '5' }, '101000')).toEqual(['100000.00', '100000.00'])
  expect(breakEven(position, bitcoin, null, one).price).toBeNull()
  expect(levels({ status: 'pending' }, '101000')).toEqual([null, null])
})
