import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { killProcesses, type ServerProcess, startProcess } from '../../testing/server-process.ts'
import { startStopwatch } from '../../testing/time/stopwatch.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-processes-'))
const patience = { interval: 50 }
let db: TestDatabase
let door: ServerProcess
let engines: ServerProcess[]
let others: ServerProcess[]

/** Writes a price that falls by 2 % in six seconds and rises again in six, over and over: each round reaches every waiting order between. */
function writeRecording(): void {
  const start = Date.UTC(2026, 10, 18, 17)
  const rows = Array.from({ length: 120 }, (_, n) => {
    const bid = 90_000 - 30 * Math.min(n, 120 - n)
    return `${start + n * 100},${bid}.00,${bid + 2}.00`
  })
  writeFileSync(join(folder, 'BTCUSDT.20261118.csv.gz'), gzipSync(`time_ms,bid,ask\n${rows.join('\n')}\n`))
}

function start(roles: string): Promise<ServerProcess> {
  const { host = '', port, database } = db.owner
  const args = ['--sandbox', '--roles', roles, '--data', folder, '--feed', 'replay', '--replay-dir', folder]
  return startProcess(args, {
    DATABASE_URL: `postgres://postgres@${encodeURIComponent(host)}:${port}/${database}`,
  })
}

interface Result {
  readonly token: string
  readonly id: string
  readonly status: string
  readonly openPrice: string
  readonly items: readonly { readonly id: string; readonly status: string; readonly closeReason: string }[]
}
interface CallResponse {
  readonly code: number
  readonly result: Result
}

let token = ''
async function post(path: string, body: unknown, key = randomUUID()): Promise<CallResponse> {
  const headers = { 'content-type': 'application/json', authorization: token, 'idempotency-key': key }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`${door.url}/swx/customer/${path}`, request)).json() as Promise<CallResponse>
}
async function get(path: string): Promise<CallResponse> {
  const response = await fetch(`${door.url}/swx/customer/${path}`, { headers: { authorization: token } })
  return response.json() as Promise<CallResponse>
}
const ready = async ({ url }: ServerProcess) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, ...((await response.json()) as { roles: Record<string, string> }) }
}

async function signUp(): Promise<void> {
  const email = 'ana@candor.example'
  await post('login/sendCode', { email, purpose: 'register' })
  const outbox = join(folder, 'outbox')
  const [letter = ''] = readdirSync(outbox).filter((name) => name.endsWith('.json'))
  const { code } = JSON.parse(readFileSync(join(outbox, letter), 'utf8')) as { code: string }
  const fields = { userName: 'ana', email, code, password: 'a long and plain phrase', country: 'DE' }
  token = (await post('login/register', fields)).result.token
}

const buying = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
/** Asks again while the price lies beyond the level (`stopLossInvalid`) or there are too few quotes yet (`unavailable`). */
async function whenAllowed(call: () => Promise<CallResponse>): Promise<CallResponse> {
  for (;;) {
    const result = await call()
    if (result.code !== 11040 && result.code !== 10015) return result
    await sleep(200)
  }
}

beforeAll(async () => {
  writeRecording()
  db = await freshDatabase()
  const [first, feeds, second, third, jobs] = await Promise.all(
    ['api,live', 'feeds', 'engine', 'engine', 'jobs'].map(start),
  )
  if (!first || !feeds || !second || !third || !jobs) throw new Error('a process is missing')
  door = first
  engines = [second, third]
  others = [feeds, jobs]
})
afterAll(async () => {
  await killProcesses()
  await db.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('issue 3: separate processes are one server: sign up, prices, an order, its events, its stop', async () => {
  // The door is ready as soon as it reaches the leader: the engine that stands by may still be opening then.
  const rolesOfAll = () => Promise.all([door, ...engines, ...others].map(ready))
  await expect
    .poll(async () => (await rolesOfAll()).map(({ status }) => status), patience)
    .toEqual([200, 200, 200, 200, 200])
  const doing = await rolesOfAll()
  expect(doing[0]?.roles).toEqual({ api: 'serves', live: 'serves' })
  expect(
    doing
      .slice(1, 3)
      .map(({ roles }) => roles.engine)
      .sort(),
  ).toEqual(['leads', 'standing by'])
  expect(doing.slice(3).map(({ roles }) => roles)).toEqual([{ feeds: 'leads' }, { jobs: 'serves' }])
  await signUp()

  const live = door.url.replace('http', 'ws')
  const prices = new WebSocket(`${live}/websocket/message`)
  const framed: string[] = []
  prices.on('message', (frame) => void framed.push(frame.toString()))
  const account = new WebSocket(`${live}/websocket/account`)
  const orderEvents: { type: string; data: { id: string; status: string; closeReason: string | null } }[] = []
  account.on('message', (frame) => void orderEvents.push(JSON.parse(frame.toString())))
  await once(account, 'open')
  account.send(JSON.stringify({ token, virtually: 'NO' }))
  await expect.poll(() => framed.join(''), patience).toMatch(/"code":"BTCUSDT","price":"89/)

  const bought = await whenAllowed(() => post('order/buyContract', { ...buying, stopLoss: '88600' }))
  expect(bought.code).toBe(20004)
  const { id } = bought.result
  const events = () => orderEvents.filter(({ type, data }) => type === 'order' && data.id === id)
  await expect.poll(() => events().map(({ data }) => data.status), patience).toEqual(['open', 'closed'])
  expect(events()[1]?.data.closeReason).toBe('stopLoss')
  const shown = await get(`order/getContractOrderById/${id}`)
  expect(shown.result).toMatchObject({ id, status: 'closed' })
  const statement = await get('order/listContractOrder?limit=100')
  expect(statement.result.items).toHaveLength(1)
  // Written here from the pages of an engine that is elsewhere.
  const list = `${door.url}/swx/customer/order/listAllOrders?format=csv`
  const file = await fetch(list, { headers: { authorization: token } })
  expect(file.headers.get('content-disposition')).toContain('orders-demo.csv')
  expect((await file.text()).split('\r\n')).toEqual([expect.any(String), expect.stringContaining(id), ''])
  prices.close()
  account.close()
})

test('proof: the leading engine killed with -9, with open and waiting orders: the other leads within 3 s, nothing is lost, nothing fires twice', async ({
  annotate,
}) => {
  const keys = Array.from({ length: 12 }, () => randomUUID())
  const responses = await Promise.all(keys.map((key) => post('order/buyContract', buying, key)))
  expect(responses.map(({ code }) => code)).toEqual(keys.map(() => 20004))
  for (const { result } of responses.slice(0, 6)) {
    const edited = await post('order/editContract', { id: result.id, stopLoss: '87000' })
    expect(edited.code).toBe(200)
  }
  const waiting = { ...buying, kind: 'limit', price: '87500' }
  const limit = await post('order/buyContract', waiting)
  expect(limit.result.status).toBe('pending')

  const leading = await leaderOf(engines)
  const [next] = engines.filter((engine) => engine !== leading)
  if (next === undefined) throw new Error('no engine stands by')
  const plainMs = await plainResponseMs(next)
  const sinceKillMs = startStopwatch()
  await leading.end('SIGKILL')
  // Asked of nobody at first: the same key goes to who takes over.
  const buyingOn = post('order/buyContract', buying)
  await expect.poll(async () => (await ready(next)).roles.engine, { interval: 20 }).toBe('leads')
  const tookMs = sinceKillMs()
  await annotate(`leads ${tookMs.toFixed(0)} ms after the kill; a plain answer took ${plainMs.toFixed(1)} ms`)
  // On a machine that is busy with other work everything takes its multiple: 40 plain answers are a tenth of a second on a free one.
  expect(tookMs).toBeLessThan(3_000 + 40 * plainMs)
  expect((await buyingOn).code).toBe(20004)

  const again = await Promise.all(keys.map((key) => post('order/buyContract', buying, key)))
  expect(again.map(({ result }) => result.id)).toEqual(responses.map(({ result }) => result.id))
  const stopped = responses.slice(0, 6).map(({ result }) => result.id)
  for (const id of stopped) {
    const edited = await whenAllowed(() => post('order/editContract', { id, stopLoss: '88600' }))
    expect(edited.code).toBe(200)
  }
  const statusOf = async (id: string) => (await get(`order/getContractOrderById/${id}`)).result.status
  await expect
    .poll(async () => new Set(await Promise.all(stopped.map(statusOf))), patience)
    .toEqual(new Set(['closed']))
  expect(await statusOf(limit.result.id)).toBe('pending')
  expect((await post('order/cancelContract', { id: limit.result.id })).code).toBe(200)

  const { rows } = await db.pool.query<{ reference: string; times: bigint }>(
    `SELECT reference, count(*) AS times FROM ledger_entries WHERE kind IN ('contract-loss', 'contract-profit') GROUP BY reference`,
  )
  expect(rows.filter(({ times }) => times !== 1n)).toEqual([])
  expect(rows.filter(({ reference }) => stopped.includes(reference))).toHaveLength(6)
  expect((await get('order/listContractOrder?limit=100')).result.items).toHaveLength(15)
  expect(await reconcile(db)).toEqual([])
}, 180_000)

test('without an engine calls are refused as unreachable, and every process ends in order', async () => {
  const leading = await leaderOf(engines)
  expect(await leading.end('SIGTERM')).toBe(0)
  const response = await fetch(`${door.url}/swx/customer/order/listContractOrder`, {
    headers: { authorization: token },
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3'])
  expect(await response.json()).toMatchObject({ code: 11000, result: { reason: 'unreachable' } })
  expect((await ready(door)).status).toBe(503)
  expect(await Promise.all([door, ...others].map((server) => server.end('SIGTERM')))).toEqual([0, 0, 0])
})

async function leaderOf(candidates: readonly ServerProcess[]): Promise<ServerProcess> {
  for (const engine of candidates)
    if (engine.child.exitCode === null && engine.child.signalCode === null)
      if ((await ready(engine)).roles.engine === 'leads') return engine
  throw new Error('no engine leads')
}

/** Time the simplest answer takes now: how busy the machine is. */
async function plainResponseMs(server: ServerProcess): Promise<number> {
  const from = performance.now()
  for (let n = 0; n < 10; n++) await ready(server)
  return (performance.now() - from) / 10
}
