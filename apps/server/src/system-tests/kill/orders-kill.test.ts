import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { ServerToKill } from './server-to-kill.ts'

const server = new ServerToKill('candor-orders-kill-')
afterAll(() => server.dispose())

const market = { code: 'BTCUSDT', lots: '0.001', leverage: 2, protected: false }

/** Orders around a price, of the kinds that wait or trail: most of them fire within a few seconds. */
function orderInput(n: number, price: number): Record<string, unknown> {
  const direction = n % 2 === 0 ? 'buy' : 'sell'
  const below = (distance: number) => (price - distance).toFixed(2)
  const above = (distance: number) => (price + distance).toFixed(2)
  const kinds = [
    { kind: 'limit', price: direction === 'buy' ? below(4) : above(4), trailing: '6' },
    { kind: 'stop', price: direction === 'buy' ? above(4) : below(4) },
    { trailing: '6' },
    { trailing: '40' },
    { kind: 'limit', price: direction === 'buy' ? below(2_000) : above(2_000) },
  ]
  return { ...market, direction, ...kinds[(n >> 1) % kinds.length] }
}

test('proof: killed with -9 with waiting, trailing and firing orders in flight, nothing acknowledged is lost, nothing fires twice, every trail is kept', async () => {
  await server.start()
  const { token } = await server.signUp('ana')
  const headers = { authorization: token, virtually: 'NO' }
  const preview = () => server.post('order/previewContract', { ...market, direction: 'buy' }, headers)
  await expect.poll(async () => (await preview()).code).toBe(200)
  let price = Number((await preview()).result.openPrice)
  const acknowledged = new Map<string, { id: string; body: object }>()
  const buyer = async (from: number) => {
    for (let n = from; ; n += 6) {
      const [key, body] = [randomUUID(), orderInput(n, price)]
      const response = await server.post('order/buyContract', body, { ...headers, 'idempotency-key': key })
      if (response.code === 20004) acknowledged.set(key, { id: response.result.id, body })
      if (n % 5 === 0) price = Number((await preview()).result.openPrice)
    }
  }
  const buying = Promise.allSettled([0, 1, 2, 3, 4, 5].map(buyer))
  const fired = () =>
    server.withDatabase(async (db) => {
      const { rows } = await db.pool.query<{ n: bigint }>(
        "SELECT count(*) n FROM orders_contracts WHERE close_reason = 'trailing' OR (kind <> 'market' AND status = 'open')",
      )
      return Number(rows[0]?.n)
    })
  await expect.poll(() => acknowledged.size).toBeGreaterThan(60)
  await expect.poll(fired).toBeGreaterThan(8)
  // What had been kept of the trails while it still traded: never more than what they had followed.
  const followed = () =>
    server.withDatabase(async (db) => {
      const { rows } = await db.pool.query<{ id: string; direction: string; stored: bigint }>(
        `SELECT o.id, o.direction, CASE o.direction WHEN 'buy' THEN max(p.best) ELSE min(p.best) END AS stored
         FROM orders_contracts o JOIN orders_trail_peaks p
           ON p.code = o.code AND p.direction = o.direction AND p.through >= o.trail_number
        WHERE o.status = 'open' AND o.trail_number IS NOT NULL GROUP BY o.id, o.direction`,
      )
      return new Map(rows.map((row) => [row.id, row]))
    })
  // Of both directions: whichever way the price goes after the restart, some of them fire.
  let trails = await followed()
  await expect
    .poll(async () => {
      trails = await followed()
      return new Set([...trails.values()].map(({ direction }) => direction)).size
    })
    .toBe(2)
  await server.kill()
  await buying

  await server.start()
  for (const [key, { id, body }] of [...acknowledged].slice(-20)) {
    const again = await server.post('order/buyContract', body, { ...headers, 'idempotency-key': key })
    expect([again.code, again.result.id]).toEqual([20004, id])
  }
  await server.withDatabase(async (db) => {
    const ids = [...acknowledged.values()].map(({ id }) => id)
    const stored = await db.pool.query('SELECT id FROM orders_contracts WHERE id = ANY($1)', [ids])
    expect(stored.rows).toHaveLength(ids.length)
    const closedBy = async () =>
      (
        await db.pool.query<{ id: string; best: string }>(
          `SELECT o.id, e.facts->>'best' AS best FROM orders_contracts o JOIN orders_events e ON e.order_id = o.id
            WHERE o.close_reason = 'trailing' AND e.kind = 'close' AND o.id = ANY($1)`,
          [[...trails.keys()]],
        )
      ).rows
    await expect.poll(async () => (await closedBy()).length).toBeGreaterThan(0)
    for (const { id, best } of await closedBy()) {
      const { direction, stored: level } = trails.get(id) ?? { direction: '', stored: 0n }
      const further = (Number(best) * 1e10 - Number(level)) * (direction === 'buy' ? 1 : -1)
      expect(further, `the trail of ${id} stood at ${level} and was taken up at ${best}`).toBeGreaterThan(
        -1e5,
      )
    }
    const twice = await db.pool.query(
      `SELECT order_id, kind FROM orders_events WHERE kind IN ('place', 'open', 'close', 'cancel', 'expire')
        GROUP BY order_id, kind HAVING count(*) > 1`,
    )
    expect(twice.rows).toEqual([])
    const paidTwice = await db.pool.query(
      `SELECT reference FROM ledger_entries WHERE kind IN ('contract-profit', 'contract-loss')
        GROUP BY reference HAVING count(DISTINCT posting) > 1`,
    )
    expect(paidTwice.rows).toEqual([])
    expect(await reconcile(db)).toEqual([])
  })
}, 300_000)
