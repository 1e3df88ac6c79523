import { type Rate, rate, usdt } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decidePlan, type PlanContext } from './decide-plan.ts'
import {
  accruingMinor,
  exitPenaltyMinor,
  type PlanTerms,
  planDailyYield,
  planDayMinor,
  planDayMs,
  planExpiresAt,
  planPromisedMinor,
  planRunDays,
  type SmartProduct,
  yearlyYield,
} from './plan.ts'

const timeframe = { days: 30, dailyYieldMin: rate('0.0001'), dailyYieldMax: rate('0.0003') }
const product: SmartProduct = {
  id: 'a',
  minAmountMinor: usdt('100').minor,
  maxAmountMinor: usdt('5000').minor,
  timeframes: [timeframe],
}
const start = Date.UTC(2028, 1, 28, 3)
const terms: PlanTerms = {
  amountMinor: usdt('1000').minor,
  days: 30,
  dailyYield: rate('0.0002'),
  penaltyShare: rate('0.05'),
  startedAt: start,
}

const amounts = fc.bigInt({ min: product.minAmountMinor, max: product.maxAmountMinor })
const yields = fc.bigInt({ min: 0n, max: 10n ** 10n }).map((value) => value as Rate)
const shares = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((value) => value as Rate)

describe('rulebook Smart plans: the daily yield', () => {
  it.each([
    ['100', '0.0001'],
    ['2550', '0.0002'],
    ['5000', '0.0003'],
    ['1325', '0.00015'],
  ])('an amount of %s has %s a day, linear between the ends', (amount, daily) => {
    expect(planDailyYield(timeframe, product, usdt(amount).minor)).toBe(rate(daily))
  })

  it('never leaves its range, and a larger amount never yields a smaller share', () => {
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        const [less, more] = one <= other ? [one, other] : [other, one]
        const low = planDailyYield(timeframe, product, less)
        const high = planDailyYield(timeframe, product, more)
        expect(low >= timeframe.dailyYieldMin && high <= timeframe.dailyYieldMax && low <= high).toBe(true)
      }),
    )
  })

  it('knows one yield where it knows one amount', () => {
    const single = { minAmountMinor: 100n, maxAmountMinor: 100n }
    expect(planDailyYield(timeframe, single, 100n)).toBe(timeframe.dailyYieldMax)
  })

  it('trust T3: states the year, 0.010 % to 0.030 % a day being 3.65 % to 10.95 %', () => {
    expect([yearlyYield(rate('0.0001')), yearlyYield(rate('0.0003'))]).toEqual([
      rate('0.0365'),
      rate('0.1095'),
    ])
  })
})

describe('rulebook Smart plans: payouts and the penalty', () => {
  it('pays 0.2 a day on 1 000 at 0.02 %, 6 in 30 days', () => {
    expect([planDayMinor(terms), planPromisedMinor(terms)]).toEqual([usdt('0.2').minor, usdt('6').minor])
  })

  it('the sum of all payouts is exactly the promise', () => {
    fc.assert(
      fc.property(amounts, yields, fc.integer({ min: 1, max: 90 }), (amountMinor, dailyYield, days) => {
        const plan = { ...terms, amountMinor, dailyYield, days }
        let sum = 0n
        for (let day = 0; day < days; day++) sum += planDayMinor(plan)
        expect(sum).toBe(planPromisedMinor(plan))
      }),
    )
  })

  it('the penalty never exceeds the paid yield nor its share, so an exit never costs principal', () => {
    fc.assert(
      fc.property(amounts, shares, fc.bigInt({ min: 0n, max: 10n ** 10n }), (amountMinor, share, paid) => {
        const penalty = exitPenaltyMinor({ amountMinor, penaltyShare: share }, paid)
        expect(penalty >= 0n && penalty <= paid).toBe(true)
        // At most half a unit of rounding above the exact share.
        expect(2n * penalty * 10n ** 12n <= 2n * amountMinor * share + 10n ** 12n).toBe(true)
      }),
    )
    expect(exitPenaltyMinor(terms, usdt('1').minor)).toBe(usdt('1').minor)
    expect(exitPenaltyMinor(terms, usdt('90').minor)).toBe(usdt('50').minor)
  })

  it('counts whole 24-hour days from the start, over a leap day and both changes of the clocks', () => {
    // 28 February 2028 to 28 March: over 29 February and the last Sunday of March.
    expect(planRunDays(terms, start + planDayMs - 1)).toBe(0)
    expect(planRunDays(terms, start + planDayMs)).toBe(1)
    expect(planRunDays(terms, Date.UTC(2028, 2, 28, 3))).toBe(29)
    expect(planRunDays(terms, start + 400 * planDayMs)).toBe(30)
    expect(planRunDays(terms, start - 5 * planDayMs)).toBe(0)
    expect(planExpiresAt(terms)).toBe(Date.UTC(2028, 2, 29, 3))
  })

  it('shows what the running day has earned, never more than the day will pay', () => {
    expect(accruingMinor(terms, 0, start + planDayMs / 2)).toBe(usdt('0.1').minor)
    expect(accruingMinor(terms, 30, start + 30 * planDayMs)).toBe(0n)
    // Nothing accrues after the last day, however late it is.
    expect(accruingMinor(terms, 30, start + 31 * planDayMs)).toBe(0n)
    expect(accruingMinor(terms, 31, start + 40 * planDayMs)).toBe(0n)
    expect(accruingMinor(terms, 29, start + 31 * planDayMs)).toBe(planDayMinor(terms))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -5, max: 40 }), (paid, days) => {
        const accrued = accruingMinor(terms, paid, start + days * planDayMs + 12_345)
        expect(accrued >= 0n && accrued <= planDayMinor(terms)).toBe(true)
      }),
    )
  })
})

describe('calls Conventions: the order in which a plan is refused', () => {
  const request = { days: 30, amountMinor: usdt('100').minor }
  const context: PlanContext = { product, frozen: false, alreadyOpen: false, countryOff: false }

  it('a refused term is answered with those on offer, a country with its reason', () => {
    expect(decidePlan({ ...request, days: 31 }, context)).toEqual({
      ok: false,
      code: 10012,
      details: { days: [30] },
    })
    expect(decidePlan(request, { ...context, countryOff: true })).toEqual({
      ok: false,
      code: 10015,
      details: { reason: 'country' },
    })
  })

  it('the largest amount is sold at the largest yield', () => {
    // 5 000 at 0.03 % a day: 1.5 a day, 45 in all.
    expect(
      decidePlan({ ...request, amountMinor: usdt('5000').minor }, { ...context, ownLimit: null }),
    ).toEqual({
      ok: true,
      value: {
        amountMinor: usdt('5000').minor,
        days: 30,
        dailyYield: rate('0.0003'),
        dayMinor: usdt('1.5').minor,
        promisedMinor: usdt('45').minor,
      },
    })
  })

  it('product, days, amount, frozen, already open, own limit, country: the first that applies', () => {
    const ownLimit = { ok: false, code: 11032, details: null } as const
    const all = { frozen: true, alreadyOpen: true, countryOff: true }
    const steps: [Parameters<typeof decidePlan>[0], PlanContext, number][] = [
      [{ days: 1, amountMinor: null }, { ...context, ...all, product: null }, 10010],
      [{ days: 1, amountMinor: null }, { ...context, ...all }, 10012],
      [{ ...request, amountMinor: null }, { ...context, ...all }, 10013],
      [{ ...request, amountMinor: usdt('99.999999').minor }, context, 10013],
      [{ ...request, amountMinor: usdt('5000.000001').minor }, context, 10013],
      [request, { ...context, ...all }, 10008],
      [request, { ...context, alreadyOpen: true, countryOff: true }, 10024],
      [request, { ...context, ownLimit, countryOff: true }, 11032],
      [{ ...request, readDayMinor: 1n }, { ...context, countryOff: true }, 10015],
      [{ ...request, readDayMinor: usdt('0.010001').minor }, context, 11048],
    ]
    for (const [request, given, code] of steps)
      expect(decidePlan(request, given)).toMatchObject({ ok: false, code })
    expect(decidePlan({ ...request, readDayMinor: usdt('0.01').minor }, context).ok).toBe(true)
    expect(decidePlan(request, context)).toMatchObject({
      ok: true,
      value: { dailyYield: rate('0.0001'), dayMinor: usdt('0.01').minor, promisedMinor: usdt('0.3').minor },
    })
  })
})
