import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs } from '@candor/rules/time-units.ts'
import { reconcile } from '../apps/server/src/ledger/reconciliation/reconcile.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import {
  connectionOfRunning,
  openDatabaseServer,
  withClient,
} from '../apps/server/src/platform/database/database-server.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { advanceClock } from '../apps/server/src/platform/jobs/moved-clock.ts'
import { type Asker, type CallResult, call, signInOperator, signUp } from './aged-calls.ts'
import { fillAged } from './aged-database.ts'
import { type PlannedCall, planCalls } from './aged-plan.ts'
import { type Block, startWatchedServer, type WatchedServer } from './aged-server.ts'
import type { BenchResult } from './result.ts'

/** 1 is 100 000 customers, 1 M orders and 3 M entries; 0.01 is a quick run. */
const share = Number(process.env.BENCH_AGED_SHARE ?? 1)
const size = { customers: Math.round(100_000 * share), orders: Math.round(1_000_000 * share) }
/** A folder that keeps the database for the next run; without it a new one is made and removed. */
const reusedDir = process.env.BENCH_AGED_DATA
const tellCallsFromMs = 20
const goalBlockMs = 50
const rounds = 3
const jobsTakeAtMostMs = 900_000

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const say = (line: string) => process.stdout.write(`  ${line}\n`)

export async function run(): Promise<readonly BenchResult[]> {
  const dataDir = reusedDir ?? temporaryDataDir('candor-bench-aged-')
  try {
    if (!existsSync(`${dataDir}/operators.txt`)) await build(dataDir)
    return await measureServer(dataDir)
  } finally {
    if (reusedDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A first start writes the simulated past and the sample operators; then the year is filled in. */
async function build(dataDir: string): Promise<void> {
  const server = await startWatchedServer(dataDir, false)
  await signUp(server.url, dataDir, 1)
  await untilSettled(dataDir)
  await server.stop()
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  try {
    await withClient(databaseServer.owner, (client) => fillAged(client, size, say))
    const db = openDatabase({ ...databaseServer.app, max: 2 })
    const findings = await reconcile(db)
    await db.close()
    if (findings.length > 0) throw new Error(`the filled ledger does not add up: ${findings.join('; ')}`)
  } finally {
    await databaseServer.stop()
  }
}

/** Nothing is measured while last year's made-up candles are still being written. */
async function untilSettled(dataDir: string): Promise<void> {
  const db = databaseOf(dataDir)
  for (let before = -1; ; ) {
    const { rows } = await db.pool.query<{ count: bigint }>('SELECT count(*) FROM markets_pasts')
    const now = Number(rows[0]?.count ?? 0n)
    if (now > 0 && now === before) break
    before = now
    await sleep(3_000)
  }
  await db.close()
}

function databaseOf(dataDir: string) {
  const databaseServer = connectionOfRunning(dataDir)
  if (databaseServer === null) throw new Error('the server’s database cannot be reached')
  return openDatabase({ ...databaseServer.app, max: 2 })
}

interface MeasuredCall {
  readonly name: string
  readonly ms: number
  readonly worstMs: number
  readonly refused: number | null
}

async function measureServer(dataDir: string): Promise<readonly BenchResult[]> {
  const server = await startWatchedServer(dataDir, true)
  const db = databaseOf(dataDir)
  try {
    const token = await signInBusiest(server.url)
    const askers: Readonly<Record<PlannedCall['as'], Asker>> = {
      customer: { token },
      demo: { token, demo: true },
      finance: { cookie: await signInOperator(server.url, dataDir, 'finance') },
      admin: { cookie: await signInOperator(server.url, dataDir, 'admin') },
    }
    // What the start itself leaves to do is not what a call costs.
    await sleep(5_000)
    server.blocks.length = 0
    server.turns.length = 0
    const measured: MeasuredCall[] = []
    for (const planned of await planCalls(db, server.url, askers))
      measured.push(await measureCall(server, planned, askers[planned.as]))
    const duringCalls = server.blocks.splice(0)
    server.runJobs()
    const names = await untilQuiet(server)
    server.turns.length = 0
    server.blocks.length = 0
    await advanceClock(db, dayMs)
    const movedAt = performance.now()
    server.runJobs()
    await untilAllRan(server, names, movedAt)
    return [callsResult(measured, duringCalls), jobsResult(server.turns, server.blocks)]
  } finally {
    await db.close()
    await server.stop()
  }
}

async function signInBusiest(url: string): Promise<string> {
  const person = { account: 'bench_1', password: 'correct horse 1 battery' }
  const { result } = await call(url, 'login', person, {})
  return (result as { token: string }).token
}

const isRefusal = ({ status, code }: CallResult) =>
  status >= 400 || (code !== 200 && Math.floor(code / 10_000) !== 2)

/** The median of a few: the first of each pays for what the process has not done before. */
async function measureCall(server: WatchedServer, planned: PlannedCall, who: Asker): Promise<MeasuredCall> {
  const results: CallResult[] = []
  for (let round = 0; round < (planned.once === true ? 1 : rounds); round += 1)
    results.push(await call(server.url, planned.name, planned.input, who))
  const times = results.map((result) => result.ms).sort((a, b) => a - b)
  const refused = results.find(isRefusal)?.code ?? null
  const label = planned.label ?? planned.name
  return { name: label, ms: times[times.length >> 1] ?? 0, worstMs: times.at(-1) ?? 0, refused }
}

/** The names of all jobs, once nothing new ended for a while. */
async function untilQuiet(server: WatchedServer): Promise<ReadonlySet<string>> {
  for (let before = -1; ; ) {
    const names = new Set(server.turns.map(({ name }) => name))
    if (names.size === before) return names
    before = names.size
    await sleep(15_000)
  }
}

/** Until each job has begun and ended a turn on the new day. */
async function untilAllRan(
  server: WatchedServer,
  names: ReadonlySet<string>,
  movedAt: number,
): Promise<void> {
  for (const until = movedAt + jobsTakeAtMostMs; ; ) {
    const whole = server.turns.filter((turn) => turn.endedAt - turn.ms > movedAt)
    const missing = [...names].filter((name) => !whole.some((turn) => turn.name === name))
    if (missing.length === 0) return
    if (performance.now() > until) throw new Error(`jobs without a run in time: ${missing.join(', ')}`)
    await sleep(500)
  }
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const longest = (blocks: readonly Block[]) => Math.max(0, ...blocks.map((block) => block.ms))
const blockLines = (blocks: readonly Block[]) =>
  [...blocks]
    .sort((a, b) => b.ms - a.ms)
    .filter((block) => block.ms > tellCallsFromMs)
    .slice(0, 12)
    .map(
      (block) =>
        `block of ${ms(block.ms)} (${ms(block.wallMs)} on the wall) during ${block.doing.join(', ')}`,
    )

function callsResult(calls: readonly MeasuredCall[], blocks: readonly Block[]): BenchResult {
  const slow = calls.filter((call) => call.ms > tellCallsFromMs).sort((a, b) => b.ms - a.ms)
  const refused = calls.filter((call) => call.refused !== null)
  return {
    name: `longest block of the event loop under ${calls.length} calls with ${size.customers} customers and ${size.orders} orders, ms`,
    ratio: longest(blocks) / goalBlockMs,
    goal: `≤ 1 of ${goalBlockMs} ms`,
    reached: longest(blocks) <= goalBlockMs,
    details: [
      `longest block: ${ms(longest(blocks))}`,
      `calls above ${tellCallsFromMs} ms (median of ${rounds}): ${slow.length} of ${calls.length}`,
      ...slow.map((call) => `${call.name}: ${ms(call.ms)}, at worst ${ms(call.worstMs)}`),
      ...blockLines(blocks),
      ...refused.map((call) => `not measured, refused with ${call.refused}: ${call.name}`),
    ],
  }
}

function jobsResult(turns: WatchedServer['turns'], blocks: readonly Block[]): BenchResult {
  const names = [...new Set(turns.map(({ name }) => name))]
  const worst = names
    .map((name) => ({
      name,
      ms: Math.max(...turns.filter((turn) => turn.name === name).map((turn) => turn.ms)),
    }))
    .sort((a, b) => b.ms - a.ms)
  const failed = turns.flatMap((turn) =>
    turn.failed === null ? [] : [`${turn.name} failed: ${turn.failed}`],
  )
  return {
    name: `longest block of the event loop while all ${names.length} jobs ran on a new day, ms`,
    ratio: longest(blocks) / goalBlockMs,
    goal: `≤ 1 of ${goalBlockMs} ms`,
    reached: longest(blocks) <= goalBlockMs && failed.length === 0,
    details: [
      `longest block: ${ms(longest(blocks))}`,
      ...worst.filter((job) => job.ms > tellCallsFromMs).map((job) => `${job.name}: ${ms(job.ms)} at worst`),
      ...blockLines(blocks),
      ...new Set(failed),
    ],
  }
}
