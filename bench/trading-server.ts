import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconcile } from '../apps/server/src/ledger/reconciliation/reconcile.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { connectionOfRunning, withClient } from '../apps/server/src/platform/database/database-server.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { programFile } from '../apps/server/src/platform/program-file.ts'
import manifest from '../package.json' with { type: 'json' }
import { LeanConnection } from './http-load.ts'
import { baselineConnections, baselineSql, measure, measureBaseline } from './ledger.ts'
import type { BenchResult } from './result.ts'

const users = 32

/** SQL after which any price up to a minute old fills: what is measured is the server, not the wait for the next price. */
export const anyPriceFills = `;
  INSERT INTO parameters_values (key, version, value, reason, changed_by, approved_by, changed_at)
    VALUES ('quotes.freshCryptoMs', 1000, '60000', 'a bench', 'bench', 'another', now()),
           ('quotes.freshOthersMs', 1000, '60000', 'a bench', 'bench', 'another', now())`

/** Order that is placed again and again over HTTP, with the goal. */
export interface TradingLoad {
  readonly name: string
  readonly goal: number
  readonly connections: number
  readonly path: string
  readonly body: object
  /** SQL for the owner before the measurement. */
  readonly prepare: string | null
}

interface Running {
  readonly child: ChildProcess
  readonly port: number
}

/** Node's flags in `npm start`. */
const nodeFlags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Starts the real server in its own process, as `npm start` does. */
function startServer(dataDir: string): Promise<Running> {
  const child = spawn(
    process.execPath,
    [...nodeFlags, programFile('main'), '--port', '0', '--host', '127.0.0.1', '--data', dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += String(chunk)
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (port !== undefined) resolve({ child, port: Number(port) })
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output.slice(-2000)}`)))
  })
}

const request = (path: string, body: string, token: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Authorization: ${token}`,
    'virtually: NO',
    `Idempotency-Key: ${randomUUID()}`,
    '',
    body,
  ].join('\r\n')

async function call(
  connection: LeanConnection,
  path: string,
  body: object,
  token = '',
): Promise<Record<string, unknown>> {
  const response = JSON.parse(await connection.send(request(path, JSON.stringify(body), token))) as {
    code: number
    result: Record<string, unknown>
  }
  if (response.code !== 200 && response.code !== 20004)
    throw new Error(`${path}: ${JSON.stringify(response)}`)
  return response.result
}

const login = '/swx/customer/login'

/** Signs up like a person: reads the code from the sandbox's outbox. */
async function signUp(connection: LeanConnection, dataDir: string, n: number): Promise<string> {
  const email = `bench${n}@example.com`
  await call(connection, `${login}/sendCode`, { email, purpose: 'register' })
  const outbox = join(dataDir, 'outbox')
  const mails = readdirSync(outbox)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as { to: string; code?: string })
  const code = mails.find(({ to }) => to === email)?.code
  const response = await call(connection, `${login}/register`, {
    userName: `bench_${n}`,
    email,
    password: `correct horse ${n} battery`,
    code,
  })
  return String(response.token)
}

/** In the simulator’s market, like every order here. */
export const placement = { code: 'ETHUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

/** Waits until the simulator's market has enough quotes to trade on. */
async function untilTradable(connection: LeanConnection, token: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      await call(connection, '/swx/customer/order/previewContract', placement, token)
      return
    } catch {
      await sleep(200)
    }
  }
  throw new Error('the market never became tradable')
}

/** Waits until a first start has written its simulated past: it would disturb the measurement of both sides. */
async function untilSettled(pool: Database['pool']): Promise<void> {
  const text = 'SELECT count(*) > 0 AND bool_and(written_at IS NOT NULL) AS "isWritten" FROM markets_pasts'
  for (let tries = 0; tries < 360; tries++) {
    const { rows } = await pool.query<{ isWritten: boolean }>(text)
    if (rows[0]?.isWritten === true) return
    await sleep(500)
  }
  throw new Error('the simulated past was never written')
}

/** Measures placements per second over HTTP on the real server, against a hand-written transfer per transaction in the same PostgreSQL. */
export async function measureTrading(load: TradingLoad): Promise<BenchResult> {
  const dataDir = temporaryDataDir('candor-bench-trading-')
  const running = await startServer(dataDir)
  try {
    return await measureServer(running, dataDir, load)
  } finally {
    running.child.removeAllListeners('exit')
    const ended = new Promise((resolve) => running.child.once('exit', resolve))
    running.child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureServer({ port }: Running, dataDir: string, load: TradingLoad): Promise<BenchResult> {
  const { connections, goal } = load
  const databaseServer = connectionOfRunning(dataDir)
  if (databaseServer === null) throw new Error('the server’s database cannot be reached')
  await withClient(databaseServer.owner, (client) => client.query(baselineSql + (load.prepare ?? '')))
  const { pool } = openDatabase({ ...databaseServer.owner, max: baselineConnections })
  const open = await Promise.all(
    Array.from({ length: connections }, () => LeanConnection.open('127.0.0.1', port)),
  )
  const first = open[0] as LeanConnection
  const tokens: string[] = []
  for (let n = 0; n < users; n++) tokens.push(await signUp(first, dataDir, n))
  await untilTradable(first, tokens[0] ?? '')
  await untilSettled(pool)
  const hand = await measureBaseline(pool)
  const body = JSON.stringify(load.body)
  const ours = await measure(connections, async (caller) => {
    const token = tokens[caller % users] ?? ''
    const response = await (open[caller] as LeanConnection).send(request(load.path, body, token))
    if (!response.includes('"code":20004')) throw new Error(response)
  })
  for (const connection of open) connection.close()
  await pool.end()
  await sleep(500)
  const db = openDatabase(databaseServer.app)
  const findings = await reconcile(db)
  await db.close()
  if (findings.length > 0) throw new Error(`the ledger does not add up: ${findings.join('; ')}`)
  const ratio = ours.perSecond / hand.perSecond
  return {
    name: load.name,
    ratio,
    goal: `≥ ${goal}`,
    reached: ratio >= goal,
    details: [
      `placements: ${Math.round(ours.perSecond)}/s, p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms, ${connections} connections, each answered after its commit`,
      `baseline: ${Math.round(hand.perSecond)}/s at ${baselineConnections} connections, fsync on`,
      'server, PostgreSQL, simulator and the load generator share the same cores; the ledger adds up afterwards',
    ],
  }
}
