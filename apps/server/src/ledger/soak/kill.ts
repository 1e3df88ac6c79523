import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { type DatabaseServer, openDatabaseServer } from '../../platform/database/database-server.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { programFile } from '../../platform/program-file.ts'
import { createLedger } from '../postgres-ledger.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { customer, ofHouse, openAndFund, posting, transfer } from '../test-accounts.ts'

export interface KillReport {
  readonly acknowledged: number
  /** From the kill of PostgreSQL, or the new server's first word (loading its code not counted), to the next acknowledgement; the worst. */
  readonly slowestBackMs: number
  /** The same on this machine in this run without a kill before it: from opening a new folder to the first acknowledgement. */
  readonly plainMs: number
  /** Findings: acknowledged postings that are missing, postings made twice, sums that do not add up. */
  readonly wrong: readonly string[]
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Kills PostgreSQL with -9 under a ledger at work, again and again. */
export async function killPostgres(dataDir: string, cycles: number, restMs: number): Promise<KillReport> {
  const opening = Date.now()
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  try {
    await migrate(databaseServer.owner)
    const db = openDatabase(databaseServer.app)
    const acknowledged: string[] = []
    const ledger = createLedger(db, systemClock)
    await openAndFund(ledger, ['kim'], 1_000_000_000n)
    const plainMs = Date.now() - opening
    let posting_ = true
    const lanes = Array.from({ length: 16 }, async (_, lane) => {
      for (let n = 0; posting_; n++) {
        const id = `pg-${lane}-${n}`
        const outcome = await ledger.post(loss(id))
        if (outcome.ok) acknowledged.push(id)
      }
    })
    let slowestBackMs = 0
    for (let cycle = 0; cycle < cycles; cycle++) {
      await sleep(restMs)
      slowestBackMs = Math.max(slowestBackMs, await killAndWait(databaseServer, acknowledged))
    }
    posting_ = false
    await Promise.all(lanes)
    const wrong = await findWrong(db, acknowledged)
    await db.close()
    return { acknowledged: acknowledged.length, slowestBackMs, plainMs, wrong }
  } finally {
    await databaseServer.stop()
  }
}

const loss = (id: string) =>
  posting(id, transfer('contract-loss', customer('kim'), ofHouse('trading-capital'), 1n))

async function killAndWait(databaseServer: DatabaseServer, acknowledged: readonly string[]): Promise<number> {
  const pid = databaseServer.postgresPid()
  if (pid === undefined) throw new Error('no PostgreSQL runs')
  process.kill(pid, 'SIGKILL')
  const from = Date.now()
  // What was on its way before the kill may still arrive; only what a new PostgreSQL acknowledged counts.
  while (databaseServer.postgresPid() === pid) await sleep(5)
  const before = acknowledged.length
  while (acknowledged.length === before) {
    if (Date.now() - from > 30_000) throw new Error('PostgreSQL did not come back')
    await sleep(5)
  }
  return Date.now() - from
}

/** Kills the whole server process with -9 in the middle of posting and starts it again, again and again. */
export async function killServer(dataDir: string, cycles: number, restMs: number): Promise<KillReport> {
  const acknowledged: string[] = []
  const backMs: number[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    const server = startServer(dataDir, `server-${cycle}`)
    await server.until((line) => line === 'opening')
    const from = Date.now()
    await server.until((line) => line.startsWith('server-'))
    backMs.push(Date.now() - from)
    await sleep(restMs)
    await server.kill()
    acknowledged.push(...server.lines.filter((line) => line.startsWith('server-')))
  }
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  const db = openDatabase(databaseServer.app)
  try {
    const [plainMs = 0, ...afterKills] = backMs
    const wrong = await findWrong(db, acknowledged)
    return { acknowledged: acknowledged.length, slowestBackMs: Math.max(...afterKills), plainMs, wrong }
  } finally {
    await db.close()
    await databaseServer.stop()
  }
}

export interface RunningServer {
  readonly process: ChildProcess
  readonly lines: readonly string[]
  readonly ended: Promise<void>
  until(matches: (line: string) => boolean): Promise<string>
  kill(): Promise<void>
}

/** `posting-process.ts` on `dataDir`. */
export function startServer(dataDir: string, name: string): RunningServer {
  const child = spawn(process.execPath, [programFile('ledger/soak/posting-process'), dataDir, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return {
    process: child,
    lines,
    ended,
    until: async (matches) => {
      for (const until = Date.now() + 30_000; Date.now() < until; await sleep(5)) {
        const found = lines.find(matches)
        if (found !== undefined) return found
        if (child.exitCode !== null) break
      }
      throw new Error(`the server did not say what was waited for: ${lines.slice(-3).join(' · ')}`)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function findWrong(db: Database, acknowledged: readonly string[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ posting: string }>(
    "SELECT posting FROM ledger_entries WHERE kind = 'contract-loss'",
  )
  const existingIds = new Set(rows.map((row) => row.posting))
  const lost = acknowledged
    .filter((id) => !existingIds.has(id))
    .map((id) => `${id} was acknowledged and is lost`)
  const doubled =
    rows.length === existingIds.size ? [] : [`${rows.length - existingIds.size} postings are there twice`]
  return [...lost, ...doubled, ...(await reconcile(db))]
}
