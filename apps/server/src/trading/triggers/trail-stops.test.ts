import type { Price } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TrailGroup, type TrailMember, TrailStops } from './trail-stops.ts'
import { TriggerIndex } from './trigger-index.ts'

type Step = { readonly do: 'set' | 'forget' | 'quote'; readonly value: number }

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('set', 'set', 'quote', 'quote', 'quote', 'forget'),
  value: fc.integer({ min: 1, max: 60 }),
})

/** Each stop on its own, moved at every quote. */
class OneByOne {
  private readonly up: boolean
  stops: { readonly id: number; readonly distance: number; best: number }[] = []

  constructor(direction: 'buy' | 'sell') {
    this.up = direction === 'buy'
  }

  /** Moves to this price and returns those that fire, oldest first. */
  quote(now: number): number[] {
    for (const one of this.stops) one.best = this.up ? Math.max(one.best, now) : Math.min(one.best, now)
    const fired = this.stops.filter(({ best, distance }) =>
      this.up ? now <= best - distance : now >= best + distance,
    )
    this.stops = this.stops.filter((one) => !fired.includes(one))
    return fired.map(({ id }) => id)
  }
}

/** The groups, as the engine uses them. */
class Grouped {
  private readonly index = new TriggerIndex<{ readonly trail: TrailGroup<number> }>()
  readonly stops: TrailStops<number>
  readonly members = new Map<number, TrailMember<number>>()

  constructor(direction: 'buy' | 'sell') {
    this.stops = new TrailStops(direction, this.index)
  }

  set(id: number, distance: number, now: number): void {
    const at = BigInt(now) as Price
    const named = { number: BigInt(id), from: at, best: at }
    this.members.set(id, this.stops.set(id, BigInt(distance) as Price, named))
  }

  forget(id: number): void {
    const member = this.members.get(id)
    if (member) this.stops.forget(member)
  }

  bestOf(id: number): number | undefined {
    const member = this.members.get(id)
    return member && Number(this.stops.bestOf(member))
  }

  quote(now: number): number[] {
    const price = BigInt(now) as Price
    this.stops.follow(price)
    const fired: number[] = []
    this.index.reach({ sellPrice: price, buyPrice: price, mid: price }, ({ trail }) => {
      fired.push(...this.stops.reached(trail, price))
    })
    return fired.sort((a, b) => a - b)
  }
}

/** Fires the same stops at the same quotes both ways; gives how many fired. */
function walk(direction: 'buy' | 'sell', steps: readonly Step[]): number {
  const plain = new OneByOne(direction)
  const grouped = new Grouped(direction)
  /** Best prices of those that fired, when they did. */
  const reachedWith = new Map<number, number>()
  let now = 1_000
  const take: Record<Step['do'], (value: number, id: number) => void> = {
    set: (value, id) => {
      grouped.set(id, value, now)
      plain.stops.push({ id, distance: value, best: now })
    },
    forget: (value) => {
      const one = plain.stops[value % Math.max(plain.stops.length, 1)]
      if (one === undefined) return
      grouped.forget(one.id)
      plain.stops = plain.stops.filter((other) => other !== one)
    },
    quote: (value) => {
      now += value - 30
      const before = new Map(plain.stops.map(({ id, best }) => [id, best]))
      const expected = plain.quote(now)
      expect(grouped.quote(now)).toEqual(expected)
      for (const id of expected) reachedWith.set(id, before.get(id) ?? 0)
      for (const { id, best } of plain.stops) expect(grouped.bestOf(id)).toBe(best)
      for (const [id, best] of reachedWith) expect(grouped.bestOf(id)).toBe(best)
    },
  }
  steps.forEach((one, id) => {
    take[one.do](one.value, id)
  })
  return reachedWith.size
}

describe('trailing stops in groups (issue 3)', () => {
  for (const direction of ['buy', 'sell'] as const)
    it(`fire at the same quotes as stops moved one by one, and keep the same best prices: ${direction}`, () => {
      let fired = 0
      fc.assert(
        fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
          fired += walk(direction, steps)
        }),
        { numRuns: 150 },
      )
      expect(fired).toBeGreaterThan(500)
    })
})
