import type { BookLevel } from '@candor/contract'
import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { bookRows, digitsOf, stepsOf, volumeDigits } from './book-rows.ts'

const bids: BookLevel[] = [
  ['99.94', '0.1'],
  ['99.91', '0.2'],
  ['99.87', '1'],
  ['99.71', '5'],
]
const asks: BookLevel[] = [
  ['100.01', '0.5'],
  ['100.10', '0.000000000000000001'],
  ['100.11', '1'],
  ['100.30', '9'],
]

it('I15.9i: rows have exact totals from the best price on, and bars as shares of the larger side', () => {
  const rows = bookRows({ bids, asks }, price('0.01'), 3)
  expect(rows.bids.map(({ price, total }) => `${price} ${total}`)).toEqual([
    '99.94 0.1',
    '99.91 0.3',
    '99.87 1.3',
  ])
  expect(rows.asks.at(-1)).toMatchObject({ total: '1.500000000000000001', share: 1 })
  expect(rows.bids.at(-1)?.share).toBeCloseTo(0.8666, 3)
  expect(rows.spread).toEqual({ price: '0.07', percent: 0.07 })
})

it('I15.9i: grouped bids are rounded down and asks up, and the outermost group, which may lack a part, is left out', () => {
  const rows = bookRows({ bids, asks }, price('0.1'), 9)
  expect(rows.bids.map(({ price, volume }) => `${price} ${volume}`)).toEqual(['99.9 0.3', '99.8 1'])
  expect(rows.asks.map(({ price, volume }) => `${price} ${volume}`)).toEqual([
    '100.1 0.500000000000000001',
    '100.2 1',
  ])
  expect(rows.spread).toEqual({ price: '0.07', percent: 0.07 })
  // One group of everything says at least what the server sent.
  expect(bookRows({ bids, asks }, price('1000'), 9).bids).toMatchObject([{ price: '0', volume: '6.3' }])
})

it('I15.9i: an empty book has no rows and no spread; steps and decimals follow the market', () => {
  expect(bookRows({ bids: [], asks }, price('0.01'), 5)).toMatchObject({ bids: [], spread: null })
  expect(stepsOf(2).map((step) => digitsOf(step))).toEqual([2, 1, 0, 0])
  expect(stepsOf(5)[0]).toBe(price('0.00001'))
  expect(['50000.1', '150.2', '2.5', '0.12'].map(volumeDigits)).toEqual([5, 3, 1, 0])
})
