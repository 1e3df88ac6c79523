import { expect, it } from 'vitest'
import { netResult } from './net-result.ts'

it('I15.11a: the net result is the profit less commission, with the nights that were paid or received', () => {
  expect(netResult({ profit: '-0.220000', fee: '1.890000', swap: '0.000000' })).toBe('-2.110000')
  expect(netResult({ profit: '10.000000', fee: '0.500001', swap: '-0.250000' })).toBe('9.249999')
  expect(netResult({ profit: '0.000000', fee: '0.000000', swap: '0.010000' })).toBe('0.010000')
  expect(() => netResult({ profit: 'many', fee: '0', swap: '0' })).toThrow('not an amount')
})
