import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { connectionOfRunning, withClient } from '../../platform/database/database-server.ts'
import { postmasterOn } from '../../platform/database/embedded/postmaster.ts'
import { advanceClock } from '../../platform/jobs/moved-clock.ts'
import { startStopwatch } from '../../testing/time/stopwatch.ts'
import { type CallResponse, ServerToKill } from './server-to-kill.ts'

const server = new ServerToKill('candor-postgres-kill-')
afterAll(() => server.dispose())

/** Our side failed: nothing is known of the call. */
const wentWrong = 11000
/** Within this the server has to serve again by itself. */
const backWithinMs = 30_000
const patience = { interval: 100 }

type Headers = Readonly<Record<string, string>>

/** Asked again under the same key until the platform decides it, as an app does when the line breaks; null when it is refused. */
async function untilResolved(
  path: string,
  body: object,
  headers: Headers,
): Promise<CallResponse['result'] | null> {
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  for (;;) {
    const response = await server.post(path, body, keyed).catch(() => null)
    if (response?.code === 20004 || response?.code === 200) return response.result
    if (response !== null && response.code >= 10_000 && response.code !== wentWrong) return null
    await sleep(50)
  }
}

/** Deeds of customers, each again and again, until they are told to end. */
class Load {
  /** Ids of accepted requests, by kind. */
  readonly accepted = new Map<string, string[]>()
  private ending = false
  private readonly running: Promise<void>[]

  constructor(deeds: readonly ((accept: (kind: string, id: string) => void) => Promise<void>)[]) {
    const accept = (kind: string, id: string) => {
      this.accepted.set(kind, [...this.of(kind), id])
    }
    this.running = deeds.map(async (deed) => {
      while (!this.ending) await deed(accept)
    })
  }

  of(kind: string): readonly string[] {
    return this.accepted.get(kind) ?? []
  }

  async end(): Promise<void> {
    this.ending = true
    await Promise.all(this.running)
  }
}

/** Deposits are another module's: here the world pays in, in this database alone. */
async function payIn(userId: string): Promise<void> {
  const connection = connectionOfRunning(server.dataDir)
  if (connection === null) throw new Error('no server runs')
  await withClient(connection.owner, (client) =>
    client.query(
      `INSERT INTO ledger_permitted VALUES ('test-deposit', 'world', 'customer', 'real');
       INSERT INTO parameters_values (key, version, value, reason, changed_by, approved_by, changed_at)
         VALUES ('options.openMost', 1000, '1000', 'a test', 'a test', 'another', now())`,
    ),
  )
  const account = (owner: string, of: 'world' | 'customer') => ({ class: of, owner, asset: 'USDT' }) as const
  const from = account('house', 'world')
  const to = account(userId, 'customer')
  const steps = [{ do: 'transfer', kind: 'test-deposit', from, to, minor: 1_000_000_000_000n }] as const
  await server.withDatabase(async (db) => {
    const posted = await createLedger(db, systemClock).post({ id: 'test', reference: null, steps })
    expect(posted).toMatchObject({ ok: true })
  })
}

function clusterDir(): string {
  const host = connectionOfRunning(server.dataDir)?.owner.host
  if (host === undefined) throw new Error('the server has no PostgreSQL of its own')
  return join(dirname(host), 'postgres')
}

/** A process of PostgreSQL that writes for somebody, at this moment. */
const busyBackend = (db: Database) =>
  db.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
        AND pid <> pg_backend_pid() ORDER BY state = 'active' DESC, state_change DESC LIMIT 1`,
  )

const rows = <T extends object>(text: string) =>
  server.withDatabase(async (db) => (await db.pool.query<T>(text)).rows)
const count = async (text: string) => Number((await rows<{ n: bigint }>(text))[0]?.n)

test('proof: I11.10 PostgreSQL killed with -9 under trading, options and funding: the server comes back by itself, nothing acknowledged is lost, nothing happens twice', async () => {
  await server.start()
  const { token, user } = await server.signUp('ana')
  const demo = { authorization: token, virtually: 'NO' }
  const real = { authorization: token, virtually: 'YES' }
  const market = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '5' }
  await payIn(user.id)
  await expect
    .poll(async () => (await server.post('order/previewOptions', option, demo)).code, patience)
    .toBe(200)
  const trades = async (accept: (kind: string, id: string) => void) => {
    const opened = await untilResolved('order/buyContract', market, demo)
    if (opened === null) return
    accept('contract', opened.id)
    const closed = await untilResolved('order/closeContract', { id: opened.id }, demo)
    if (closed !== null) accept('closing', closed.id)
  }
  const bets = async (accept: (kind: string, id: string) => void) => {
    const bought = await untilResolved('order/buyOptions', option, demo)
    if (bought !== null) accept('option', bought.id)
  }
  const converts = async (accept: (kind: string, id: string) => void) => {
    const wish = { from: 'USDT', to: 'ETH', amount: '10' }
    const quoted = await server.get('user/quoteConvert', wish, real).catch(() => null)
    if (quoted?.code !== 200) return void (await sleep(50))
    const done = await untilResolved('user/convert', { ...wish, quoteId: quoted.result.quoteId }, real)
    if (done !== null) accept('conversion', done.id)
  }
  const load = new Load([trades, trades, trades, bets, converts])
  const kinds = ['contract', 'closing', 'option', 'conversion'] as const
  const goesOn = async () => {
    const before = new Map(kinds.map((kind) => [kind, load.of(kind).length]))
    const further = () => kinds.filter((kind) => load.of(kind).length < (before.get(kind) ?? 0) + 3)
    const sinceKillMs = startStopwatch()
    await expect.poll(further, { interval: 50 }).toEqual([])
    expect(sinceKillMs()).toBeLessThan(backWithinMs)
  }
  await goesOn()
  const cluster = clusterDir()
  // One backend first: PostgreSQL then ends all of them and recovers by itself. Then the postmaster, which nobody but the server starts again.
  const [backend] = await server.withDatabase(async (db) => (await busyBackend(db)).rows)
  process.kill(backend?.pid ?? 0, 'SIGKILL')
  await goesOn()
  const first = postmasterOn(cluster)
  process.kill(first ?? 0, 'SIGKILL')
  await goesOn()
  expect(postmasterOn(cluster)).not.toBe(first)
  await load.end()

  expect(server.isRunning).toBe(true)
  for (const [kind, table] of [
    ['contract', 'orders_contracts'],
    ['option', 'options_orders'],
    ['conversion', 'funding_conversions'],
  ] as const) {
    // Each accepted call has an effect of its own, and there is none that nobody was told of.
    const stored = (await rows<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id)
    expect([...load.of(kind)].sort(), kind).toEqual(stored.sort())
  }
  const closed = await rows<{ id: string }>(`SELECT id FROM orders_contracts WHERE status = 'closed'`)
  expect(closed.map(({ id }) => id).sort()).toEqual([...load.of('closing')].sort())
  await server.withDatabase((db) => advanceClock(db, 60_000))
  await expect
    .poll(() => count(`SELECT count(*) n FROM options_orders WHERE status = 'open'`), patience)
    .toBe(0)
  const settled = await count(`SELECT count(*) n FROM ledger_postings WHERE id LIKE 'option:%:settle'`)
  expect(settled).toBe(load.of('option').length)
  expect(
    await rows(
      `SELECT order_id, kind FROM orders_events WHERE kind IN ('open', 'close') GROUP BY order_id, kind HAVING count(*) > 1`,
    ),
  ).toEqual([])
  expect(await server.withDatabase(reconcile)).toEqual([])
}, 180_000)
