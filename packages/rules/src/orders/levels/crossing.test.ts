import { type Price, price } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extremesOf, joinExtremes, type QuoteExtremes } from '../../markets/stored/quote-range.ts'
import { followTrailing, furthest, ownPrice, reaches, watchedByEntry, watchedByExit } from './crossing.ts'

describe('rulebook Contracts: the price that a level is watched at', () => {
  it.each([
    ['buy', 'stopLoss', 'bid', 'falls'],
    ['buy', 'takeProfit', 'bid', 'rises'],
    ['buy', 'trailing', 'bid', 'falls'],
    ['sell', 'stopLoss', 'ask', 'rises'],
    ['sell', 'takeProfit', 'ask', 'falls'],
    ['sell', 'trailing', 'ask', 'rises'],
  ] as const)('the %s’s %s waits until the %s %s to it', (direction, exit, side, way) => {
    expect(watchedByExit(direction, exit)).toEqual({ side, falls: way === 'falls' })
  })

  it.each([
    ['buy', 'limit', 'ask', 'falls'],
    ['buy', 'stop', 'ask', 'rises'],
    ['sell', 'limit', 'bid', 'rises'],
    ['sell', 'stop', 'bid', 'falls'],
  ] as const)('a %s %s waits until the %s %s to it', (direction, kind, side, way) => {
    expect(watchedByEntry(direction, kind)).toEqual({ side, falls: way === 'falls' })
  })

  it('an added spread goes half to either side, and its odd unit to the ask', () => {
    expect(ownPrice('bid', price('1.15'), price('0.0002'))).toBe(price('1.1499'))
    expect(ownPrice('ask', price('1.1502'), price('0.0002'))).toBe(price('1.1503'))
    expect(ownPrice('bid', 100n as Price, 3n as Price)).toBe(99n)
    expect(ownPrice('ask', 100n as Price, 3n as Price)).toBe(102n)
    expect(ownPrice('ask', price('1.15'), 0n as Price)).toBe(price('1.15'))
  })

  it.each([
    ['falls', '99.9999999999', true],
    ['falls', '100', true],
    ['falls', '100.0000000001', false],
    ['rises', '100.0000000001', true],
    ['rises', '100', true],
    ['rises', '99.9999999999', false],
  ] as const)('a price that %s to %s has reached 100: %s', (way, at, reached) => {
    expect(reaches(price(at), price('100'), way === 'falls')).toBe(reached)
  })
})

const extremes: QuoteExtremes = {
  bidLow: price('99'),
  bidHigh: price('104'),
  askLow: price('100'),
  askHigh: price('105'),
  bidFall: price('2'),
  askRise: price('3'),
}

it.each([
  ['bid', 'falls', '99'],
  ['bid', 'rises', '104'],
  ['ask', 'falls', '100'],
  ['ask', 'rises', '105'],
] as const)('of a range’s quotes, the %s that %s went as far as %s', (side, way, at) => {
  expect(furthest(extremes, { side, falls: way === 'falls' })).toBe(price(at))
})

describe('rulebook Contracts: a trailing stop over a range of quotes', () => {
  // The bid was between 99 and 104 and fell by 2 at most, the ask between 100 and 105 and rose by 3 at most.
  it.each([
    ['buy', '103', '4', '104', true],
    ['buy', '103', '4.0000000001', '104', false],
    ['buy', '100', '2', '104', true],
    ['buy', '100', '2.0000000001', '104', false],
    ['buy', '110', '20', '110', false],
    ['buy', '110', '11', '110', true],
    ['buy', '110', '11.0000000001', '110', false],
    ['sell', '101', '4', '100', true],
    ['sell', '101', '4.0000000001', '100', false],
    ['sell', '104', '3', '100', true],
    ['sell', '104', '3.0000000001', '100', false],
    ['sell', '90', '20', '90', false],
    ['sell', '90', '15', '90', true],
    ['sell', '90', '15.0000000001', '90', false],
  ] as const)('%s, best so far %s, distance %s: best %s after it, reached: %s', (...row) => {
    const [direction, best, distance, after, reached] = row
    const found = followTrailing(direction, price(best), price(distance), extremes)
    expect(found).toEqual({ best: price(after), reached })
  })

  const anyPrice = fc.bigInt({ min: 80n, max: 120n }).map((value) => value as Price)
  const anyQuotes = fc.array(fc.record({ bid: anyPrice, ask: anyPrice }), { minLength: 1, maxLength: 12 })
  const anyDistance = fc.bigInt({ min: 1n, max: 30n }).map((value) => value as Price)

  /** Follows a buy's stop from price to price. */
  function followed(start: bigint, distance: bigint, prices: readonly bigint[]): [bigint, boolean] {
    let highest = start
    let reached = false
    for (const now of prices) {
      if (now <= highest - distance) reached = true
      if (now > highest) highest = now
    }
    return [highest, reached]
  }

  it('property: a range decides exactly as its quotes do one after the other', () => {
    fc.assert(
      fc.property(anyQuotes, anyPrice, anyDistance, fc.boolean(), (quotes, start, distance, buys) => {
        const range = quotes.map(extremesOf).reduce<QuoteExtremes | null>(joinExtremes, null)
        // A sell is the mirror image of a buy: its prices count with the other sign.
        const sign = buys ? 1n : -1n
        const prices = quotes.map(({ bid, ask }) => sign * (buys ? bid : ask))
        const [highest, reached] = followed(sign * start, distance, prices)
        const best = sign * highest
        const direction = buys ? 'buy' : 'sell'
        expect(followTrailing(direction, start, distance, range as QuoteExtremes)).toEqual({ best, reached })
      }),
    )
  })
})
