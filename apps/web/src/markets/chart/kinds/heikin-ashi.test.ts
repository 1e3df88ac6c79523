import { expect, it } from 'vitest'
import { heikinAshi } from './heikin-ashi.ts'

const bar = (open: number, high: number, low: number, close: number) => ({ open, high, low, close })

it('I15.6q: Heikin-Ashi candles agree with values worked out by hand', () => {
  const rising = [bar(10, 12, 9, 11), bar(11, 14, 11, 13), bar(13, 15, 12, 12)]
  expect(heikinAshi(rising)).toEqual([
    bar(10.5, 12, 9, 10.5),
    bar(10.5, 14, 10.5, 12.25),
    bar(11.375, 15, 11.375, 13),
  ])
})

it('I15.6q: after a gap a Heikin-Ashi candle reaches from its average open, beyond the prices of its own', () => {
  expect(heikinAshi([bar(10, 10, 10, 10), bar(20, 22, 20, 22)])[1]).toEqual(bar(10, 22, 10, 21))
})

it('I15.6q: candles are averaged without changing them, and without any there is nothing', () => {
  const bars = [Object.freeze(bar(10, 12, 9, 11))]
  heikinAshi(bars)
  expect(bars).toEqual([bar(10, 12, 9, 11)])
  expect(heikinAshi([])).toEqual([])
})
