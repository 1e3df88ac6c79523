import { readdirSync, readFileSync } from 'node:fs'
import type { Order } from '@candor/contract'
import { closingPrice, type Direction, openingPrice, type TwoPrices } from '@candor/rules'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  buy,
  customer,
  fixture,
  heldBy,
  plain,
  quote,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

const many = 1_000

/** The published orders whose id is among these, in the order in which they were told. */
const publishedOrders = (ids: ReadonlySet<string>): Order[] =>
  fixture.published.map(({ data }) => data as Order).filter(({ id }) => ids.has(id))

/** The quotes that events of this kind of these orders stand on. */
async function quotesOf(kind: string, ids: readonly string[]): Promise<unknown[]> {
  const { rows } = await fixture.db.pool.query(
    `SELECT DISTINCT facts->'quote'->>'code' AS code, facts->'quote'->>'seq' AS seq
       FROM orders_events WHERE kind = $1 AND order_id = ANY($2)`,
    [kind, ids],
  )
  return rows
}

const byNumber = (orders: readonly Order[]): string[] =>
  [...orders].sort((a, b) => (a.orderNo < b.orderNo ? -1 : 1)).map(({ id }) => id)

describe('one quote that reaches 1 000 orders (issue 3, trust T7)', () => {
  it('fills all that waited, of twenty customers, in the order of their placing, at this one quote', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => customer()))
    const placing = Array.from({ length: many }, (_, n) => {
      // Levels in no order, and customers in turn: neither has a say.
      const price = (1.14 - ((n * 7919) % many) * 0.00001).toFixed(5)
      const who = customers[n % 20] as (typeof customers)[number]
      return buy(who, { ...plain, kind: 'limit', price, lots: '0.01' })
    })
    const placed = await Promise.all(placing)
    fixture.published = []
    quote('EURUSD', '1.1', '1.1001')
    await fixture.runtime.queue.settled()
    const filled = publishedOrders(new Set(placed.map(({ id }) => id)))
    expect(filled.map(({ id }) => id)).toEqual(byNumber(placed))
    expect(new Set(filled.map(({ status, openPrice }) => `${status} ${openPrice}`))).toEqual(
      new Set(['open 1.10011']),
    )
    expect(
      await quotesOf(
        'open',
        placed.map(({ id }) => id),
      ),
    ).toHaveLength(1)
    for (const who of customers) expect(await heldBy(who)).toBe(50n * 36_670_334n)
  })

  it('closes all whose stop it passes in that order too, at this one quote', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => customer()))
    const opening = Array.from({ length: many }, (_, n) => {
      const distance = 0.005 + ((n * 7919) % many) * 0.00001
      const who = customers[n % 20] as (typeof customers)[number]
      return buy(who, { ...plain, lots: '0.01', stopLoss: (1.15 - distance).toFixed(5) })
    })
    const opened = await Promise.all(opening)
    fixture.published = []
    quote('EURUSD', '1.12', '1.1201')
    await fixture.runtime.queue.settled()
    const closed = publishedOrders(new Set(opened.map(({ id }) => id)))
    expect(closed.map(({ id }) => id)).toEqual(byNumber(opened))
    expect(new Set(closed.map(({ closeReason, closePrice }) => `${closeReason} ${closePrice}`))).toEqual(
      new Set(['stopLoss 1.11999']),
    )
    const ids = opened.map(({ id }) => id)
    expect(await quotesOf('close', ids)).toHaveLength(1)
    for (const who of customers) expect(await heldBy(who)).toBe(0n)
  })
})

describe('what fills an order is given nothing about a person (trust T7)', () => {
  it('gives a price for a direction and two prices, and takes nothing else', () => {
    // The types are held by `npm run check`: a further parameter, or a wider one, fails there.
    expectTypeOf<Parameters<typeof openingPrice>>().toEqualTypeOf<[Direction, TwoPrices]>()
    expectTypeOf<Parameters<typeof closingPrice>>().toEqualTypeOf<[Direction, TwoPrices]>()
    for (const fills of [openingPrice, closingPrice]) {
      expect(fills).toHaveLength(2)
      const looked = new Set<string | symbol>()
      const watched = new Proxy({ sellPrice: 1n, buyPrice: 2n } as TwoPrices, {
        get: (prices, name) => {
          looked.add(name)
          return Reflect.get(prices, name)
        },
      })
      for (const direction of ['buy', 'sell'] as const) fills(direction, watched)
      expect([...looked].sort()).toEqual(['buyPrice', 'sellPrice'])
    }
  })

  it('no price of an order comes from anywhere else, and no rule of orders knows a person', () => {
    const rules = new URL('../../../../../packages/rules/src/orders/', import.meta.url)
    const read = (name: string, base: URL) => readFileSync(new URL(name, base), 'utf8')
    const ruleFiles = readdirSync(rules, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    for (const name of ruleFiles)
      expect(read(name, rules), name).not.toMatch(/\b(userId|accountId|customerId|email|tier|vip)\b/)
    // Where the engine sets a fill's price, it is what these two functions gave, on the spread the order was bought with.
    const engine = ['waiting-orders.ts', 'position-closer.ts'].map((name) =>
      read(name, new URL('../orders/', import.meta.url)),
    )
    expect(engine[0]).toMatch(/const price = openingPrice\(position\.direction, ownPrices\(market, quote\)\)/)
    expect(engine[1]).toMatch(/const price = closingPrice\(direction, ownPrices\(market, quote\)\)/)
  })
})
