import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { connectionOfRunning, withClient } from '../db/engine-room.ts'
import { advanceClock } from '../jobs/moved-clock.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconcile.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'candor-products-'))
let child: ChildProcess | null = null
let url = ''

/** The real server in a process of its own, as `npm start` runs it. */
async function start(): Promise<void> {
  const args = ['--import', 'tsx', main, '--port', '0', '--data', dataDir, '--log-level', 'silent']
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  url = await new Promise((resolve, reject) => {
    let said = ''
    started.stdout.on('data', (chunk) => {
      said += chunk
      const found = /Candor is at (http\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    started.on('exit', () => reject(new Error(`the server ended before it listened: ${said}`)))
  })
}

async function kill(): Promise<void> {
  if (child === null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  child = null
}
afterAll(async () => {
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/swx/customer/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as {
    code: number
    result: { token: string; id: string; user: { id: string } }
  }
}

async function signUp() {
  const email = 'ana@candor.example'
  await post('login/sendCode', { email, purpose: 'register' })
  const outbox = join(dataDir, 'outbox')
  const newest = readdirSync(outbox).sort().at(-1) ?? ''
  const { code } = JSON.parse(readFileSync(join(outbox, newest), 'utf8'))
  const fields = { userName: 'ana', email, code, password: 'a long and plain phrase' }
  return (await post('login/register', fields)).result
}

/** The database of the running server; every kill takes the connections with it. */
async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const room = connectionOfRunning(dataDir)
  if (room === null) throw new Error('no server runs')
  const db = openDatabase({ ...room.app, max: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Deposits are another room's: here the world pays in, in this database alone. */
async function payIn(userId: string): Promise<void> {
  const room = connectionOfRunning(dataDir)
  if (room === null) throw new Error('no server runs')
  await withClient(room.owner, (client) =>
    client.query(`INSERT INTO ledger_permitted VALUES ('test-deposit', 'world', 'customer', 'real')`),
  )
  await withDatabase(async (db) => {
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
  await withDatabase((db) => advanceClock(db, advanceMs))
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  await kill()
  await start()
}

const count = (text: string) =>
  withDatabase(async (db) => Number((await db.pool.query<{ n: bigint }>(text)).rows[0]?.n))
const patience = { timeout: 20_000, interval: 200 }

test('proof: killed with -9 again and again, each option is settled once and each day of a plan is paid once', async () => {
  await start()
  const { token, user } = await signUp()
  const demo = { authorization: token, virtually: 'NO' }
  const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '5' }
  await vi.waitFor(
    async () => expect((await post('order/previewOptions', option, demo)).code).toBe(200),
    patience,
  )
  const bought = await Promise.all(Array.from({ length: 20 }, () => post('order/buyOptions', option, demo)))
  expect(bought.map(({ code }) => code)).toEqual(Array(20).fill(20004))
  await killDuring(60_000, 30)
  await vi.waitFor(
    async () => expect(await count(`SELECT count(*) n FROM options_orders WHERE status = 'open'`)).toBe(0),
    patience,
  )
  expect(await count(`SELECT count(*) n FROM options_events WHERE kind = 'close'`)).toBe(20)
  expect(await count(`SELECT count(*) n FROM ledger_postings WHERE id LIKE 'option:%:settle'`)).toBe(20)

  await payIn(user.id)
  const real = { authorization: token, virtually: 'YES' }
  for (const productId of ['harbour', 'meadow']) {
    const plan = { productId, days: 7, amount: '1000' }
    expect((await post('order/buySmart', plan, real)).code).toBe(20004)
  }
  const day = 86_400_000
  for (const [days, afterMs] of [
    [1, 0],
    [2, 1_900],
    [3, 2_100],
    [3, 40],
  ] as const)
    await killDuring(days * day, afterMs)
  await vi.waitFor(
    async () => expect(await count(`SELECT count(*) n FROM smart_plans WHERE status = 'earning'`)).toBe(0),
    patience,
  )
  expect(await count('SELECT count(*) n FROM smart_payouts')).toBe(14)
  expect(await count(`SELECT count(*) n FROM ledger_entries WHERE kind = 'plan-yield'`)).toBe(14)
  expect(await count(`SELECT count(*) n FROM ledger_entries WHERE kind = 'plan-return'`)).toBe(2)
  expect(await withDatabase(reconcile)).toEqual([])
}, 90_000)
