import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { OrdersStore } from '../orders/orders-store.ts'
import { equityAt } from './past-equity.ts'
import { thinEquity } from './thin-equity.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Midnight, and then some: ages do not fall on borders by themselves. */
const start = Date.parse('2026-03-01T00:00:00Z')
const clock = new ManualClock(start)

let db: TestDatabase
let store: OrdersStore
beforeAll(async () => {
  db = await freshDatabase()
  store = new OrdersStore(db)
})
afterAll(() => db.dispose())

const points = async (userId: string) =>
  (await store.equity.since(userId, 'real', 0)).map(({ at }) => Number(at))

/** One point in five minutes for some days; the equity says when it was. */
async function record(userIds: readonly string[], days: number): Promise<void> {
  const from = clock.now()
  for (let at = from; at < from + days * day; at += 5 * minute)
    await store.equity.recordAll(
      at,
      userIds.map((userId) => ({ userId, mode: 'real', equityMinor: BigInt(at) })),
    )
  clock.set(from + days * day)
}

async function contract(userId: string, openedAt: number, closedAt: number): Promise<void> {
  await db.query
    .insertInto('orders_contracts')
    .values({
      id: randomUUID(),
      sequence: BigInt(openedAt),
      order_no: 'C1',
      public_id: randomUUID(),
      user_id: userId,
      mode: 'real',
      code: 'EURUSD',
      direction: 'buy',
      kind: 'market',
      lots: 1n,
      leverage: 1,
      open_price: 1n,
      margin: 1n,
      fee: 0n,
      swap: 0n,
      owed: 0n,
      swapped_through: 0n,
      close_price: 1n,
      profit: 0n,
      status: 'closed',
      close_reason: 'user',
      events: 2,
      terms: { commissionRate: '0', swapLong: '0', swapShort: '0' },
      created_at: BigInt(openedAt),
      opened_at: BigInt(openedAt),
      closed_at: BigInt(closedAt),
    })
    .execute()
}

test('I11.11: equity is kept every 5 minutes for a day, hourly for a month, daily after, whenever the job runs', async () => {
  const people = [randomUUID(), randomUUID()]
  await record(people, 3)
  clock.advance(17 * minute)
  expect(await thinEquity(db, clock.now())).toBeGreaterThan(0)
  expect(await thinEquity(db, clock.now())).toBe(0)
  for (const userId of people) {
    const remaining = await points(userId)
    expect(remaining.filter((at) => at < start + 2 * day)).toEqual(
      Array.from({ length: 48 }, (_, n) => start + n * hour),
    )
    expect(remaining.filter((at) => at >= start + 2 * day)).toHaveLength(288)
  }
  clock.advance(40 * day)
  await thinEquity(db, clock.now())
  expect(await points(people[0] ?? '')).toEqual([start, start + day, start + 2 * day])
  // A further month comes of age a day at a time.
  const later = clock.now()
  await record(people.slice(1), 2)
  clock.advance(30 * day)
  await thinEquity(db, clock.now())
  const remaining = (await points(people[1] ?? '')).filter((at) => at >= later)
  expect(remaining.length).toBeGreaterThan(0)
  expect(new Set(remaining.map((at) => Math.floor(at / hour))).size).toBe(remaining.length)
})

test('I11.11: past equity after thinning is a record of the contracts that were open then, never of earlier ones', async () => {
  clock.set(start + 200 * day)
  const from = clock.now()
  const userId = randomUUID()
  await record([userId], 1)
  const tenToday = from + 10 * hour
  await contract(userId, tenToday, tenToday + 3 * hour)
  expect(await equityAt(db, userId, 'real', tenToday + 62 * minute)).toBe(BigInt(tenToday + hour))
  clock.advance(5 * day)
  await thinEquity(db, clock.now())
  // Hourly now: the record of eleven o’clock still stands for two minutes past.
  expect(await equityAt(db, userId, 'real', tenToday + 62 * minute)).toBe(BigInt(tenToday + hour))
  clock.advance(60 * day)
  await thinEquity(db, clock.now())
  // Daily now: midnight knew nothing of this contract, so the ledger answers, where nothing ever moved.
  expect(await equityAt(db, userId, 'real', tenToday + 62 * minute)).toBe(0n)
})
