import { Exact, exactPrice, lots, type Price, price, rate } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { conversionOf } from './conversion.ts'
import { commissionMinor, marginMinor, priceAfterLoss, profitMinor, swapMinor } from './formulas.ts'
import { mustStopOut, worstFirst } from './stop-out.ts'
import { nextRollover, rolloverDate, swapNights } from './swap-time.ts'

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
    expect(priceAfterLoss(bought, 100_000_000n, 1n, one)).toBeNull()
  })

  it('stops out at half of the margin exactly, the worst loss first and of equals the older', () => {
    expect(mustStopOut(50n, 100n)).toBe(true)
    expect(mustStopOut(51n, 100n)).toBe(false)
    expect(mustStopOut(0n, 0n)).toBe(false)
    const [worst] = worstFirst([
      { sequence: 3n, profitMinor: -5n },
      { sequence: 2n, profitMinor: -5n },
      { sequence: 1n, profitMinor: 4n },
    ])
    expect(worst?.sequence).toBe(2n)
    expect(worstFirst([])).toEqual([])
  })
})

describe('when swaps are charged (rulebook, Markets: 17:00 New York, triple on Wednesday)', () => {
  it('is 21:00 UTC in summer and 22:00 in winter, on the days the clocks change too', () => {
    const next = (text: string) => new Date(nextRollover(Date.parse(text))).toISOString()
    expect(next('2026-07-01T12:00:00Z')).toBe('2026-07-01T21:00:00.000Z')
    expect(next('2026-07-01T21:00:00Z')).toBe('2026-07-02T21:00:00.000Z')
    expect(next('2026-01-15T21:30:00Z')).toBe('2026-01-15T22:00:00.000Z')
    expect(next('2026-03-08T00:00:00Z')).toBe('2026-03-08T21:00:00.000Z')
    expect(next('2026-11-01T00:00:00Z')).toBe('2026-11-01T22:00:00.000Z')
  })

  it('a week of forex costs seven nights, of crypto and stocks one each day, of futures none', () => {
    const nights = (type: 1 | 2 | 3 | 4) => {
      const charged: number[] = []
      let at = Date.parse('2026-11-15T00:00:00Z') // a Sunday
      for (let day = 0; day < 7; day++) {
        at = nextRollover(at)
        charged.push(swapNights({ type }, at))
      }
      return charged
    }
    expect(nights(1)).toEqual([0, 1, 1, 3, 1, 1, 0])
    expect(nights(2)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(nights(3)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(nights(4)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(rolloverDate(Date.parse('2026-11-18T22:00:00Z'))).toBe('2026-11-18')
  })
})
