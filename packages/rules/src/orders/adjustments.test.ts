import { Exact, type Lots, lots, type Price, price } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highestPrice } from '../markets/price-limits.ts'
import { rollShift, shifted, splitCashMinor, splitLevel, splitLots, splitPrice } from './adjustments.ts'
import { profitMinor } from './amounts/profit.ts'
import type { Direction } from './contract.ts'

const four = { fresh: 4n, old: 1n }
const tenth = { fresh: 1n, old: 10n }
const threeForTwo = { fresh: 3n, old: 2n }
const one = new Exact(1n)

describe('I11.14: volume, prices and levels after a split', () => {
  it.each([
    ['1', four, '1', '4'],
    ['7', threeForTwo, '1', '10'],
    ['25', tenth, '1', '2'],
    ['9', tenth, '1', '0'],
    ['25', tenth, '0.1', '2.5'],
    ['0.03', threeForTwo, '0.01', '0.04'],
  ])('%s lots become whole steps, rounded down: %o, step %s: %s', (before, ratio, step, after) => {
    expect(splitLots(lots(before), ratio, lots(step))).toBe(lots(after))
  })

  it.each([
    ['300', four, '75'],
    ['30', tenth, '300'],
    ['100', threeForTwo, '66.6666666667'],
    ['0.0000000003', { fresh: 2n, old: 1n }, '0.0000000002'],
    ['0.0000000005', { fresh: 2n, old: 1n }, '0.0000000002'],
  ])('a price of %s after %o is %s, half to even', (before, ratio, after) => {
    expect(splitPrice(price(before), ratio)).toBe(price(after))
  })

  it.each([
    ['100', threeForTwo, 'falls', '66.66'],
    ['100', threeForTwo, 'rises', '66.67'],
    ['100', four, 'falls', '25'],
    ['100', four, 'rises', '25'],
    ['0.01', four, 'falls', '0.01'],
    ['0.04', four, 'falls', '0.01'],
    ['0.08', four, 'falls', '0.02'],
    ['90', tenth, 'rises', '900'],
  ])('a level at %s after %o, to which the price %s, is at %s', (before, ratio, way, after) => {
    expect(splitLevel(price(before), ratio, price('0.01'), way === 'falls')).toBe(price(after))
  })
})

describe('I11.14: cash that a split pays', () => {
  it('the lost half of a share is paid at its value, to the last digit', () => {
    // 7 shares at 100, now 110: 70 of profit. 3:2 makes 10.5 of them; 10 stay, at 66.6666666667 each, worth 73.3333… each.
    const before = { direction: 'buy', lots: lots('7'), openPrice: price('100') } as const
    const after = { ...before, lots: lots('10'), openPrice: price('66.6666666667') }
    // 70 − 10 × (73.333333… − 66.6666666667) = 3.333333
    expect(splitCashMinor({ before, after, ratio: threeForTwo }, price('110'), 1n, one)).toBe(3_333_333n)
    const sell = { before: { ...before, direction: 'sell' }, after: { ...after, direction: 'sell' } } as const
    expect(splitCashMinor({ ...sell, ratio: threeForTwo }, price('110'), 1n, one)).toBe(-3_333_333n)
    // In euros at 1.13, of a contract of 25: 28.25 times as much, each value rounded once: 1 977.5 − 1 883.333333.
    const inEuros = { before, after, ratio: threeForTwo }
    expect(splitCashMinor(inEuros, price('110'), 25n, new Exact(113n, 100n))).toBe(94_166_667n)
  })

  it('nothing is paid where nothing is lost', () => {
    const before = { direction: 'buy', lots: lots('2'), openPrice: price('300') } as const
    const after = { direction: 'buy', lots: lots('8'), openPrice: price('75') } as const
    expect(splitCashMinor({ before, after, ratio: four }, price('310'), 1n, one)).toBe(0n)
  })

  it('property: value before = value after + cash, within one rounding, whatever the split', () => {
    const anyPrice = fc.bigInt({ min: 10n ** 8n, max: 10n ** 14n }).map((value) => value as Price)
    const ratios = fc.record({
      fresh: fc.bigInt({ min: 1n, max: 20n }),
      old: fc.bigInt({ min: 1n, max: 20n }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom<Direction>('buy', 'sell'),
        fc.bigInt({ min: 1n, max: 1_000n }).map((value) => (value * 10n ** 8n) as Lots),
        fc.tuple(anyPrice, anyPrice),
        ratios,
        (direction, size, [openPrice, unit], ratio) => {
          // A close that the new scale can write exactly.
          const close = (unit * ratio.fresh) as Price
          const newClose = (unit * ratio.old) as Price
          const before = { direction, lots: size, openPrice }
          const step = lots('1')
          const after = {
            direction,
            lots: splitLots(size, ratio, step),
            openPrice: splitPrice(openPrice, ratio),
          }
          const cash = splitCashMinor({ before, after, ratio }, close, 1n, one)
          const total = cash + profitMinor(after, newClose, 1n, one)
          expect(total).toBe(profitMinor(before, close, 1n, one))
        },
      ),
    )
  })
})

describe('I11.14: a roll into the next contract', () => {
  const last = { sellPrice: price('100'), buyPrice: price('101') }
  const first = { sellPrice: price('103'), buyPrice: price('106') }

  it('moves a buy by the difference of the bids, a sell by that of the asks', () => {
    expect(rollShift('buy', last, first)).toBe(price('3'))
    expect(rollShift('sell', last, first)).toBe(price('5'))
    expect(rollShift('buy', first, last)).toBe(-price('3'))
  })

  it.each([
    ['90', '3', '93'],
    ['90', '-3', '87'],
    ['3', '-2.9999999999', '0.0000000001'],
    ['3', '-3', '0.01'],
    ['3', '-4', '0.01'],
  ])(
    'a level at %s moved by %s is at %s, and at one tick where nothing would be left',
    (level, by, after) => {
      const shift = by.startsWith('-') ? -price(by.slice(1)) : price(by)
      expect(shifted(price(level), shift, price('0.01'))).toBe(price(after))
    },
  )

  it('none is moved above 100 million', () => {
    expect(shifted(highestPrice, 0n, price('0.01'))).toBe(highestPrice)
    expect(shifted(highestPrice, 1n, price('0.01'))).toBe(highestPrice)
  })
})
