import { Exact, exactPrice, lots, type Price, price, rate } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { conversionOf } from '../conversion.ts'
import { commissionMinor } from './commission.ts'
import { marginMinor } from './margin.ts'
import { priceAfterLoss, profitMinor } from './profit.ts'
import { swapMinor } from './swap.ts'

const one = new Exact(1n)
const mids =
  (known: Record<string, string>) =>
  (code: string): Price | null =>
    known[code] === undefined ? null : price(known[code])

describe('the formulas of a contract (rulebook, Contracts)', () => {
  it('rounds margin up, by however little', () => {
    expect(marginMinor({ lots: lots('0.01'), leverage: 30 }, price('1.00001'), 100_000n, one)).toBe(
      33_333_667n,
    )
    expect(marginMinor({ lots: lots('1'), leverage: 3 }, price('3'), 1n, one)).toBe(1_000_000n)
  })

  it('rounds profit half to even, once, both ways', () => {
    const holding = { direction: 'buy', lots: lots('0.5'), openPrice: price('1') } as const
    expect(profitMinor(holding, price('1.000001'), 1n, one)).toBe(0n)
    expect(profitMinor(holding, price('1.000003'), 1n, one)).toBe(2n)
    expect(profitMinor({ ...holding, direction: 'sell' }, price('1.000003'), 1n, one)).toBe(-2n)
  })

  it('takes the commission of one side at its own price', () => {
    const terms = { contractSize: 1n, commissionRate: rate('0.001') }
    expect(commissionMinor(lots('0.001'), price('3000.05'), terms, one)).toBe(3_000n)
  })

  it('charges three nights in one rounding', () => {
    const terms = { contractSize: 100_000n, rate: rate('-0.00008') }
    const swap = (nights: number) => swapMinor(lots('0.01'), price('1.15005'), { ...terms, nights }, one)
    expect(swap(1)).toBe(-92_004n)
    expect(swap(3)).toBe(-276_012n)
  })

  it('turns yen into USDT through USDJPY the other way round, euro through EURUSD, USD one to one', () => {
    expect(conversionOf('USD', mids({}))?.compare(one)).toBe(0)
    expect(conversionOf('EUR', mids({ EURUSD: '1.13' }))?.compare(exactPrice(price('1.13')))).toBe(0)
    const yen = conversionOf('JPY', mids({ USDJPY: '150' })) ?? one
    expect(yen.compare(new Exact(1n, 150n))).toBe(0)
    expect(
      profitMinor(
        { direction: 'buy', lots: lots('1'), openPrice: price('150') },
        price('150.01'),
        100_000n,
        yen,
      ),
    ).toBe(6_666_667n)
    expect(conversionOf('CHF', mids({ EURUSD: '1.13' }))).toBeNull()
  })

  it('finds the price of a loss on the careful side', () => {
    const bought = { direction: 'buy', openPrice: price('100'), lots: lots('1') } as const
    expect(priceAfterLoss({ ...bought, lots: lots('3') }, 1_000_000n, 1n, one)).toBe(price('99.6666666667'))
    // Two thirds: the distance is rounded down, so that the loss there is not more than 2.
    expect(priceAfterLoss({ ...bought, lots: lots('3') }, 2_000_000n, 1n, one)).toBe(price('99.3333333334'))
    expect(priceAfterLoss(bought, 100_000_000n, 1n, one)).toBeNull()
  })
})
