import { Exact, exactPrice, lots, type Price, price, rate } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { commissionMinor } from './amounts/commission.ts'
import { marginMinor } from './amounts/margin.ts'
import { distanceMinor, priceAfterLoss, profitMinor } from './amounts/profit.ts'
import { conversionCodes, conversionOf, isConversionBy } from './conversion.ts'

const euro = exactPrice(price('1.13'))
const yen = new Exact(1n).over(exactPrice(price('150')))

describe('amounts in another currency (rulebook, Contracts)', () => {
  it('everything is turned into USDT at the conversion, once', () => {
    expect(marginMinor({ lots: lots('0.01'), leverage: 20 }, price('24000'), 25n, euro)).toBe(339_000_000n)
    const terms = { contractSize: 25n, commissionRate: rate('0.0005') }
    expect(commissionMinor(lots('0.01'), price('24000'), terms, euro)).toBe(3_390_000n)
    expect(distanceMinor(lots('0.5'), price('0.1'), 25n, euro)).toBe(1_412_500n)
    const holding = { direction: 'buy', lots: lots('1'), openPrice: price('150') } as const
    expect(profitMinor(holding, price('153'), 100_000n, yen)).toBe(2_000_000_000n)
    expect(marginMinor({ lots: lots('1'), leverage: 30 }, price('150'), 100_000n, yen)).toBe(3_333_333_334n)
  })

  it('a loss of so much lies so far from the opening price, on its own side', () => {
    const at = (direction: 'buy' | 'sell') =>
      priceAfterLoss({ direction, openPrice: price('24000'), lots: lots('0.5') }, 1_412_500_000n, 25n, euro)
    expect([at('buy'), at('sell')]).toEqual([price('23900'), price('24100')])
    const bought = { direction: 'buy', openPrice: price('100'), lots: lots('1') } as const
    expect(priceAfterLoss(bought, 100_000_000n, 1n, new Exact(1n))).toBeNull()
    expect(priceAfterLoss({ ...bought, lots: lots('3') }, 1_000_000n, 1n, new Exact(1n))).toBe(
      price('99.6666666667'),
    )
  })

  it('a currency is converted by its dollar pair, either way round, or against USDT; a zero mid gives no rate', () => {
    expect([conversionCodes('USD'), conversionCodes('USDT')]).toEqual([[], []])
    expect(conversionCodes('BTC')).toEqual([
      { code: 'BTCUSD', inverse: false },
      { code: 'USDBTC', inverse: true },
      { code: 'BTCUSDT', inverse: false },
    ])
    const of = (known: Readonly<Record<string, Price>>) => conversionOf('BTC', (code) => known[code] ?? null)
    expect(of({ BTCUSDT: price('94000') })?.compare(exactPrice(price('94000')))).toBe(0)
    expect(of({ BTCUSD: 0n as Price, BTCUSDT: price('2') })?.compare(new Exact(2n))).toBe(0)
    expect(of({})).toBeNull()
  })

  it('a rate is checked against the quote it names: of its own pair, at its mid, none for dollars', () => {
    const quoted = (code: string, bid: string, ask = bid) => ({ code, bid: price(bid), ask: price(ask) })
    expect(isConversionBy('JPY', yen, quoted('USDJPY', '149.99', '150.01'))).toBe(true)
    expect(isConversionBy('EUR', euro, quoted('EURUSD', '1.13'))).toBe(true)
    expect(isConversionBy('USD', new Exact(1n), null)).toBe(true)
    const wrong = [
      isConversionBy('JPY', new Exact(1n, 4000n), quoted('XAUUSD', '4000')),
      isConversionBy('JPY', yen, quoted('USDJPY', '151')),
      isConversionBy('JPY', yen, null),
      isConversionBy('EUR', euro, quoted('EURGBP', '1.13')),
      isConversionBy('USD', yen, null),
      isConversionBy('USDT', new Exact(1n), quoted('USDUSDT', '1')),
    ]
    expect(wrong).not.toContain(true)
  })
})
