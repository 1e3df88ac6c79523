import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { minuteMs } from '@candor/rules/time-units.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { systemClock } from '../../platform/clock.ts'
import { connectionOfRunning, withClient } from '../../platform/database/database-server.ts'
import { advanceClock } from '../../platform/jobs/moved-clock.ts'
import { ServerToKill } from './server-to-kill.ts'

const server = new ServerToKill('candor-products-')
afterAll(() => server.dispose())

/** Longest wait between two tries to send a letter (`platform/email/letters.ts`). */
const longestWaitMs = 4 * 60 * minuteMs

/** Deposits are another module's: here the world pays in, in this database alone. */
async function payIn(userId: string): Promise<void> {
  const connection = connectionOfRunning(server.dataDir)
  if (connection === null) throw new Error('no server runs')
  await withClient(connection.owner, (client) =>
    client.query(`INSERT INTO ledger_permitted VALUES ('test-deposit', 'world', 'customer', 'real')`),
  )
  await server.withDatabase(async (db) => {
    const [from, to] = [
      { class: 'world', owner: 'house', asset: 'USDT' },
      { class: 'customer', owner: userId, asset: 'USDT' },
    ] as const
    const steps = [{ do: 'transfer', kind: 'test-deposit', from, to, minor: 10_000_000_000n }] as const
    expect(await createLedger(db, systemClock).post({ id: 'test', reference: null, steps })).toEqual({
      ok: true,
      repeated: false,
    })
  })
}

/** Kills the server at some moment of what follows a move of its clock, and starts it again. */
async function killDuring(advanceMs: number, afterMs: number): Promise<void> {
  await server.withDatabase((db) => advanceClock(db, advanceMs))
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  await server.kill()
  await server.start()
}

const count = (text: string) =>
  server.withDatabase(async (db) => Number((await db.pool.query<{ n: bigint }>(text)).rows[0]?.n))

/** Mails of this kind that the server has handed over. */
const handedOver = (kind: string) =>
  readdirSync(join(server.dataDir, 'outbox')).filter((name) => name.includes(`-${kind}-`)).length

/** Takes the place away where mails are handed over, and makes a change that is told by one: it stands, and no mail of it is out. */
async function changeWithoutMail(token: string): Promise<void> {
  const outbox = join(server.dataDir, 'outbox')
  renameSync(outbox, `${outbox}-away`)
  const key = await server.post('user/makeApiKey', { name: 'x', scope: 'read' }, { authorization: token })
  expect(key.code).toBe(200)
  expect(
    await count(`SELECT count(*) n FROM outbox_letters WHERE kind = 'accountChange' AND sent_at IS NULL`),
  ).toBe(1)
}

/** One start after the other, each with a test's whole patience: on a busy machine one start alone can take long. */
describe.sequential('proof: killed with -9 again and again', () => {
  let ana: { readonly token: string; readonly user: { readonly id: string } }

  test('a server with open options and an unsent letter', async () => {
    await server.start()
    ana = await server.signUp('ana')
    const demo = { authorization: ana.token, virtually: 'NO' }
    const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '5' }
    await expect.poll(async () => (await server.post('order/previewOptions', option, demo)).code).toBe(200)
    const bought = await Promise.all(
      Array.from({ length: 20 }, () => server.post('order/buyOptions', option, demo)),
    )
    expect(bought.map(({ code }) => code)).toEqual(Array(20).fill(20004))
    await changeWithoutMail(ana.token)
  })

  test('each option is settled once', async () => {
    await killDuring(60_000, 30)
    await expect
      .poll(async () => await count(`SELECT count(*) n FROM options_orders WHERE status = 'open'`))
      .toBe(0)
    expect(await count(`SELECT count(*) n FROM options_events WHERE kind = 'close'`)).toBe(20)
    expect(await count(`SELECT count(*) n FROM ledger_postings WHERE id LIKE 'option:%:settle'`)).toBe(20)
  })

  test('a letter goes out whose change had committed', async () => {
    // The server that was killed may have tried twice while it had no place for mails: the next try is then in five minutes.
    await server.withDatabase((db) => advanceClock(db, longestWaitMs))
    await expect.poll(() => handedOver('accountChange')).toBe(1)
  })

  test('plans begin to earn', async () => {
    await payIn(ana.user.id)
    const real = { authorization: ana.token, virtually: 'YES' }
    for (const productId of ['harbour', 'meadow']) {
      const plan = { productId, days: 7, amount: '1000' }
      expect((await server.post('order/buySmart', plan, real)).code).toBe(20004)
    }
  })

  const day = 86_400_000
  test.each([
    [1, 0],
    [2, 1_900],
    [3, 2_100],
    [3, 40],
  ])('%i more days of a plan, and a kill %i ms later', (days, afterMs) => killDuring(days * day, afterMs))

  test('each day of a plan is paid once', async () => {
    await expect
      .poll(async () => await count(`SELECT count(*) n FROM smart_plans WHERE status = 'earning'`))
      .toBe(0)
    expect(await count('SELECT count(*) n FROM smart_payouts')).toBe(14)
    expect(await count(`SELECT count(*) n FROM ledger_entries WHERE kind = 'plan-yield'`)).toBe(14)
    expect(await count(`SELECT count(*) n FROM ledger_entries WHERE kind = 'plan-return'`)).toBe(2)
    expect(await server.withDatabase(reconcile)).toEqual([])
    expect(handedOver('accountChange')).toBe(1)
  })
})
