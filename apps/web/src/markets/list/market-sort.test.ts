import { expect, it } from 'vitest'
import {
  type MarketSort,
  pressHeading,
  readSort,
  reversed,
  sortBy,
  sortMarkets,
  usualSort,
  writeSort,
} from './market-sort.ts'

const market = (appName: string, zdf: number, rest: object = {}) => ({
  appName,
  zdf,
  open: true,
  price: '100' as string | null,
  spread: '1' as string | null,
  turnover24h: '10' as string | null,
  ...rest,
})

const markets = [
  market('Euro', 0.5, { open: false, spread: '0.1' }),
  market('Zcash', -3, { turnover24h: '900' }),
  market('apple', 2, { price: null, spread: null, turnover24h: null }),
  market('Äther', 1.5, { spread: '2', turnover24h: '1000' }),
  market('Bitcoin', 1.5, { price: '100000' }),
]
const names = (sort: MarketSort) => sortMarkets(markets, sort, 'de').map(({ appName }) => appName)

it('I15.9a: open markets with a price come first by default, in their own order', () => {
  expect(names(usualSort)).toEqual(['Zcash', 'Äther', 'Bitcoin', 'Euro', 'apple'])
})

it('I15.9a: sorts by name in the reader’s language, by change, volume and spread, in both directions', () => {
  expect(names(sortBy('name'))).toEqual(['apple', 'Äther', 'Bitcoin', 'Euro', 'Zcash'])
  expect(names(reversed(sortBy('name')))).toEqual(['Zcash', 'Euro', 'Bitcoin', 'Äther', 'apple'])
  // Without a price there is no change to compare: last in both directions.
  expect(names(sortBy('change'))).toEqual(['Äther', 'Bitcoin', 'Euro', 'Zcash', 'apple'])
  expect(names(reversed(sortBy('change')))).toEqual(['Zcash', 'Euro', 'Äther', 'Bitcoin', 'apple'])
  expect(names(sortBy('volume'))).toEqual(['Äther', 'Zcash', 'Euro', 'Bitcoin', 'apple'])
  // A spread counts as a share of its price.
  expect(names(sortBy('spread'))).toEqual(['Bitcoin', 'Euro', 'Zcash', 'Äther', 'apple'])
})

it('I15.9a: a heading sorts its own way, reversed at the second press, and back at the third', () => {
  const first = pressHeading(usualSort, 'change')
  expect(first).toEqual({ by: 'change', descending: true })
  const second = pressHeading(first, 'change')
  expect(second).toEqual({ by: 'change', descending: false })
  expect(pressHeading(second, 'change')).toEqual(usualSort)
  expect(pressHeading(second, 'name')).toEqual({ by: 'name', descending: false })
})

it('I15.9a: an order is read as it was written; anything else is the usual one', () => {
  for (const sort of [usualSort, sortBy('volume'), reversed(sortBy('spread'))])
    expect(readSort(writeSort(sort))).toEqual(sort)
  for (const stored of [null, '', 'price descending', '{}']) expect(readSort(stored)).toEqual(usualSort)
})
