import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'candor-kill-'))
const running = new Set<ChildProcess>()

interface Server {
  readonly url: string
  readonly child: ChildProcess
  /** From the start of the process until it said where it is. */
  readonly startMs: number
}

/** The real server in a process of its own, as `npm start` runs it. */
async function start(args: string[] = []): Promise<Server> {
  const startedAt = performance.now()
  const command = [
    '--import',
    'tsx',
    main,
    '--port',
    '0',
    '--data',
    dataDir,
    '--log-level',
    'silent',
    ...args,
  ]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  child.on('exit', () => running.delete(child))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const found = /Candor is at (http\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.on('exit', () => reject(new Error(`the server ended before it listened: ${said}`)))
  })
  return { url, child, startMs: performance.now() - startedAt }
}

async function end({ child }: Server, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill(signal)
  return (await exited)[0]
}

afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function post(server: Server, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/swx/customer/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as {
    code: number
    result: { token: string; id: string; items: { id: string }[] }
  }
}

function newestCode(): string {
  const folder = join(dataDir, 'outbox')
  const newest =
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .at(-1) ?? ''
  return JSON.parse(readFileSync(join(folder, newest), 'utf8')).code
}

async function signUp(server: Server): Promise<string> {
  const email = 'ana@candor.example'
  await post(server, 'login/sendCode', { email, purpose: 'register' })
  const fields = { userName: 'ana', email, code: newestCode(), password: 'a long and plain phrase' }
  return (await post(server, 'login/register', fields)).result.token
}

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

/** Buys as fast as answers come until the server is gone; `acknowledged` gathers the keys that were, with their orders. */
async function buyUntilGone(server: Server, token: string, acknowledged: Map<string, string>): Promise<void> {
  const buyer = async () => {
    for (;;) {
      const key = randomUUID()
      const answer = await post(server, 'order/buyContract', buy, {
        authorization: token,
        'idempotency-key': key,
      })
      if (answer.code === 20004) acknowledged.set(key, answer.result.id)
    }
  }
  await Promise.allSettled(Array.from({ length: 8 }, buyer))
}

test('proof: killed with -9 while trading, nothing acknowledged is lost and nothing doubled', async ({
  annotate,
}) => {
  const first = await start()
  const token = await signUp(first)
  await expect
    .poll(async () => (await post(first, 'order/previewContract', buy, { authorization: token })).code, {
      timeout: 20_000,
    })
    .toBe(200)
  const acknowledged = new Map<string, string>()
  const buying = buyUntilGone(first, token, acknowledged)
  await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(20)
  await end(first, 'SIGKILL')
  await buying

  const second = await start()
  await annotate(
    `back after ${second.startMs.toFixed(0)} ms, its code loading included (figure to reach: 5 000)`,
  )
  for (const [key, id] of [...acknowledged].slice(-20)) {
    const again = await post(second, 'order/buyContract', buy, {
      authorization: token,
      'idempotency-key': key,
    })
    expect([again.code, again.result.id]).toEqual([20004, id])
  }
  const kept = await allOrders(second, token)
  for (const id of acknowledged.values()) expect(kept.has(id)).toBe(true)
  // At most the eight that were under way when it was killed may have been written without an answer.
  expect(kept.size - acknowledged.size).toBeLessThanOrEqual(8)
  expect(await end(second, 'SIGTERM')).toBe(0)
}, 60_000)

async function allOrders(server: Server, token: string): Promise<Set<string>> {
  const ids = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })
    const response = await fetch(`${server.url}/swx/customer/order/listContractOrder?${query}`, {
      headers: { authorization: token },
    })
    const { result } = (await response.json()) as {
      result: { items: { id: string }[]; nextCursor: string | null }
    }
    for (const { id } of result.items) ids.add(id)
    cursor = result.nextCursor
  }
  return ids
}

test('SIGTERM ends it in order, also with sockets open', async () => {
  const server = await start()
  const prices = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/message`)
  const account = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/account`)
  await Promise.all([once(prices, 'message'), once(account, 'open')])
  expect(await end(server, 'SIGTERM')).toBe(0)
}, 30_000)

test('a second server on the same data says who holds it and ends with 1', async () => {
  const server = await start()
  const command = ['--import', 'tsx', main, '--port', '0', '--data', dataDir]
  const second = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  second.stderr.on('data', (chunk) => {
    said += chunk
  })
  expect((await once(second, 'close'))[0]).toBe(1)
  expect(said).toContain(String(server.child.pid))
  expect(said.trim().split('\n')).toHaveLength(1)
}, 30_000)
