import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  Amount,
  type AssetCode,
  assetCodes,
  assetScale,
  btc,
  eth,
  parseUsdt,
  usdt,
  writeUsdt,
} from './amount.ts'
import { Exact } from './exact.ts'
import { roundDown, roundHalfEven, roundUp } from './rounding.ts'

const minor = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })

test('rulebook "Accounts": USDT has 6 decimals, BTC 8, ETH 9', () => {
  expect(assetScale).toEqual({ USDT: 6, BTC: 8, ETH: 9 })
  expect(assetCodes).toEqual(['USDT', 'BTC', 'ETH'])
  expect([String(usdt('120')), String(btc('0.015')), String(eth('0.2'))]).toEqual([
    '120.000000',
    '0.01500000',
    '0.200000000',
  ])
})

test('an amount is written with all its decimals and read back as itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...assetCodes), minor, (asset, value) => {
      const amount = new Amount(asset, value)
      expect(Amount.parse(asset, amount.toString())?.minor).toBe(value)
    }),
  )
})

test('USDT in its smallest unit is written with six decimals, and read unless it is no amount of it', () => {
  expect([1_500_000n, 0n, -1n].map(writeUsdt)).toEqual(['1.500000', '0.000000', '-0.000001'])
  expect(['1.5', '0', '-0.000001'].map(parseUsdt)).toEqual([1_500_000n, 0n, -1n])
  expect(['1.1234567', 'much', ''].map(parseUsdt)).toEqual([null, null, null])
})

test('adding and taking away lose nothing', () => {
  fc.assert(
    fc.property(minor, minor, (a, b) => {
      const [one, two] = [new Amount('USDT', a), new Amount('USDT', b)]
      expect(one.plus(two).minus(two).minor).toBe(a)
      expect(one.minus(two).minor).toBe(-two.minus(one).minor)
      expect(one.negated().plus(one).isZero()).toBe(true)
      expect(Math.sign(one.compare(two))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})

test('code style 3: assets do not mix, not even where the types were cast away', () => {
  const one: Amount<AssetCode> = btc('1')
  const stranger = one as Amount<'USDT'>
  expect(() => usdt('1').plus(stranger)).toThrow('BTC is not USDT')
  expect(() => usdt('1').minus(stranger)).toThrow('BTC is not USDT')
  expect(() => usdt('1').compare(stranger)).toThrow('BTC is not USDT')
})

test('signs', () => {
  const signs = (amount: Amount<AssetCode>) => [amount.isNegative(), amount.isZero(), amount.isPositive()]
  expect(signs(usdt('-0.000001'))).toEqual([true, false, false])
  expect(signs(Amount.zero('USDT'))).toEqual([false, true, false])
  expect(signs(usdt('0.000001'))).toEqual([false, false, true])
})

test('a rate times an amount is rounded once, as named, to the smallest unit', () => {
  const fee = new Exact(1n, 3n)
  expect(
    [roundUp, roundDown, roundHalfEven].map((rounding) => String(usdt('10').times(fee, rounding))),
  ).toEqual(['3.333334', '3.333333', '3.333333'])
  expect(usdt('1.5').exact().compare(new Exact(3n, 2n))).toBe(0)
  expect(String(Amount.fromExact('BTC', new Exact(1n, 8n), roundDown))).toBe('0.12500000')
})

test('refuses an amount finer than the asset, or not a decimal', () => {
  expect(Amount.parse('USDT', '0.0000001')).toBeNull()
  expect(Amount.parse('USDT', '1e3')).toBeNull()
  expect(() => usdt('1,5')).toThrow('not an amount of USDT')
})

test('compares as below, equal and above', () => {
  const compared = ['0.999999', '1', '1.000001'].map((text) => Math.sign(usdt(text).compare(usdt('1'))))
  expect(compared).toEqual([-1, 0, 1])
})
