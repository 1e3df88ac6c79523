import type { PoolClient } from 'pg'
import { expect, it } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { type Send, sendBatches } from '../../testing/commits/held-commits.ts'
import {
  balance,
  buy,
  close,
  customer,
  edit,
  fixture,
  order,
  plain,
  quote,
  restart,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

const connectionLost = () => new Error('Connection terminated unexpectedly')

/** The next batch is committed, and its answer is lost on the way. */
function loseNextAcknowledgement(): () => number {
  let lost = 0
  const restore = sendBatches((send) => async (...args) => {
    const result = await send(...args)
    if (lost > 0) return result
    lost += 1
    throw connectionLost()
  })
  return () => {
    restore()
    return lost
  }
}

/** Every connection of the shared pool that is free. */
async function takeSharedConnections(): Promise<PoolClient[]> {
  const { pool } = fixture.db
  const free = pool.options.max - pool.totalCount + pool.idleCount
  const taken = await Promise.all(Array.from({ length: free }, () => pool.connect()))
  expect(pool.idleCount).toBe(0)
  return taken
}

/** Batches that wait for a lock in the database. */
async function waitingBatches(): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ waiting: bigint }>(
    `SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%orders_commit%'`,
  )
  return Number(rows[0]?.waiting ?? 0)
}

it('I11.10: a batch whose acknowledgement is lost is recognised when it is sent again, and the engine goes on', async () => {
  const anna = await customer()
  const restore = loseNextAcknowledgement()
  const opened = await buy(anna, { ...plain, lots: '0.1' })
  expect(restore()).toBe(1)
  expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
  quote('EURUSD', '1.16', '1.1601')
  const restoreAgain = loseNextAcknowledgement()
  await close(anna, { id: opened.id })
  expect(restoreAgain()).toBe(1)
  // (1.15999 − 1.15011) × 10 000, once.
  expect(await balance(anna)).toMatchObject({ balanceMinor: 10_098_800_000n, heldMinor: 0n })
  expect(fixture.stopped).toEqual([])
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.10: a batch sent again while its first copy is still being written waits for it, and is recognised', async () => {
  const anna = await customer()
  const first: Promise<unknown>[] = []
  const restore = sendBatches((send) => async (...args) => {
    if (first.length > 0) return send(...args)
    first.push(send(...args))
    await expect.poll(waitingBatches).toBe(1)
    throw connectionLost()
  })
  const opened = await withClient(fixture.db.owner, async (slow) => {
    await slow.query('BEGIN')
    await slow.query('SELECT FROM ledger_accounts WHERE owner = $1 FOR UPDATE', [anna.userId])
    let isSettled = false
    const opening = buy(anna, { ...plain, lots: '0.1' }).finally(() => {
      isSettled = true
    })
    opening.catch(() => undefined)
    await expect.poll(async () => isSettled || (await waitingBatches()) === 2).toBe(true)
    await slow.query('COMMIT')
    await Promise.all(first)
    return opening
  })
  restore()
  expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
  expect(fixture.runtime.book.positions.has(opened.id)).toBe(true)
  await close(anna, { id: opened.id })
  expect(fixture.stopped).toEqual([])
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.10: a first copy that arrives after later batches is refused, and writes no old state', async () => {
  const anna = await customer()
  const sent: unknown[][] = []
  const restore = sendBatches((send) => (...args) => {
    sent.push(args)
    return send(...args)
  })
  const opened = await buy(anna, { ...plain, lots: '0.1' })
  await edit(anna, { id: opened.id, stopLoss: '1.1' })
  const late = sent.at(-1) ?? []
  await edit(anna, { id: opened.id, stopLoss: '1.12' })
  restore()
  await expect((fixture.db.enginePool.query as Send)(...late)).rejects.toMatchObject({ code: 'CA003' })
  await restart()
  expect(await order(anna, opened.id)).toMatchObject({ stopLoss: '1.12000' })
})

it('I11.8: what is decided is written while every shared connection is taken', async () => {
  const anna = await customer()
  const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
  // A ledger that knows no id of an account yet.
  fixture.ledger = createLedger(fixture.db, fixture.clock)
  await restart()
  steady('EURUSD', '1.15', '1.1501')
  const taken = await takeSharedConnections()
  try {
    quote('EURUSD', '1.1389', '1.1390')
    await withClient(fixture.db.owner, (client) =>
      expect
        .poll(
          async () =>
            (await client.query('SELECT status FROM orders_contracts WHERE id = $1', [opened.id])).rows,
        )
        .toEqual([{ status: 'closed' }]),
    )
  } finally {
    for (const one of taken) one.release()
  }
})
