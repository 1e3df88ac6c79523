import { Exact, type Lots, lots, type Price, price } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bookHedgeFill,
  type HedgeFill,
  type HedgePosition,
  hedgeResultMinor,
  lotsWithin,
} from './hedge-position.ts'

const flat: HedgePosition = { lots: 0n, cost: 0n }
const one = new Exact(1n)
const fill = (side: 'buy' | 'sell', size: string, at: string): HedgeFill => ({
  ...{ side, lots: lots(size), price: price(at) },
})
const through = (fills: readonly HedgeFill[]) =>
  fills.reduce(
    ({ position, realised }, next) => {
      const booked = bookHedgeFill(position, next)
      return { position: booked.position, realised: realised + booked.realised }
    },
    { position: flat, realised: 0n },
  )

describe('I16.3: the books of a hedge', () => {
  it('a fill that opens realises nothing; one that reduces realises the distance to the average price', () => {
    const fills = [fill('buy', '1', '100'), fill('buy', '1', '110'), fill('sell', '1', '120')]
    const { position, realised } = through(fills)
    expect(hedgeResultMinor(realised, 1n, one)).toBe(15_000_000n)
    expect(position).toEqual({ lots: lots('1'), cost: lots('1') * price('105') })
  })

  it('a fill through zero closes all and opens the rest at its own price', () => {
    const { position, realised } = through([fill('buy', '1', '100'), fill('sell', '3', '90')])
    expect(hedgeResultMinor(realised, 1n, one)).toBe(-10_000_000n)
    expect(position).toEqual({ lots: -lots('2'), cost: lots('2') * price('90') })
  })

  it('rounds a gain down and a loss up', () => {
    expect(hedgeResultMinor(1_999_999_999_999n, 1n, one)).toBe(1n)
    expect(hedgeResultMinor(-1n, 1n, one)).toBe(-1n)
  })

  it('values a limit in lots, rounded down', () => {
    expect(lotsWithin(100_000_000n, price('30'), 1n, one)).toBe(lots('3.33333333'))
    expect(lotsWithin(100_000_000n, price('150'), 100n, new Exact(1n, 150n))).toBe(lots('1'))
  })

  it('loses nothing over any fills: what is realised and what is open add up to what was paid', () => {
    const fills = fc.array(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        lots: fc.bigInt({ min: 1n, max: 10n ** 12n }).map((size) => size as Lots),
        price: fc.bigInt({ min: 1n, max: 10n ** 16n }).map((at) => at as Price),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(fills, (all) => {
        const { position, realised } = through(all)
        const paid = all.reduce(
          (sum, { side, lots: size, price: at }) => sum + (side === 'buy' ? size : -size) * at,
          0n,
        )
        const held = position.lots >= 0n ? position.cost : -position.cost
        expect(realised).toBe(held - paid)
        expect(position.lots === 0n).toBe(position.cost === 0n)
      }),
      { numRuns: 1_000 },
    )
  })
})
