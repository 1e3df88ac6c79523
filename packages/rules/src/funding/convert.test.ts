import { Amount, type AssetCode, assetCodes, price, rate, usdt } from '@candor/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Conversion, type ConvertPrices, convertMarkets, decideConversion } from './convert.ts'

const terms = { feeRate: rate('0.001'), least: usdt('1') }
const prices: Readonly<Record<string, ConvertPrices>> = {
  BTCUSDT: { sellPrice: price('60000'), buyPrice: price('60006') },
  ETHUSDT: { sellPrice: price('2999.7'), buyPrice: price('3000') },
}
const priceOf = (market: string): ConvertPrices => {
  const found = prices[market]
  if (found === undefined) throw new Error(`no price for ${market}`)
  return found
}
const convert = (from: AssetCode, to: AssetCode, amount: string) =>
  decideConversion({ from, to, amount: Amount.parse(from, amount) }, priceOf, terms)
const converted = (from: AssetCode, to: AssetCode, amount: string): Conversion => {
  const decision = convert(from, to, amount)
  if (!decision.ok) throw new Error(`refused with ${decision.code}`)
  return decision.value
}

test('USDT buys a coin at the ask, less the fee', () => {
  const { fee, received } = converted('USDT', 'BTC', '6006.606606')
  expect(String(fee)).toBe('6.006607')
  // (6006.606606 − 6.006607) ÷ 60006
  expect(String(received)).toBe('0.10000000')
})

test('a coin is sold at the bid', () => {
  const { fee, received } = converted('BTC', 'USDT', '0.5')
  expect(String(fee)).toBe('0.00050000')
  expect(String(received)).toBe('29970.000000')
})

test('a coin is converted into another through both markets, rounded once', () => {
  const { received } = converted('BTC', 'ETH', '0.1')
  expect(String(received)).toBe('1.998000000')
  expect(convertMarkets('BTC', 'ETH')).toEqual(['BTCUSDT', 'ETHUSDT'])
  expect(convertMarkets('USDT', 'ETH')).toEqual(['ETHUSDT'])
})

test('nothing, too little, an unreadable amount and a coin into itself are refused', () => {
  expect(convert('USDT', 'BTC', '0')).toMatchObject({ code: 10016 })
  expect(convert('USDT', 'BTC', '0.999999')).toMatchObject({ code: 10016, details: { least: '1.000000' } })
  expect(convert('USDT', 'BTC', '1.0000001')).toMatchObject({ code: 10016 })
  expect(convert('BTC', 'USDT', '0.00001666')).toMatchObject({ code: 10016 })
  expect(convert('USDT', 'USDT', '5')).toMatchObject({
    ...{ code: 11001, details: { issues: [{ path: 'to', code: 'same' }] } },
  })
  expect(convert('USDT', 'BTC', '1')).toMatchObject({ ok: true })
  // A hundred-thousandth of a dollar is less than half of the smallest unit of a bitcoin.
  const request = { from: 'USDT', to: 'BTC', amount: usdt('0.00001') } as const
  expect(decideConversion(request, priceOf, { ...terms, least: usdt('0') })).toEqual({
    ...{ ok: false, code: 10016, details: null },
  })
})

test('converting there and back never gains, with any amount', () => {
  const pair = fc
    .tuple(fc.constantFrom(...assetCodes), fc.constantFrom(...assetCodes))
    .filter(([a, b]) => a !== b)
  fc.assert(
    fc.property(pair, fc.bigInt(1n, 10n ** 15n), ([from, to], minor) => {
      const there = decideConversion({ from, to, amount: new Amount(from, minor) }, priceOf, terms)
      if (!there.ok) return
      const back = decideConversion({ from: to, to: from, amount: there.value.received }, priceOf, terms)
      if (!back.ok) return
      // Half a unit of rounding at most, against a fee of a thousandth on at least a million units.
      expect(back.value.received.minor <= minor).toBe(true)
    }),
  )
})
