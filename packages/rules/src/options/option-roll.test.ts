import { rate } from '@candor/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allMarkets } from '../markets/catalogue/all-markets.ts'
import { hourMs, secondMs } from '../time-units.ts'
import { decideOption } from './decide-option.ts'
import { isOfItsContract, periodsBeforeRoll, rollAfter } from './option-roll.ts'

const payouts = new Map([60, 180, 300, 900, 3600].map((seconds) => [seconds, rate('0.8')]))
const tariff = { payouts, settleWithinMs: 30_000 }
const rollsAt = Date.parse('2026-12-14T22:00:00Z')

it('the E-mini leaves its December contract at the end of the Monday before its third Friday; bitcoin and stocks never roll', () => {
  expect(rollAfter('ES', rollsAt - 1)).toBe(rollsAt)
  expect(rollAfter('ES', rollsAt)).toBeGreaterThan(rollsAt)
  for (const code of ['BTCUSDT', 'AAPL', 'EURUSD', 'NOPE']) expect(rollAfter(code, rollsAt)).toBeNull()
})

it.each([
  [3_630_001, [60, 180, 300, 900, 3600]],
  [3_630_000, [60, 180, 300, 900]],
  [930_000, [60, 180, 300]],
  [90_001, [60]],
  [90_000, []],
  [1, []],
])('%i ms before a roll the periods %j end in time, the 30 s that they may wait included', (ms, periods) => {
  expect(periodsBeforeRoll(tariff, rollsAt - ms, rollsAt)).toEqual(periods)
  const context = {
    ...{ offered: true, frozen: false, openNow: 0, unavailable: null, mid: null, at: rollsAt - ms, rollsAt },
    tariff: { ...tariff, stakeMinMinor: 1n, stakeMaxMinor: 9n, openMost: 20 },
  }
  for (const periodSeconds of payouts.keys()) {
    const decision = decideOption({ periodSeconds, stakeMinor: 5n }, context)
    const isOffered = (periods as readonly number[]).includes(periodSeconds)
    expect(decision).toMatchObject(isOffered ? { code: 10015 } : { code: 10017, details: { periods } })
  }
})

it('property: whatever is on sale, every quote that may settle it is of the contract it is opened in', () => {
  const anyMarket = fc.constantFrom(...allMarkets.map(({ code }) => code))
  const start = Date.parse('2024-01-01T00:00:00Z')
  const anyTime = fc.oneof(
    fc.integer({ min: 0, max: 20_000 * 24 }).map((hours) => start + hours * hourMs),
    // Around a roll, where it matters.
    fc.integer({ min: -2 * 3_600_000, max: 2 * 3_600_000 }).map((ms) => rollsAt + ms),
  )
  const anyTariff = fc.record({
    seconds: fc.integer({ min: 1, max: 99_999 }),
    settleWithinMs: fc.integer({ min: 10_000, max: 300_000 }),
  })
  fc.assert(
    fc.property(anyMarket, anyTime, anyTariff, (code, at, { seconds, settleWithinMs }) => {
      const terms = { payouts: new Map([[seconds, rate('0.8')]]), settleWithinMs }
      const lastMoment = at + seconds * secondMs + settleWithinMs
      const isOffered = periodsBeforeRoll(terms, at, rollAfter(code, at)).length > 0
      expect(isOffered).toBe(rollAfter(code, at) === rollAfter(code, lastMoment))
      expect(isOfItsContract(rollAfter(code, at), lastMoment)).toBe(isOffered)
    }),
  )
})
