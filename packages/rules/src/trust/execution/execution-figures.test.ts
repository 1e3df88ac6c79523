import { type Price, price } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { FillTally, nearestRank } from './execution-figures.ts'
import { daysAfter, endsWeek, hidesCustomers } from './report-days.ts'
import { slippageOf, slippedFor } from './slippage.ts'

const reference = price('100')

describe('slippage (T23)', () => {
  it('is positive in the customer’s favour, in both directions alike', () => {
    const bought = (at: string) => slippageOf({ side: 'buy', reference, price: price(at) })
    const sold = (at: string) => slippageOf({ side: 'sell', reference, price: price(at) })
    // A hundredth of 100 is a basis point: 10 000 units.
    expect([bought('99.99'), bought('100'), bought('100.01')]).toEqual([10_000n, 0n, -10_000n])
    expect([sold('100.01'), sold('100'), sold('99.99')]).toEqual([10_000n, 0n, -10_000n])
  })

  it('is rounded half to even, so that the same distance is the same for both', () => {
    const third = price('3')
    for (const distance of [1n, 2n, 5n, 149n, 150n, 151n, 450n])
      expect(slippageOf({ side: 'buy', reference: third, price: (third + distance) as Price })).toBe(
        -slippageOf({ side: 'sell', reference: third, price: (third + distance) as Price }),
      )
  })

  it('names a side also where the rounded slippage is zero', () => {
    const fill = { side: 'buy', reference: price('90000'), price: (price('90000') + 1n) as Price } as const
    expect([slippageOf(fill), slippedFor(fill)]).toEqual([0n, 'house'])
    expect(slippedFor({ ...fill, side: 'sell' })).toBe('customer')
    expect(slippedFor({ ...fill, price: fill.reference })).toBeNull()
  })
})

describe('figures of fills (T23)', () => {
  it('takes quantiles by the nearest rank, without values in between', () => {
    const four = BigInt64Array.from([1n, 2n, 3n, 4n])
    expect([5, 25, 50, 51, 75, 95, 100].map((percent) => nearestRank(four, percent))).toEqual([
      ...[1n, 1n, 2n, 3n, 3n, 4n, 4n],
    ])
    expect(() => nearestRank(new BigInt64Array(0), 50)).toThrow('no quantile')
  })

  it('counts and sums both sides apart', () => {
    const tally = new FillTally()
    for (const [at, waitMs] of [
      ['99.99', 3],
      ['100', 40],
      ['100.02', 1_000],
    ] as const)
      tally.add({ side: 'buy', reference, price: price(at) }, waitMs)
    expect(tally.figures()).toEqual({
      fills: 3,
      favourable: { count: 1, sum: 10_000n },
      adverse: { count: 1, sum: -20_000n },
      unchanged: 1,
      slippage: [-20_000n, -20_000n, 0n, 10_000n, 10_000n],
      waitMs: { at: [40n, 1_000n, 1_000n], most: 1_000n },
    })
  })

  it('has no quantiles of no fills', () => {
    expect(new FillTally().figures()).toMatchObject({ fills: 0, slippage: null, waitMs: null })
  })
})

describe('days of a report (T23)', () => {
  it('publishes from five customers and twenty fills on', () => {
    expect(hidesCustomers({ customers: 5, fills: 20 })).toBe(true)
    expect(hidesCustomers({ customers: 4, fills: 2_000 })).toBe(false)
    expect(hidesCustomers({ customers: 500, fills: 19 })).toBe(false)
  })

  it('ends weeks on Sunday', () => {
    expect(['2026-11-28', '2026-11-29', '2026-11-30'].map(endsWeek)).toEqual([false, true, false])
  })

  it('lists the days that are over and were not counted, over the turn of a year', () => {
    expect(daysAfter('2026-12-30', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
    expect(daysAfter('2027-01-02', '2027-01-02')).toEqual([])
  })
})
