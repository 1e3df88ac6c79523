import { Exact, lots, price, rate } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type MarketThen,
  marketLine,
  marketProfitThen,
  type PositionThen,
  positionLine,
  profitThen,
  readAccountLines,
} from './account-lines.ts'

const bought: PositionThen = {
  id: 'a1',
  code: 'DE30',
  direction: 'buy',
  lots: lots('0.5'),
  openPrice: price('24000'),
  spreadAdded: price('2'),
  marginMinor: 17_000_000n,
  owedMinor: 5n,
  closeOut: rate('0.5'),
}
const euro = { code: 'EURUSD', seq: 7, receivedAt: 1_800, bid: price('1.1299'), ask: price('1.1301') }
const market: MarketThen = {
  ...{ code: 'DE30', seq: 42, receivedAt: 1_700, bid: price('24100'), ask: price('24104') },
  conversion: new Exact(113n, 100n),
  ...{ converted: null, split: null, dividend: null },
}
const boughtLine = 'position|a1|DE30|buy|50000000|240000000000000|20000000000|17000000|5'
const marketText = 'market|DE30|42|1700|241000000000000|241040000000000|113|100'
const euroText = '|EURUSD|7|1800|11299000000|11301000000'

describe('I11.18m: the lines that the hash of a stop-out’s receipt covers', () => {
  it('a position is one line, with lots in units of 10^-8 and prices in units of 10^-10', () => {
    expect(positionLine(bought)).toBe(boughtLine)
    expect(positionLine({ ...bought, direction: 'sell' })).toBe(boughtLine.replace('buy', 'sell'))
  })

  it('T18: a close-out level other than the standard one follows, and is read back', () => {
    const own = { ...bought, closeOut: rate('0.8') }
    expect(positionLine(own)).toBe(`${boughtLine}|800000000000`)
    expect(readAccountLines([positionLine(own), boughtLine])?.positions).toEqual([own, bought])
  })

  it.each([
    ['its quote and the conversion alone', {}, ''],
    ['the quote of the conversion', { converted: euro }, euroText],
    ['a split since', { split: { fresh: 4n, old: 1n } }, '|split|4|1'],
    ['a dividend since', { dividend: price('0.25') }, '|dividend|2500000000'],
    [
      'all of them',
      { converted: euro, split: { fresh: 1n, old: 10n }, dividend: price('0.25') },
      `${euroText}|split|1|10|dividend|2500000000`,
    ],
  ] as const)('a market’s line states %s, and is read back as it was', (_what, more, rest) => {
    const full = { ...market, ...more }
    expect(marketLine(full)).toBe(marketText + rest)
    expect(readAccountLines([marketText + rest])).toEqual({ positions: [], markets: [full] })
  })

  it('positions and markets are read in their order', () => {
    const sold = { ...bought, id: 'a2', direction: 'sell', owedMinor: 0n } as const
    const lines = [boughtLine, positionLine(sold), marketText]
    expect(readAccountLines(lines)).toEqual({ positions: [bought, sold], markets: [market] })
    expect(readAccountLines([])).toEqual({ positions: [], markets: [] })
  })

  it.each([
    ['an empty line', ''],
    ['another kind', boughtLine.replace('position', 'order')],
    ['a position without its debt', boughtLine.replace('|5', '|')],
    ['a position with a field less', boughtLine.replace('|5', '')],
    ['a level of zero', `${boughtLine}|0`],
    ['the standard level', `${boughtLine}|500000000000`],
    ['a position with a field more', `${boughtLine}|800000000000|0`],
    ['neither buy nor sell', boughtLine.replace('buy', 'hold')],
    ['lots that are no number', boughtLine.replace('50000000', 'many')],
    ['lots written in another way', boughtLine.replace('50000000', '0x2faf080')],
    ['a market without prices', 'market|DE30|42|1700'],
    ['a number of a quote that is none', marketText.replace('42', 'x')],
    ['a conversion by zero', marketText.replace('|100', '|0')],
    ['half a quote of the conversion', `${marketText}|EURUSD|7`],
    ['a split without its old shares', `${marketText}|split|4`],
    ['a dividend without its amount', `${marketText}|dividend`],
    ['a dividend before the split', `${marketText}|dividend|1|split|4|1`],
  ])('of an account with a line that is not written so nothing is read: %s', (_what, line) => {
    expect(readAccountLines([boughtLine, marketText, line])).toBeNull()
  })
})

describe('rulebook Contracts: the positions of an account at its stop-out', () => {
  it('a buy closes at the bid less half of its added spread, a sell at the ask plus half', () => {
    // (24 099 − 24 000) × 0.5 × 25 × 1.13, and (24 000 − 24 105) × 0.5 × 25 × 1.13.
    expect(profitThen(bought, market, 25n)).toBe(1_398_375_000n)
    expect(profitThen({ ...bought, direction: 'sell' }, market, 25n)).toBe(-1_483_125_000n)
  })

  it('a market’s positions are added up before the one rounding, half to even', () => {
    const one = { ...bought, code: 'X', lots: lots('0.5'), openPrice: price('1'), spreadAdded: price('0') }
    const dollars = { ...market, conversion: new Exact(1n), bid: price('1.000001'), ask: price('1.000001') }
    // Each has half a unit of profit: one alone rounds to nothing, two are one, three round to two.
    expect(profitThen(one, dollars, 1n)).toBe(0n)
    expect(marketProfitThen([one], dollars, 1n)).toBe(0n)
    expect(marketProfitThen([one, one], dollars, 1n)).toBe(1n)
    expect(marketProfitThen([one, one, one], dollars, 1n)).toBe(2n)
    expect(marketProfitThen([one, { ...one, direction: 'sell' }], dollars, 1n)).toBe(0n)
    expect(marketProfitThen([], dollars, 1n)).toBe(0n)
    expect(marketProfitThen([bought, bought], market, 25n)).toBe(2_796_750_000n)
    expect(marketProfitThen([{ ...bought, direction: 'sell' }], market, 25n)).toBe(-1_483_125_000n)
  })

  it('property: alone, a position has the profit that its market’s sum has', () => {
    const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(
        fc.tuple(anyPrice, anyPrice, anyPrice, fc.bigInt({ min: 0n, max: 10n ** 9n })),
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 12n })),
        fc.boolean(),
        ([open, bid, ask, spread], size, [numerator, denominator], buys) => {
          const position = {
            ...bought,
            ...{ direction: buys ? 'buy' : 'sell', lots: size, openPrice: open, spreadAdded: spread },
          } as PositionThen
          const then = { ...market, bid, ask, conversion: new Exact(numerator, denominator) } as MarketThen
          expect(marketProfitThen([position], then, 25n)).toBe(profitThen(position, then, 25n))
        },
      ),
    )
  })
})
