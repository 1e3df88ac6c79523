import { expect, it } from 'vitest'
import { createPriceStore } from '../../live/price-store.ts'
import { createDayLines } from './day-lines.ts'

function setUp() {
  const store = createPriceStore()
  const waiting: (() => void)[] = []
  const lines = createDayLines(store, (act) => waiting.push(act))
  const price = (value: number) => store.apply([{ code: 'A', price: String(value), zdf: 0 }], 0)
  return { lines, price, waiting }
}

it('keeps the last 100 points of a market (specification §7)', () => {
  const { lines } = setUp()
  lines.seed([{ code: 'A', day: Array.from({ length: 150 }, (_, at) => at + 1) }])
  expect(lines.get('A')).toHaveLength(100)
  expect(lines.get('A')?.at(0)).toBe(51)
})

it('I15.9c: the line of 24 hours ends at the live price, and a newer list replaces it', () => {
  const { lines, price } = setUp()
  const list = [{ code: 'A', day: [1, 2, 3] }]
  lines.seed(list)
  price(4)
  price(5)
  expect(lines.get('A')).toEqual([1, 2, 5])
  lines.seed(list)
  expect(lines.get('A')).toEqual([1, 2, 5])
  lines.seed([{ code: 'A', day: [2, 3, 6] }])
  expect(lines.get('A')).toEqual([2, 3, 6])
})

it('draws a line again once for many prices, and not at all for a price that stayed', () => {
  const { lines, price, waiting } = setUp()
  let drawn = 0
  lines.seed([{ code: 'A', day: [1] }])
  lines.follow(() => {
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
  const { lines, price } = setUp()
  price(5)
  expect(lines.get('A')).toBeUndefined()
})
