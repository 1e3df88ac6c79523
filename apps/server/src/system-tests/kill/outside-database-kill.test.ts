import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { killProcesses, type ServerProcess, startProcess } from '../../testing/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-outside-'))
const patience = { interval: 50 }
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(async () => {
  await killProcesses()
  await db.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** With a PostgreSQL that is not its own: `DATABASE_URL`. */
function start(): Promise<ServerProcess> {
  const { host = '', port, database } = db.owner
  return startProcess(['--sandbox', '--data', folder], {
    DATABASE_URL: `postgres://postgres@${encodeURIComponent(host)}:${port}/${database}`,
  })
}

interface CallResponse {
  readonly code: number
  readonly result: { readonly token: string; readonly id: string }
}

async function post(
  { url }: ServerProcess,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<CallResponse> {
  const response = await fetch(`${url}/swx/customer/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as CallResponse
}

async function signUp(server: ServerProcess, userName: string): Promise<string> {
  const email = `${userName}@candor.example`
  await post(server, 'login/sendCode', { email, purpose: 'register' })
  const outbox = join(folder, 'outbox')
  const letters = readdirSync(outbox).filter((name) => name.endsWith('.json'))
  const { code } = JSON.parse(readFileSync(join(outbox, letters.sort().at(-1) ?? ''), 'utf8'))
  const fields = { userName, email, code, password: 'a long and plain phrase', country: 'DE' }
  return (await post(server, 'login/register', fields)).result.token
}

const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

test('proof: I11.10: the server alone is killed with -9, its database elsewhere goes on: nothing acknowledged is lost and nothing doubled', async () => {
  const first = await start()
  const authorization = await signUp(first, 'ana')
  const preview = async () => (await post(first, 'order/previewContract', order, { authorization })).code
  await expect.poll(preview, patience).toBe(200)
  const acknowledged = new Map<string, string>()
  const buyer = async () => {
    for (;;) {
      const key = randomUUID()
      const headers = { authorization, 'idempotency-key': key }
      const response = await post(first, 'order/buyContract', order, headers)
      if (response.code === 20004) acknowledged.set(key, response.result.id)
    }
  }
  const buying = Promise.allSettled(Array.from({ length: 8 }, buyer))
  await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(30)
  await first.end('SIGKILL')
  await buying

  const second = await start()
  for (const [key, id] of [...acknowledged].slice(-20)) {
    const headers = { authorization, 'idempotency-key': key }
    const again = await post(second, 'order/buyContract', order, headers)
    expect([again.code, again.result.id]).toEqual([20004, id])
  }
  const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM orders_contracts')
  const stored = new Set(rows.map(({ id }) => id))
  for (const id of acknowledged.values()) expect(stored).toContain(id)
  // At most the eight that were under way may have been written without an answer.
  expect(stored.size - acknowledged.size).toBeLessThanOrEqual(8)
  expect(await reconcile(db)).toEqual([])
  expect(await second.end('SIGTERM')).toBe(0)
}, 180_000)

/** Begins an upload whose body comes later, in pieces. */
function beginUpload({ url }: ServerProcess, authorization: string) {
  const { readable, writable } = new TransformStream<string, string>()
  const response = fetch(`${url}/swx/customer/user/upload`, {
    method: 'POST',
    headers: { authorization, virtually: 'YES', 'content-type': 'multipart/form-data; boundary=x' },
    body: readable.pipeThrough(new TextEncoderStream()),
    duplex: 'half',
  })
  const body = writable.getWriter()
  return { body, code: response.then(async (one) => ((await one.json()) as CallResponse).code) }
}

const placesTaken = async () => (await db.pool.query('SELECT FROM limits_uploads')).rowCount

test('I12.6: two servers share the places for uploads, and neither touches what the other receives', async () => {
  const servers = [await start(), await start()] as const
  const authorization = await signUp(servers[0], 'cleo')
  const slow = [0, 1, 2, 3].map((n) => beginUpload(servers[n % 2 === 0 ? 0 : 1], authorization))
  for (const { body } of slow) void body.write('--x\r\n')
  await expect.poll(placesTaken, patience).toBe(4)
  for (const server of servers) {
    const one = beginUpload(server, authorization)
    void one.body.write('--x\r\n')
    expect(await one.code).toBe(11002)
  }
  for (const { body, code } of slow) {
    void body.write('content-disposition: form-data; name="purpose"\r\n\r\nkyc\r\n--x--\r\n')
    void body.close()
    // There is no file in it.
    expect(await code).toBe(11023)
  }
  expect(await placesTaken()).toBe(0)
  for (const server of servers) expect(await server.end('SIGTERM')).toBe(0)
}, 180_000)

test('I12.3: two servers on one database share their limits: sixty guesses at once are sixty, whichever is asked', async () => {
  const servers = [await start(), await start()] as const
  await signUp(servers[0], 'bea')
  const beganAt = performance.now()
  const guesses = Array.from({ length: 60 }, (_, n) =>
    post(servers[n % 2 === 0 ? 0 : 1], 'login/login', { account: 'bea', password: `guess ${n}` }),
  )
  const codes = (await Promise.all(guesses)).map(({ code }) => code)
  // One more for a second that passed meanwhile, another for two more, and so on.
  const most = 5 + Math.floor(Math.log2((performance.now() - beganAt) / 1_000 + 1))
  const compared = codes.filter((code) => code === 10004).length
  expect(compared).toBeGreaterThanOrEqual(5)
  expect(compared).toBeLessThanOrEqual(most)
  expect(codes.filter((code) => code === 11002)).toHaveLength(60 - compared)
})
