import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TriggerIndex, type Watch } from './trigger-index.ts'

const watches: Watch[] = ['sellFalls', 'sellRises', 'buyFalls', 'buyRises', 'midFalls', 'midRises']
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('rest' as const),
      watch: fc.constantFrom(...watches),
      price: fc.bigInt(0n, 60n),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), which: fc.nat(400) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('quote' as const),
      sell: fc.bigInt(0n, 60n),
      spread: fc.bigInt(0n, 5n),
    }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Resting {
  readonly watch: Watch
  readonly price: bigint
  readonly ticket: number
}

function isReached({ watch, price }: Resting, sellPrice: bigint, buyPrice: bigint): boolean {
  const mid = (sellPrice + buyPrice) / 2n
  const seen = watch.startsWith('sell') ? sellPrice : watch.startsWith('buy') ? buyPrice : mid
  return watch.endsWith('Falls') ? seen <= price : seen >= price
}

/** The index beside a plain list that is looked through at every quote. */
class Compared {
  private readonly index = new TriggerIndex<number>()
  private readonly resting = new Map<number, Resting>()
  private readonly tickets: number[] = []
  private name = 0

  take(one: Step): void {
    if (one.do === 'rest') this.rest(one.watch, one.price)
    else if (one.do === 'forget') this.forget(one.which)
    else this.quote(one.sell, one.sell + one.spread)
    expect(this.index.size).toBe(this.resting.size)
  }

  private rest(watch: Watch, price: bigint): void {
    const ticket = this.index.rest(watch, price, this.name)
    this.resting.set(this.name++, { watch, price, ticket })
    this.tickets.push(ticket)
  }

  /** Also tickets long gone: they must not forget the one that rests in their place now. */
  private forget(which: number): void {
    const ticket = this.tickets[which % this.tickets.length]
    if (ticket === undefined) return
    this.index.forget(ticket)
    for (const [owner, other] of this.resting) if (other.ticket === ticket) this.resting.delete(owner)
  }

  private quote(sell: bigint, buy: bigint): void {
    const expected = [...this.resting].filter(([, one]) => isReached(one, sell, buy)).map(([owner]) => owner)
    const fired: number[] = []
    this.index.reach({ sellPrice: sell, buyPrice: buy, mid: (sell + buy) / 2n }, (owner) => fired.push(owner))
    expect(fired.sort((a, b) => a - b)).toEqual(expected)
    for (const owner of fired) this.resting.delete(owner)
  }
}

describe('the trigger index', () => {
  it('fires exactly what looking at every trigger at every quote would fire, however they come and go', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
        const compared = new Compared()
        for (const one of steps) compared.take(one)
      }),
      { numRuns: 150 },
    )
  })
})
