import { afterAll, expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { OffsetClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { advanceClock, readClockOffset } from '../../platform/jobs/moved-clock.ts'
import { requestInTime } from '../../testing/test-market-events.ts'
import { msUntilTrading } from '../../testing/time/test-clock.ts'
import { ServerToKill } from './server-to-kill.ts'

const server = new ServerToKill('candor-split-kill-')
afterAll(() => server.dispose())

const buy = { code: 'BAC', direction: 'buy', lots: '1', leverage: 5, protected: false }
const buyers = ['ana', 'ben', 'eva', 'ida', 'leo']
// As many as one account may have open.
const each = 200
const positions = buyers.length * each

/** Counts positions by their lots, in one look: `lots × 10⁸ → positions`. */
/** Fewer than an account may have that wait for a price. */
const atOnce = 40

const lotsIn = async (db: Database): Promise<Record<string, number>> => {
  const { rows } = await db.pool.query<{ lots: bigint; n: number }>(
    "SELECT lots, count(*)::int AS n FROM orders_contracts WHERE code = 'BAC' AND status = 'open' GROUP BY lots",
  )
  return Object.fromEntries(rows.map(({ lots, n }) => [String(lots), n]))
}

test('proof: killed with -9 in the middle of a split of 1 000 positions, none is adjusted; after the restart all are, once', async () => {
  await server.start()
  await server.withDatabase((db) => advanceClock(db, msUntilTrading(buy.code, Date.now())))
  const buyer = async (name: string) => {
    const { token } = await server.signUp(name)
    const headers = { authorization: token, virtually: 'NO' }
    const call = async () => (await server.post('order/buyContract', buy, headers)).code
    await expect.poll(call).toBe(20004)
    for (let had = 1; had < each; ) {
      const codes = await Promise.all(Array.from({ length: Math.min(atOnce, each - had) }, call))
      // A price may have moved on between two looks at it; nothing else may refuse.
      expect(codes.filter((code) => code !== 20004 && code !== 11048)).toEqual([])
      had += codes.filter((code) => code === 20004).length
    }
  }
  for (const name of buyers) await buyer(name)

  const [one] = await server.withDatabase(async (db) => Object.keys(await lotsIn(db)))
  const [before, after] = [{ [String(one)]: positions }, { [String(BigInt(one ?? 0) * 4n)]: positions }]
  await server.withDatabase(async (db) => {
    expect(await lotsIn(db)).toEqual(before)
    // A lock on the last position delays the split while all the others are written and none is committed.
    const holder = await db.pool.connect()
    holder.on('error', () => undefined)
    await holder.query('BEGIN')
    await holder.query(
      "SELECT FROM orders_contracts WHERE code = 'BAC' ORDER BY sequence DESC LIMIT 1 FOR UPDATE",
    )
    const clock = new OffsetClock(await readClockOffset(db))
    const split = { code: 'BAC', kind: 'split', value: '4:1', at: clock.now(), by: 'olga' } as const
    expect(await requestInTime(db.query, clock, split)).toBeNull()
    const heldUp = async () => {
      const { rows } = await db.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%orders_commit%'`,
      )
      return rows.length
    }
    await expect.poll(heldUp).toBe(1)
    expect(await lotsIn(db)).toEqual(before)
    await server.kill()
    holder.release(true)
  })

  await server.start()
  await server.withDatabase(async (db) => {
    const seen = async () => {
      const lots = await lotsIn(db)
      expect([before, after]).toContainEqual(lots)
      return lots
    }
    await expect.poll(seen, { interval: 20 }).toEqual(after)
    const { rows } = await db.pool.query(
      `SELECT count(*)::int AS events, count(DISTINCT order_id)::int AS orders FROM orders_events WHERE kind = 'split'`,
    )
    expect(rows).toEqual([{ events: positions, orders: positions }])
    const applied = await db.pool.query(
      'SELECT count(*)::int AS n FROM markets_actions WHERE applied_at IS NOT NULL',
    )
    expect(applied.rows).toEqual([{ n: 1 }])
    expect(await reconcile(db)).toEqual([])
  })
}, 300_000)
