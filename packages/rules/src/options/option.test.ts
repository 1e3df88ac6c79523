import { type Price, price, type Rate, rate, writeRate } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideOption, type OptionContext } from './decide-option.ts'
import { countriesWithoutOptions, optionsAllowedIn, optionsNeverIn } from './jurisdiction.ts'
import {
  breakEvenWinRate,
  expectedAtEvenOddsMinor,
  type OptionTariff,
  optionFate,
  optionWinMinor,
  settleOption,
} from './option.ts'
import { unsplit } from './option-split.ts'

const terms = {
  direction: 'up',
  openPrice: price('100'),
  stakeMinor: 100_000_000n,
  payoutRate: rate('0.8'),
} as const

const unsplitAt = (mid: Price) => ({ mid, split: unsplit })

describe('rulebook Options: settlement', () => {
  it.each([
    ['up', '100.01', 'won', 80_000_000n],
    ['up', '99.99', 'lost', -100_000_000n],
    ['down', '99.99', 'won', 80_000_000n],
    ['down', '100.01', 'lost', -100_000_000n],
  ] as const)('%s against a close of %s is %s', (direction, close, result, profitMinor) => {
    expect(settleOption({ ...terms, direction }, unsplitAt(price(close)))).toEqual({
      result,
      refundReason: null,
      profitMinor,
    })
  })

  it('gives the stake back on a tie and without a quote', () => {
    expect(settleOption(terms, unsplitAt(price('100')))).toEqual({
      result: 'refunded',
      refundReason: 'tie',
      profitMinor: 0n,
    })
    expect(settleOption(terms, null)).toEqual({
      result: 'refunded',
      refundReason: 'noQuote',
      profitMinor: 0n,
    })
  })

  it('waits until its end, settles in the 30 s from it, its last instant included, and refunds after', () => {
    const fates = [999, 1_000, 31_000, 31_001].map((at) => optionFate(1_000, 30_000, at))
    expect(fates).toEqual(['running', 'due', 'due', 'refund'])
  })

  it('never gives more than stake × payout nor takes more than the stake, and up and down mirror each other', () => {
    const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((value) => value as ReturnType<typeof price>)
    fc.assert(
      fc.property(
        anyPrice,
        anyPrice,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (open, close, stakeMinor, payout) => {
          const request = { openPrice: open, stakeMinor, payoutRate: payout as Rate }
          const up = settleOption({ ...request, direction: 'up' }, unsplitAt(close))
          const down = settleOption({ ...request, direction: 'down' }, unsplitAt(close))
          const most = optionWinMinor(stakeMinor, payout as Rate)
          for (const { profitMinor } of [up, down]) {
            expect(profitMinor <= most && profitMinor >= -stakeMinor).toBe(true)
          }
          if (open === close) expect([up.result, down.result]).toEqual(['refunded', 'refunded'])
          else expect(new Set([up.result, down.result])).toEqual(new Set(['won', 'lost']))
        },
      ),
    )
  })
})

describe('rulebook Options: the odds in plain numbers', () => {
  it.each([
    ['0.75', '0.571429'],
    ['0.78', '0.561798'],
    ['0.8', '0.555556'],
    ['0.82', '0.549451'],
    ['0.85', '0.540541'],
  ])('a payout of %s needs %s of options won', (payout, needed) => {
    expect(writeRate(breakEvenWinRate(rate(payout)))).toBe(needed)
  })

  it('computes the value of an option at even odds: below zero for every payout under the whole stake', () => {
    expect(expectedAtEvenOddsMinor(100_000_000n, rate('0.8'))).toBe(-10_000_000n)
    expect(expectedAtEvenOddsMinor(5_000_000n, rate('0.75'))).toBe(-625_000n)
    expect(expectedAtEvenOddsMinor(100_000_000n, rate('1'))).toBe(0n)
  })

  it('never states a break-even rate at which one would still lose', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n * 10n ** 12n }), (payout) => {
        const needed = breakEvenWinRate(payout as Rate)
        const whole = 10n ** 12n
        // needed × payout ≥ (1 − needed)
        expect(needed * payout >= (whole - needed) * whole).toBe(true)
      }),
    )
  })
})

const tariff: OptionTariff = {
  payouts: new Map([[60, rate('0.75')]]),
  stakeMinMinor: 5_000_000n,
  stakeMaxMinor: 2_000_000_000n,
  openMost: 20,
  settleWithinMs: 30_000,
}
const context: OptionContext = {
  offered: true,
  tariff,
  at: 0,
  rollsAt: null,
  frozen: false,
  openNow: 0,
  unavailable: null,
  mid: price('100'),
}

describe('calls Conventions: the order in which a purchase is refused', () => {
  it('market, period, amount, frozen, too many, availability: the first that applies', () => {
    const wrong = { periodSeconds: 61, stakeMinor: 1n }
    const steps: [Parameters<typeof decideOption>[0], Partial<OptionContext>, number][] = [
      [wrong, { offered: false, frozen: true, openNow: 20, unavailable: 'closed' }, 10014],
      [wrong, { frozen: true, openNow: 20, unavailable: 'closed' }, 10017],
      [{ ...wrong, periodSeconds: 60 }, { frozen: true, openNow: 20, unavailable: 'closed' }, 10016],
      [{ periodSeconds: 60, stakeMinor: 5_000_000n }, { frozen: true, openNow: 20 }, 10008],
      [{ periodSeconds: 60, stakeMinor: 5_000_000n }, { openNow: 20, unavailable: 'closed' }, 11047],
      [{ periodSeconds: 60, stakeMinor: 5_000_000n }, { openNow: 19, unavailable: 'closed' }, 10015],
      [{ periodSeconds: 60, stakeMinor: 5_000_000n }, { mid: null }, 10015],
    ]
    for (const [request, change, code] of steps)
      expect(decideOption(request, { ...context, ...change })).toMatchObject({ ok: false, code })
  })

  it.each([
    [4_999_999n, false],
    [5_000_000n, true],
    [2_000_000_000n, true],
    [2_000_000_001n, false],
    [null, false],
  ])('a stake of %s minor units is accepted: %s (rulebook: 5–2 000 USDT)', (stakeMinor, ok) => {
    expect(decideOption({ periodSeconds: 60, stakeMinor }, context).ok).toBe(ok)
  })
})

describe('calls Conventions: what a refused purchase states', () => {
  const request = { periodSeconds: 60, stakeMinor: 5_000_000n }
  const ownLimit = { ok: false, code: 11032, details: { limit: 'loss' } } as const
  it.each([
    ['the periods on offer', { ...request, periodSeconds: 61 }, {}, 10017, { periods: [60] }],
    ['the most that may be open', request, { openNow: 20 }, 11047, { most: 20 }],
    [
      'the customer’s own limit, before availability',
      request,
      { ownLimit, unavailable: 'closed' },
      11032,
      { limit: 'loss' },
    ],
    ['too many before the own limit', request, { ownLimit, openNow: 20 }, 11047, { most: 20 }],
    ['why the market is unavailable', request, { unavailable: 'halted' }, 10015, { reason: 'halted' }],
    ['a missing quote as stale', request, { mid: null }, 10015, { reason: 'stale' }],
  ] as const)('%s', (_what, given, change, code, details) => {
    expect(decideOption(given, { ...context, ...change })).toEqual({ ok: false, code, details })
  })

  it('an accepted one has the stake, the payout of its period and the newest mid', () => {
    expect(decideOption(request, { ...context, ownLimit: null })).toEqual({
      ok: true,
      value: { stakeMinor: 5_000_000n, payoutRate: rate('0.75'), openPrice: price('100') },
    })
  })
})

describe('trust T21: options by country', () => {
  it('sells to a real account only in a listed country', () => {
    expect(optionsAllowedIn('BR', [])).toBe(false)
    expect(optionsAllowedIn('br', ['BR'])).toBe(true)
    expect(optionsAllowedIn(null, ['BR'])).toBe(false)
  })

  it('sells in no country but those listed', () => {
    expect(optionsAllowedIn('BR', ['AR', 'MX'])).toBe(false)
    expect(optionsAllowedIn('mx', ['AR', 'mx'])).toBe(true)
  })

  it('knows the 27 of the European Union, the three others of its economic area, and the United Kingdom', () => {
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
      ' ',
    )
    expect(union).toHaveLength(27)
    expect([...countriesWithoutOptions].sort()).toEqual([...union, 'GB', 'IS', 'LI', 'NO'].sort())
    expect([optionsNeverIn('de'), optionsNeverIn('GB'), optionsNeverIn('CH')]).toEqual([true, true, false])
  })

  it.each(['DE', 'FR', 'IE', 'GB', 'NO', 'gr'])(
    'never sells in %s, whatever the list contains',
    (country) => {
      expect(optionsAllowedIn(country, [country])).toBe(false)
    },
  )
})
