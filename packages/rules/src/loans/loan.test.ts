import { type Rate, rate, usdt } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { annualPercentageRate, nominalYearlyRate } from './annual-rate.ts'
import {
  chargeOfDay,
  comingInterestMinor,
  type LoanDebt,
  type LoanTerms,
  loanDayEndsAt,
  loanDayMs,
  loanDaysOver,
  loanSchedule,
  owedMinor,
  splitPayment,
  withCharge,
  withPayment,
} from './loan.ts'

const terms: LoanTerms = {
  amountMinor: usdt('1000').minor,
  days: 30,
  freeDays: 3,
  dailyRate: rate('0.0003'),
  overdueRate: rate('0.0005'),
}
const fresh = (amountMinor: bigint): LoanDebt => ({
  principalMinor: amountMinor,
  interestMinor: 0n,
  overdueMinor: 0n,
})
const amounts = fc.bigInt({ min: usdt('100').minor, max: usdt('50000').minor })
const rates = fc.bigInt({ min: 0n, max: 10n ** 10n }).map((value) => value as Rate)
const someTerms = fc.record({
  amountMinor: amounts,
  days: fc.integer({ min: 1, max: 90 }),
  freeDays: fc.integer({ min: 0, max: 10 }),
  dailyRate: rates,
  overdueRate: rates,
})

/** Days 1 to `until`, with payments at the end of some of them. */
function run(of: LoanTerms, until: number, payments: ReadonlyMap<number, bigint> = new Map()) {
  let debt = fresh(of.amountMinor)
  let charged = 0n
  let repaid = 0n
  for (let day = 1; day <= until; day++) {
    const charge = chargeOfDay(of, debt, day)
    charged += charge.minor
    debt = withCharge(debt, charge)
    const paid = splitPayment(debt, payments.get(day) ?? 0n)
    repaid += owedMinor(paid)
    debt = withPayment(debt, paid)
  }
  return { debt, charged, repaid }
}

describe('rulebook Loans: the charge of a day', () => {
  it('1 000 for 30 days at 0.03 %, three days free: 0.30 a day, 8.10 in all', () => {
    expect(chargeOfDay(terms, fresh(terms.amountMinor), 3)).toMatchObject({ kind: 'free', minor: 0n })
    expect(chargeOfDay(terms, fresh(terms.amountMinor), 4)).toMatchObject({
      kind: 'interest',
      minor: usdt('0.3').minor,
    })
    expect(comingInterestMinor(terms, terms.amountMinor)).toBe(usdt('8.1').minor)
    expect(loanSchedule(terms).at(-1)).toEqual({
      day: 30,
      interestMinor: usdt('0.3').minor,
      owedMinor: usdt('1008.1').minor,
    })
  })

  it('once due, 0.05 % a day on the overdue principal and interest, never on overdue charges', () => {
    const { debt } = run(terms, 30)
    const first = chargeOfDay(terms, debt, 31)
    expect(first).toEqual({ kind: 'overdue', baseMinor: usdt('1008.1').minor, minor: usdt('0.50405').minor })
    expect(chargeOfDay(terms, withCharge(debt, first), 32)).toEqual(first)
  })

  it('rounds half to even', () => {
    const half = { ...terms, freeDays: 0, dailyRate: rate('0.5') }
    expect([1n, 3n, 5n].map((minor) => chargeOfDay(half, fresh(minor), 1).minor)).toEqual([0n, 2n, 2n])
  })

  it('the schedule, the interest announced and the days charged are the same sum', () => {
    fc.assert(
      fc.property(someTerms, (of) => {
        const schedule = loanSchedule(of)
        const sum = schedule.reduce((all, { interestMinor }) => all + interestMinor, 0n)
        expect(sum).toBe(comingInterestMinor(of, of.amountMinor))
        expect(run(of, of.days).charged).toBe(sum)
        expect(schedule.at(-1)?.owedMinor).toBe(of.amountMinor + sum)
      }),
    )
  })

  it('the interest to come, computed on any day, adds up with what was charged before it', () => {
    fc.assert(
      fc.property(someTerms, fc.integer({ min: 0, max: 90 }), (of, at) => {
        const day = Math.min(at, of.days)
        const { charged } = run(of, day)
        expect(charged + comingInterestMinor(of, of.amountMinor, day + 1)).toBe(
          comingInterestMinor(of, of.amountMinor),
        )
      }),
    )
  })
})

describe('rulebook Loans: repaying', () => {
  const payments = fc.array(fc.tuple(fc.integer({ min: 1, max: 120 }), amounts), { maxLength: 8 })

  it('after any repayments, lent + charged = repaid + still owed, and nothing is ever below zero', () => {
    fc.assert(
      fc.property(someTerms, payments, (of, pays) => {
        const { debt, charged, repaid } = run(of, 120, new Map(pays))
        expect(of.amountMinor + charged).toBe(repaid + owedMinor(debt))
        for (const part of Object.values(debt)) expect(part >= 0n).toBe(true)
      }),
    )
  })

  it('repaying earlier or more never costs more', () => {
    fc.assert(
      fc.property(someTerms, fc.integer({ min: 1, max: 90 }), amounts, (of, day, minor) => {
        const paid = run(of, 90, new Map([[day, minor]]))
        expect(paid.charged <= run(of, 90).charged).toBe(true)
      }),
    )
  })

  it('a payment goes to overdue charges, then interest, then principal; the excess is not taken', () => {
    const debt = { principalMinor: 100n, interestMinor: 10n, overdueMinor: 5n }
    const split = (minor: bigint) => Object.values(splitPayment(debt, minor))
    expect([3n, 5n, 12n, 15n, 40n, 115n, 500n].map(split)).toEqual([
      [0n, 0n, 3n],
      [0n, 0n, 5n],
      [0n, 7n, 5n],
      [0n, 10n, 5n],
      [25n, 10n, 5n],
      [100n, 10n, 5n],
      [100n, 10n, 5n],
    ])
  })
})

describe('rulebook Loans: days', () => {
  it('are 24 hours from the payout, over 29 February and both changes of the clocks', () => {
    const start = Date.UTC(2028, 1, 28, 3)
    expect(loanDaysOver(start, start + loanDayMs - 1)).toBe(0)
    expect(loanDaysOver(start, start + loanDayMs)).toBe(1)
    expect(loanDaysOver(start, Date.UTC(2028, 2, 28, 3))).toBe(29)
    expect(loanDaysOver(start, Date.UTC(2029, 1, 28, 3))).toBe(366)
    expect(loanDaysOver(start, start - 5 * loanDayMs)).toBe(0)
    expect(loanDayEndsAt(start, 30)).toBe(Date.UTC(2028, 2, 29, 3))
  })
})

describe('rulebook Loans: the annual percentage rate (Directive (EU) 2023/2225)', () => {
  it.each([
    // The Directive’s kind of example: 1 000 lent, 1 200 repaid after 18 months of 365 / 12 days.
    ['1000', '1200', 547, '0.1294'],
    // After exactly a year it is the interest itself.
    ['1000', '1100', 365, '0.1'],
    ['1000', '1008.1', 30, '0.1031'],
    ['1000', '1001.2', 7, '0.0645'],
    ['1000', '1026.1', 90, '0.1101'],
    ['1000', '1000', 30, '0'],
  ])('%s lent, %s repaid after %i days is %s a year', (lent, repaid, days, expected) => {
    expect(annualPercentageRate(usdt(lent).minor, usdt(repaid).minor, days)).toBe(rate(expected))
  })

  it('is the nearest 0.01 % to the result by logarithms', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 7, max: 90 }),
        (lent, parts, days) => {
          const repaid = lent + (lent * BigInt(parts)) / 100_000n
          const exact = (Number(repaid) / Number(lent)) ** (365 / days) - 1
          const stated = Number(annualPercentageRate(lent, repaid, days)) / 1e12
          expect(Math.abs(stated - exact)).toBeLessThanOrEqual(0.00005 + 1e-9)
        },
      ),
    )
  })

  it.each([
    // Over a year the rate is the interest alone, so that a half of 0.01 % can be written exactly.
    [20_000n, 20_001n, '0.0001'],
    [20_000n, 20_002n, '0.0001'],
    [20_000n, 20_003n, '0.0002'],
    [200_000n, 200_009n, '0'],
    [200_000n, 200_010n, '0.0001'],
    [1n, 2n, '1'],
    [1n, 11n, '10'],
  ])('a half of 0.01 %% is rounded up: %s lent, %s repaid after a year is %s', (lent, repaid, expected) => {
    expect(annualPercentageRate(lent, repaid, 365)).toBe(rate(expected))
  })

  it.each([
    [0n, 0n, 30],
    [0n, 1n, 30],
    [-1n, 1n, 30],
    [2n, 1n, 30],
    [1n, 1n, 0],
    [1n, 1n, -1],
  ])('%s lent and %s repaid after %i days is no loan', (lent, repaid, days) => {
    expect(() => annualPercentageRate(lent, repaid, days)).toThrow(
      'a loan lends something and repays no less',
    )
  })

  it('the nominal rate is given too: 0.03 % a day is 10.95 % a year', () => {
    expect(nominalYearlyRate(rate('0.0003'))).toBe(rate('0.1095'))
  })
})
