import { expect, test } from 'vitest'
import { readableRate } from './readable-rate.ts'

test('I15.10a: a conversion’s rate is written as markets quote it, whichever coin is given', () => {
  // 1 / 0.000016 = 62,500; 1 / 0.00032 = 3,125; 0.05 bitcoin for an ether, 20 ether for a bitcoin.
  expect(readableRate('USDT', 'BTC', '0.000016')).toEqual({ one: 'BTC', in: 'USDT', price: '62500.00' })
  expect(readableRate('BTC', 'USDT', '62500')).toEqual({ one: 'BTC', in: 'USDT', price: '62500.00' })
  expect(readableRate('USDT', 'ETH', '0.00032')).toEqual({ one: 'ETH', in: 'USDT', price: '3125.00' })
  expect(readableRate('ETH', 'BTC', '0.05')).toEqual({ one: 'ETH', in: 'BTC', price: '0.05000000' })
  expect(readableRate('BTC', 'ETH', '20')).toEqual({ one: 'ETH', in: 'BTC', price: '0.05000000' })
})

test('I15.10a: twelve decimals of a rate are enough for cents of its inverse; halves go to the even one', () => {
  // 1 / 0.000015564202 = 64249.99829…
  expect(readableRate('USDT', 'BTC', '0.000015564202')?.price).toBe('64250.00')
  expect(readableRate('BTC', 'USDT', '64250.125')?.price).toBe('64250.12')
  expect(readableRate('BTC', 'USDT', '64250.135')?.price).toBe('64250.14')
})

test('I15.10a: what is no rate is not turned', () => {
  for (const rate of ['0', '-1', 'x']) expect(readableRate('USDT', 'BTC', rate), rate).toBeNull()
})
