import type { Lots } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { decideHedge, type HedgeInput, type HedgeSteps, hedgeRange } from './decide-hedge.ts'

const steps = (step: bigint, minimum = step, most = 10n ** 15n): HedgeSteps => ({
  step: step as Lots,
  minimum: minimum as Lots,
  most: most as Lots,
})
const decide = (net: bigint, limit: bigint, laidOff: bigint, own = steps(1n)) =>
  decideHedge({ net, limit, laidOff, steps: own })
const buy = (lots: bigint) => ({ side: 'buy', lots })
const sell = (lots: bigint) => ({ side: 'sell', lots })
const size = (lots: bigint) => (lots < 0n ? -lots : lots)

describe('I16.3: a hedge is decided from the net exposure alone', () => {
  it('knows sums of a market and sizes of orders, and nothing that could name a customer', () => {
    expectTypeOf<keyof HedgeInput>().toEqualTypeOf<'net' | 'limit' | 'laidOff' | 'steps'>()
    expectTypeOf<keyof HedgeSteps>().toEqualTypeOf<'step' | 'minimum' | 'most'>()
    // A text could carry an id; a whole number of lots cannot be one that is told apart from a sum.
    expectTypeOf<HedgeInput[Exclude<keyof HedgeInput, 'steps'>]>().toEqualTypeOf<bigint>()
    expectTypeOf<HedgeSteps[keyof HedgeSteps]>().toEqualTypeOf<Lots>()
    expect(decideHedge.length).toBe(1)
  })

  it.each([
    // [net, limit, laid off, order]
    [100n, 100n, 0n, null],
    [101n, 100n, 0n, buy(1n)],
    [-101n, 100n, 0n, sell(1n)],
    [500n, 100n, 0n, buy(400n)],
    [500n, 0n, 0n, buy(500n)],
    // Kept while the net position is between what is laid off and the limit beyond it.
    [500n, 100n, 450n, null],
    [450n, 100n, 450n, null],
    // Taken back where the hedge is more than the net position, down to it.
    [449n, 100n, 450n, sell(1n)],
    [0n, 100n, 450n, sell(450n)],
    [-50n, 100n, 450n, sell(450n)],
    // Through zero, up to the limit on the other side.
    [-300n, 100n, 450n, sell(650n)],
    [300n, 100n, -450n, buy(650n)],
  ] as const)('a net position of %s with a limit of %s and %s laid off: %o', (net, limit, laidOff, order) => {
    expect(decide(net, limit, laidOff)).toEqual(order)
  })

  it('rounds to what brings the retained position within the limit, or leaves the least', () => {
    expect(decide(105n, 100n, 0n, steps(10n))).toEqual(buy(10n))
    expect(decide(90n, 100n, 95n, steps(10n))).toBeNull()
    expect(decide(84n, 100n, 95n, steps(10n))).toEqual(sell(10n))
    // Neither is within a limit of zero: whichever leaves less, and nothing rather than the same on the other side.
    expect(decide(5n, 0n, 0n, steps(10n))).toBeNull()
    expect(decide(6n, 0n, 0n, steps(10n))).toEqual(buy(10n))
    expect(decide(15n, 0n, 0n, steps(10n))).toEqual(buy(10n))
  })

  it('waits below the minimum, unless the limit is exceeded and the minimum leaves less', () => {
    expect(decide(103n, 100n, 0n, steps(1n, 50n))).toEqual(buy(50n))
    expect(decide(10n, 0n, 0n, steps(1n, 50n))).toBeNull()
    expect(decide(95n, 100n, 100n, steps(1n, 50n))).toBeNull()
  })

  it('sends no more than the venue takes at once', () => {
    expect(decide(500n, 0n, 0n, steps(1n, 1n, 100n))).toEqual(buy(100n))
  })
})

const lots = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
const inputs = fc
  .record({
    net: lots,
    limit: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    laidOff: lots,
    step: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    minimum: fc.bigInt({ min: 1n, max: 20n }),
  })
  .map(({ net, limit, laidOff, step, minimum }) => ({
    ...{ net, limit, laidOff },
    steps: steps(step, step * minimum),
  }))
const after = (input: HedgeInput): HedgeInput => {
  const order = decideHedge(input)
  if (order === null) return input
  return { ...input, laidOff: input.laidOff + (order.side === 'buy' ? order.lots : -order.lots) }
}
const mostOf = (values: readonly bigint[]) => values.reduce((most, one) => (one > most ? one : most), 0n)

describe('I16.3: of any position, limit and sizes', () => {
  it('the retained position is within the limit once the order is filled, as near as the sizes of orders allow', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { net, limit, laidOff, steps: own } = after(input)
        expect(size(net - laidOff)).toBeLessThanOrEqual(mostOf([limit, own.step, own.minimum]))
      }),
      { numRuns: 2_000 },
    )
  })

  it('an order is at most a step larger than needed, or the minimum', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const order = decideHedge(input)
        if (order === null) return
        const { lowest, highest } = hedgeRange(input)
        const needed = order.side === 'buy' ? lowest - input.laidOff : input.laidOff - highest
        expect(needed).toBeGreaterThan(0n)
        expect(order.lots === input.steps.minimum || order.lots < needed + input.steps.step).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('the decision after a filled order is to do nothing, and one in the other direction needs the net position to move', () => {
    fc.assert(
      fc.property(inputs, fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (input, move) => {
        const settled = after(input)
        expect(decideHedge(settled)).toBeNull()
        const first = decideHedge(input)
        const next = decideHedge({ ...settled, net: settled.net + move })
        if (first === null || next === null || first.side === next.side) return
        const { lowest, highest } = hedgeRange(settled)
        const inside = first.side === 'buy' ? highest - settled.laidOff : settled.laidOff - lowest
        expect(size(move)).toBeGreaterThan(inside > 0n ? inside : 0n)
      }),
      { numRuns: 2_000 },
    )
  })

  it('a hedge never reaches beyond the net position by a step or the minimum', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { net, laidOff, steps: own } = after(input)
        const beyond = net >= 0n ? laidOff - net : net - laidOff
        expect(beyond).toBeLessThanOrEqual(mostOf([own.step, own.minimum]))
      }),
      { numRuns: 2_000 },
    )
  })
})
