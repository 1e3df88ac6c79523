import { expect, it } from 'vitest'
import { netResult, resultParts } from './net-result.ts'

const none = { dividend: '0.000000', cash: '0.000000' }

it('I15.11a: the net result is the profit less commission, with the nights that were paid or received', () => {
  expect(netResult({ profit: '-0.220000', fee: '1.890000', swap: '0.000000', ...none })).toBe('-2.110000')
  expect(netResult({ profit: '10.000000', fee: '0.500001', swap: '-0.250000', ...none })).toBe('9.249999')
  expect(netResult({ profit: '0.000000', fee: '0.000000', swap: '0.010000', ...none })).toBe('0.010000')
  expect(() => netResult({ profit: 'many', fee: '0', swap: '0', ...none })).toThrow('not an amount')
})

const order = { profit: '-100.000000', fee: '2.000000', swap: '-1.000000' }

it('I15.11a: dividends and the cash of splits count in it, which no profit contains', () => {
  const events = [
    { kind: 'open' },
    { kind: 'dividend', dividend: '60.000000' },
    { kind: 'dividend', dividend: '40.500000' },
    { kind: 'split', cash: '0.250000', lots: '12' },
    { kind: 'close', profit: '-100.000000' },
  ]
  const parts = resultParts({ order, events })
  expect(parts).toEqual({ ...order, dividend: '100.500000', cash: '0.250000' })
  expect(parts && netResult(parts)).toBe('-2.250000')
  expect(resultParts({ order: { ...order, profit: null }, events: [] })).toBeNull()
})

it('I15.11a: the cash of a split that ends an order is its profit, and counts once', () => {
  const events = [{ kind: 'open' }, { kind: 'split', cash: '7.000000', lots: '0' }]
  const ended = { profit: '7.000000', fee: '1.000000', swap: '0.000000' }
  const parts = resultParts({ order: ended, events })
  expect(parts && netResult(parts)).toBe('6.000000')
  // Cash of a split before it still counts.
  const twice = resultParts({
    order: ended,
    events: [{ kind: 'split', cash: '0.500000', lots: '4' }, ...events],
  })
  expect(twice && netResult(twice)).toBe('6.500000')
})
