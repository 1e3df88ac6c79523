import { type Rate, rate } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuse } from '../decision.ts'
import { decideSavingsEntry, decideSavingsExit } from './decide-savings.ts'
import {
  afterEntry,
  afterExit,
  nextSavingsRate,
  type SavingsHolding,
  savingsCoverMinor,
  savingsCoverRate,
  savingsDayMinor,
  savingsDayOf,
  savingsDayStart,
  savingsHeadroomMinor,
  savingsRateOn,
  savingsRateStart,
  savingsReservation,
  settleSavings,
} from './savings.ts'

const empty: SavingsHolding = { heldMinor: 0n, steadyMinor: 0n, day: 100, reservedMinor: 0n }
const daily = rate('0.0001')
const rates = [{ dailyRate: daily, fromDay: 0 }]
const plenty = 10n ** 15n
const settle = (holding: SavingsHolding, today: number, freeMinor = plenty) =>
  settleSavings(holding, { rates, today, freeMinor })
const paid = ({ days }: ReturnType<typeof settle>) => days.map(({ day, paidMinor }) => [day, paidMinor])

describe('a day pays for the amount held in it from midnight to midnight UTC', () => {
  it('money that came in during a day earns from the next one on', () => {
    const holding = afterEntry(empty, 1_000_000_000n)
    expect(paid(settle(holding, 101))).toEqual([])
    expect(paid(settle(holding, 103))).toEqual([
      [101, 100_000n],
      [102, 100_000n],
    ])
  })

  it('money that left during a day earns nothing for it, even if it returns in the evening', () => {
    const full = settle(afterEntry(empty, 1_000_000_000n), 101).holding
    const back = afterEntry(afterExit(full, 600_000_000n), 600_000_000n)
    expect(paid(settle(back, 103))).toEqual([
      [101, 40_000n],
      [102, 100_000n],
    ])
  })

  it('a day is settled once: repeated, or with a clock set back, it pays nothing more', () => {
    const settled = settle(settle(afterEntry(empty, 1_000_000_000n), 105).holding, 105)
    expect(paid(settled)).toEqual([])
    expect(paid(settle(settled.holding, 90))).toEqual([])
    expect(settle(settled.holding, 90).holding.day).toBe(105)
  })

  it('of a day that still runs nothing is settled: what left in it stays without interest', () => {
    const full = settle(afterEntry(empty, 1_000_000_000n), 101).holding
    const back = afterEntry(afterExit(full, 600_000_000n), 600_000_000n)
    const settled = settle(back, 101)
    expect([settled.days, settled.holding]).toEqual([[], back])
  })

  it('money that comes and goes on one day earns nothing for what stays of it', () => {
    const holding = afterExit(afterEntry(empty, 1_000_000_000n), 400_000_000n)
    expect(paid(settle(holding, 102))).toEqual([[101, 60_000n]])
  })

  it('more than is held cannot leave', () => {
    expect(() => afterExit(afterEntry(empty, 5n), 6n)).toThrow('more was taken out of savings than is held')
    expect(afterExit(afterEntry(empty, 5n), 5n)).toEqual(empty)
  })

  it('days are those of UTC: 2026 begins with day 20 454', () => {
    const newYear = Date.UTC(2026, 0, 1)
    expect([savingsDayOf(newYear - 1), savingsDayOf(newYear)]).toEqual([20_453, 20_454])
    expect(savingsDayStart(20_454)).toBe(newYear)
  })

  it('in any sequence of moves and days, all interest is at most the lowest amount held × rate × days, and never below zero', () => {
    const step = fc.record({
      enter: fc.bigInt(0n, 10n ** 12n),
      leave: fc.bigInt(0n, 10n ** 12n),
      days: fc.nat(5),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let holding = empty
        let most = 0n
        let interest = 0n
        for (const { enter, leave, days } of steps) {
          holding = afterEntry(holding, enter)
          holding = afterExit(holding, leave < holding.heldMinor ? leave : holding.heldMinor)
          expect(holding.steadyMinor <= holding.heldMinor).toBe(true)
          most += savingsDayMinor(holding.heldMinor, daily) * BigInt(days)
          const settled = settle(holding, holding.day + days)
          interest += settled.days.reduce((sum, one) => sum + one.paidMinor, 0n)
          holding = settled.holding
        }
        expect(interest <= most).toBe(true)
      }),
    )
  })
})

describe('T2: nothing is promised that is not set aside', () => {
  it('a day that reserve and reservation do not cover pays nothing, and nothing is ever paid beyond them', () => {
    const holding = { ...afterEntry(empty, 1_000_000_000n), reservedMinor: 150_000n }
    const settled = settle(holding, 104, 60_000n)
    expect(settled.days.map(({ dueMinor, paidMinor }) => [dueMinor, paidMinor])).toEqual([
      [100_000n, 100_000n],
      [100_000n, 100_000n],
      [100_000n, 0n],
    ])
    expect(settled.poolMinor).toBe(10_000n)
  })

  it('a day is paid to the last unit that covers it, and not one short', () => {
    const holding = afterEntry({ ...empty, steadyMinor: 1_000_000_000n }, 1_000_000_000n)
    expect(paid(settle(holding, 101, 100_000n))).toEqual([[100, 100_000n]])
    expect(paid(settle(holding, 101, 99_999n))).toEqual([[100, 0n]])
  })

  it('nothing is set aside without a rate, and nothing from a reserve that is used up', () => {
    expect(savingsReservation(1_000_000_000n, rate('0'), plenty)).toBe(0n)
    for (const pool of [0n, -100_000n]) expect(savingsReservation(1_000_000_000n, daily, pool)).toBe(0n)
    expect(savingsReservation(1_000_000_000n, daily, 100_000n)).toBe(100_000n)
    expect(savingsCoverMinor(1_000_000_000n, daily)).toBe(3_000_000n)
  })

  it('room for new money: what is missing elsewhere comes first, none is left below it, and a rate of 0 has no bound', () => {
    expect(savingsHeadroomMinor(daily, 4_000_000n, 1_000_000n)).toBe(1_000_000_000n)
    expect(savingsHeadroomMinor(daily, 1_000_000n, 1_000_000n)).toBe(0n)
    expect(savingsHeadroomMinor(daily, 1_000_000n, 4_000_000n)).toBe(0n)
    expect(savingsHeadroomMinor(rate('0'), 0n, 1n)).toBeNull()
  })

  it('whole days are set aside, thirty at most', () => {
    expect(savingsReservation(1_000_000_000n, daily, plenty)).toBe(3_000_000n)
    expect(savingsReservation(1_000_000_000n, daily, 250_000n)).toBe(200_000n)
    expect(savingsReservation(1_000_000_000n, daily, 99_999n)).toBe(0n)
  })

  const context = {
    offer: { taking: true, minMinor: 10_000_000n, coverRate: daily },
    frozen: false,
    ownLimit: null,
    countryOff: false,
    holding: empty,
    poolMinor: 3_000_000n,
    missingMinor: 0n,
  }
  it('an entry is accepted to the last unit that thirty days of interest on everything cover', () => {
    expect(savingsHeadroomMinor(daily, 3_000_000n, 0n)).toBe(1_000_000_000n)
    expect(decideSavingsEntry(1_000_000_000n, context)).toEqual({ ok: true, value: 1_000_000_000n })
    const reserve = { ok: false, code: 10015, details: { reason: 'reserve' } }
    expect(decideSavingsEntry(1_000_010_000n, context)).toEqual(reserve)
    expect(decideSavingsEntry(1_000_000_000n, { ...context, missingMinor: 1n })).toEqual(reserve)
    expect(
      decideSavingsEntry(500_000_000n, { ...context, holding: afterEntry(empty, 600_000_000n) }),
    ).toEqual(reserve)
  })

  it.each([
    ['a coin never offered', { offer: null }, 10010],
    ['a coin that takes no new money', { offer: { ...context.offer, taking: false } }, 10015, 'closed'],
    ['a frozen customer', { frozen: true }, 10008],
    ['a country where plans are off', { countryOff: true }, 10015, 'country'],
    ['what is beyond an own limit', { ownLimit: refuse('beyondOwnLimit') }, 11032],
  ])('refuses %s', (_name, change, code, reason?: string) => {
    const details = reason === undefined ? null : { reason }
    expect(decideSavingsEntry(20_000_000n, { ...context, ...change })).toEqual({ ok: false, code, details })
  })

  it('refuses the first of all that is wrong: not offered, closed, amount, frozen, own limit, country, reserve', () => {
    const closed = { ...context.offer, taking: false }
    let all = {
      ...context,
      offer: closed,
      frozen: true,
      ownLimit: refuse('beyondOwnLimit'),
      countryOff: true,
      poolMinor: 0n,
    }
    const next = (change: object, amount: bigint | null = 20_000_000n) => {
      all = { ...all, ...change }
      const decision = decideSavingsEntry(amount, all)
      return decision.ok ? 0 : [decision.code, decision.details?.reason ?? '']
    }
    expect(next({ offer: null })).toEqual([10010, ''])
    expect(next({ offer: closed }, null)).toEqual([10015, 'closed'])
    expect(next({ offer: context.offer }, null)).toEqual([10013, ''])
    expect(next({})).toEqual([10008, ''])
    expect(next({ frozen: false })).toEqual([11032, ''])
    expect(next({ ownLimit: null })).toEqual([10015, 'country'])
    expect(next({ countryOff: false })).toEqual([10015, 'reserve'])
    expect(next({ poolMinor: 60_000n })).toBe(0)
  })

  it('refuses an amount below the least, and taking out more than is there', () => {
    expect(decideSavingsEntry(9_999_999n, context)).toMatchObject({ code: 10013 })
    expect(decideSavingsEntry(null, context)).toMatchObject({ code: 10013 })
    expect(decideSavingsEntry(10_000_000n, context)).toMatchObject({ ok: true })
    // Nothing is no amount, also where no least is set.
    const free = { ...context, offer: { ...context.offer, minMinor: 0n } }
    expect([0n, -1n, 1n].map((minor) => decideSavingsEntry(minor, free).ok)).toEqual([false, false, true])
    expect(decideSavingsExit('BTC', '0', 5n)).toMatchObject({ code: 10013 })
    expect(decideSavingsExit('BTC', 'some', 5n)).toMatchObject({ code: 10013 })
    const held = { free: '0.00000005', stale: false }
    expect(decideSavingsExit('BTC', '0.00000006', 5n)).toMatchObject({ code: 10011, details: held })
    expect(decideSavingsExit('BTC', '0.00000005', 5n)).toEqual({ ok: true, value: 5n })
  })
})

describe('T18: a rate that is set aside holds for as long as it is set aside', () => {
  const [low, high] = [rate('0.00005'), rate('0.0002')]
  it('the first rate holds at once, a higher one from tomorrow, a lower one after thirty days', () => {
    expect(savingsRateStart([], daily, 100)).toBe(100)
    expect(savingsRateStart(rates, high, 100)).toBe(101)
    expect(savingsRateStart(rates, low, 100)).toBe(131)
    expect(savingsRateStart(rates, daily, 100)).toBe(101)
  })

  it('before the first announcement the rate is 0, and one that repeats the rate is no change', () => {
    const later = [{ dailyRate: daily, fromDay: 50 }]
    expect([savingsRateOn(later, 49), savingsRateOn(later, 50), savingsRateOn([], 50)]).toEqual([
      0n,
      daily,
      0n,
    ])
    const repeated = [{ dailyRate: low, fromDay: 131 }, { dailyRate: daily, fromDay: 101 }, ...rates]
    expect(nextSavingsRate(repeated, 100)).toEqual({ dailyRate: low, fromDay: 131 })
  })

  it('the newest announcement that has begun holds; a rise is covered before it begins', () => {
    const announced = [{ dailyRate: low, fromDay: 131 }, { dailyRate: high, fromDay: 101 }, ...rates]
    const on = (day: number): Rate => savingsRateOn(announced, day)
    expect([on(100), on(101), on(130), on(131)]).toEqual([daily, high, high, low])
    expect(savingsCoverRate(announced, 100)).toBe(high)
    expect(savingsCoverRate(announced, 131)).toBe(low)
    const fallFirst = [{ dailyRate: high, fromDay: 131 }, { dailyRate: low, fromDay: 101 }, ...rates]
    expect(savingsCoverRate(fallFirst, 100)).toBe(high)
    expect(nextSavingsRate(announced, 100)).toEqual({ dailyRate: high, fromDay: 101 })
    expect(nextSavingsRate(announced, 131)).toBeNull()
  })
})
