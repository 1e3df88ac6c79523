import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../platform/database/database.ts'
import { withClient } from '../../../platform/database/database-server.ts'
import { type ServerProcess, startProcess } from '../../../testing/server-process.ts'
import { Traffic } from './test-traffic.ts'

export interface RollingUpgradeOptions {
  /** Address of the database for its owner. */
  readonly databaseUrl: string
  /** The same database. */
  readonly db: Database
  /** Data folder that all processes share. */
  readonly dataDir: string
  /** Programs before and after. */
  readonly from: string
  readonly to: string
  /** Roles of each process. Processes are upgraded in this order, but those with the same roles begin with the one that stands by. */
  readonly processes: readonly string[]
  /** The last saves, the others trade. */
  readonly customers: readonly string[]
  /** Requests that have to be accepted between one replacement and the next. */
  readonly requestsBetween: number
}

export interface RollingUpgradeReport {
  readonly accepted: number
  /** Repeated requests by reason. */
  readonly repeats: Readonly<Record<string, number>>
  readonly longestRequestMs: number
  readonly longestGapMs: number
  /** Exit codes of the replaced processes. */
  readonly exitCodes: readonly (number | null)[]
  /** Times that another process began to lead the engine. */
  readonly takeovers: number
  /** Migrations of the database at the end: the first new process applied those that were outstanding, while the others served. */
  readonly migrations: readonly string[]
  /** Differences between responses and database. */
  readonly findings: readonly string[]
}

/** Replaces every process of an installation by another program, one after the other, while customers send keyed requests. */
export async function upgradeInTurn(options: RollingUpgradeOptions): Promise<RollingUpgradeReport> {
  const { db, dataDir, processes } = options
  const start = (roles: string, program: string) =>
    startProcess(
      ['--sandbox', '--roles', roles, '--data', dataDir],
      { DATABASE_URL: options.databaseUrl },
      program,
    )
  const servers: ServerProcess[] = []
  for (const roles of processes) servers.push(await start(roles, options.from))
  for (const server of servers) await untilReady(server)
  const takesCalls = (_: ServerProcess, place: number) => processes[place]?.includes('api') === true
  const traffic = new Traffic(db, dataDir, () => servers.filter(takesCalls).map(({ url }) => url))
  await traffic.start(options.customers)
  await traffic.accepted(options.requestsBetween)
  const before = await stateOf(options.databaseUrl)
  const exitCodes: (number | null)[] = []
  for (const place of await orderOfUpgrade(processes, servers)) {
    const [roles = '', server] = [processes[place], servers[place]]
    exitCodes.push((await server?.end('SIGTERM')) ?? null)
    const next = await start(roles, options.to)
    servers[place] = next
    await untilReady(next)
    await traffic.accepted(options.requestsBetween)
  }
  await traffic.end()
  const after = await stateOf(options.databaseUrl)
  const { effects, repeats, longestRequestMs, longestGapMs } = traffic.client
  const findings = await traffic.findings()
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  return {
    ...{ accepted: effects.length, repeats: Object.fromEntries(repeats), exitCodes, findings },
    ...{ longestRequestMs: Math.round(longestRequestMs), longestGapMs: Math.round(longestGapMs) },
    takeovers: after.fence - before.fence,
    migrations: after.migrations,
  }
}

/** Waits until the process does its part. */
async function untilReady(server: ServerProcess): Promise<void> {
  while (!(await readinessOf(server)).ready) await sleep(50)
}

async function readinessOf({ url, output }: ServerProcess): Promise<Readiness> {
  const response = await fetch(`${url}/readyz`).catch((cause: unknown) => {
    throw new Error(`the process ended: ${output()}`, { cause })
  })
  return (await response.json()) as Readiness
}

interface Readiness {
  readonly ready: boolean
  readonly roles: Readonly<Record<string, string>>
}

/** Returns the places of the processes in the order of the guide for operators: a leader is stopped once a new process can take its place. */
async function orderOfUpgrade(processes: readonly string[], servers: readonly ServerProcess[]) {
  const standing = await Promise.all(servers.map(readinessOf))
  const leads = (place: number) => Number(Object.values(standing[place]?.roles ?? {}).includes('leads'))
  const first = (place: number) => processes.indexOf(processes[place] ?? '')
  return [...processes.keys()].sort((a, b) => first(a) - first(b) || leads(a) - leads(b))
}

interface State {
  readonly fence: number
  readonly migrations: readonly string[]
}

const stateOf = (databaseUrl: string): Promise<State> =>
  withClient({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query<State>(
      'SELECT (SELECT fence::int FROM orders_lease) AS fence, ARRAY(SELECT name FROM db_migrations ORDER BY name) AS migrations',
    )
    const [state] = rows
    if (state === undefined) throw new Error('the database has no state')
    return state
  })
