import { expect, it } from 'vitest'
import { createPriceStore } from '../../live/price-store.ts'
import { createHundreds } from './recent-prices.ts'

function setUp() {
  const store = createPriceStore()
  const waiting: (() => void)[] = []
  const series = createHundreds(store, (act) => waiting.push(act))
  const price = (value: number) => store.apply([{ code: 'A', price: String(value), zdf: 0 }], 0)
  return { series, price, waiting }
}

it('keeps the last 100 points of a market (specification §7)', () => {
  const { series, price } = setUp()
  series.seed([{ code: 'A', hundred: [1, 2, 3] }])
  for (let value = 4; value <= 150; value++) price(value)
  expect(series.get('A')).toHaveLength(100)
  expect(series.get('A')?.at(0)).toBe(51)
  expect(series.get('A')?.at(-1)).toBe(150)
})

it('draws a series again once for many prices, and not at all for a price that stayed', () => {
  const { series, price, waiting } = setUp()
  let drawn = 0
  series.seed([{ code: 'A', hundred: [1] }])
  series.follow('A', () => {
    drawn += 1
  })
  price(1)
  expect(waiting).toHaveLength(0)
  price(2)
  price(3)
  expect([waiting.length, drawn]).toEqual([1, 0])
  waiting[0]?.()
  expect(drawn).toBe(1)
})

it('does not draw what was never listed', () => {
  const { series, price } = setUp()
  price(5)
  expect(series.get('A')).toBeUndefined()
})
