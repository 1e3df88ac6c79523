import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { slowCall } from '../../platform/http/idempotency/slow-call.ts'
import { noon } from '../../testing/module-fixture.ts'
import { type OptionsFixture, openOptionsFixture } from './options-fixture.ts'

let fixture: OptionsFixture
beforeAll(async () => {
  fixture = await openOptionsFixture(100_000n, { engine: true })
  fixture.clock.set(noon)
  fixture.warm('BTCUSDT', '94000')
})
afterAll(() => fixture.dispose())
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '100' }

it('a purchase that is refused takes no money from another one of the same moment', async () => {
  const as = await fixture.customer(100n)
  fixture.board.halt('ETHUSDT', 'news')
  const codes = await Promise.all([
    fixture.buy(as, { ...request, code: 'ETHUSDT' }),
    fixture.buy(as, request),
  ])
  expect(codes).toEqual([10015, 20004])
})

it('copies of a purchase for all the money are given one answer, and none 10011', async () => {
  const as = await fixture.customer(100n)
  const key = randomUUID()
  const all = await Promise.all(
    Array.from({ length: 20 }, () => fixture.call('buyOptions', request, { as, key })),
  )
  expect(new Set(all.map(({ code, result }) => `${code} ${result.id}`)).size).toBe(1)
  expect(all[0]?.code).toBe(20004)
})

const waitersForKeys = async () =>
  (
    await fixture.db.pool.query<{ count: bigint }>(
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
  ).rows[0]?.count

it('I11.8: a slow call of one customer holds up no other’s purchase; one under its key waits for it alone', async () => {
  const [anna, ben] = [await fixture.customer(), await fixture.customer()]
  const key = randomUUID()
  const caller = {
    userId: anna,
    sessionId: anna,
    mode: 'demo',
    language: 'en',
    address: '127.0.0.1',
  } as const
  const letGo = await slowCall(fixture, caller, { key })
  const waiting = fixture.call('buyOptions', request, { as: anna, key })
  await expect.poll(waitersForKeys).toBe(1n)
  expect(await fixture.buy(ben, request)).toBe(20004)
  await letGo()
  expect((await waiting).code).toBe(11003)
})
