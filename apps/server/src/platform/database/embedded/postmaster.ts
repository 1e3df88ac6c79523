import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  fchownSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withIdleLimit } from '../session-limits.ts'
import { type Cluster, quietEnv, socketPort, superuser } from './cluster.ts'
import { DatabaseServerError, sayFromLog } from './database-server-error.ts'
import { spawnAs } from './postgres-user.ts'
import { guardPostmaster } from './postmaster-guard.ts'

/** Settings of the embedded server beyond PostgreSQL's defaults. */
export type Settings = Readonly<Record<string, string>>

const settings: Settings = {
  listen_addresses: '',
  max_connections: '120',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
}

const startLimitMs = 60_000
/** Between looks at a starting PostgreSQL, whose log has a line of each; a recovery takes longer. */
const shortestPauseMs = 20
const longestPauseMs = 1_000
const stopLimitMs = 20_000
const quitLimitMs = 5_000
const logLimitBytes = 5_000_000

/**
 * Starts PostgreSQL and resolves once it accepts queries; rejects with the reason when it gives up. With a limit of its own it is a recovery, which
 * nothing of an earlier PostgreSQL can be in the way of: it is started once.
 */
export async function startPostmaster(
  cluster: Cluster,
  extra: Settings,
  limitMs: number | null = null,
): Promise<ChildProcess> {
  const until = Date.now() + (limitMs ?? startLimitMs)
  for (;;) {
    const from = trimLog(cluster.logFile)
    const child = launch(cluster, extra)
    guardPostmaster(cluster, child)
    const up = await waitUntilReady(cluster, child, until)
    if (up) return child
    const log = readFileSync(cluster.logFile, 'utf8').slice(from)
    // The children of a killed postmaster need a moment to notice and go.
    const isBusy = /still in use|postmaster\.pid|is starting up|already exists/.test(log)
    if (limitMs !== null || !isBusy || Date.now() > until) throw sayFromLog(log, cluster.dir)
    await sleep(50)
  }
}

function launch({ dir, socketDir, logFile, user, binaries }: Cluster, extra: Settings): ChildProcess {
  const chosen = { ...settings, unix_socket_directories: socketDir, ...extra }
  const args = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logFile, 'a', 0o600)
  try {
    if (user.lent) fchownSync(log, user.uid, user.gid)
    // Its own process group: Ctrl-C in the terminal reaches us, and we stop it in order.
    return spawn(binaries.postgres, ['-D', dir, ...args], {
      ...spawnAs(user),
      cwd: dir,
      env: quietEnv,
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

async function waitUntilReady(cluster: Cluster, child: ChildProcess, until: number): Promise<boolean> {
  let failed: Error | null = null
  child.once('error', (error) => {
    failed = error
  })
  for (
    let pauseMs = shortestPauseMs;
    failed === null && child.exitCode === null && child.signalCode === null;
    pauseMs = Math.min(pauseMs * 1.1, longestPauseMs)
  ) {
    if (await isAccepting(cluster)) return true
    if (Date.now() > until) {
      child.kill('SIGKILL')
      throw new DatabaseServerError(`PostgreSQL on ${cluster.dir} was not ready in time.`)
    }
    await sleep(pauseMs)
  }
  return false
}

async function isAccepting({ socketDir }: Cluster): Promise<boolean> {
  const connection = { host: socketDir, port: socketPort, user: superuser, database: 'postgres' }
  const client = new pg.Client(withIdleLimit(connection))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Shuts down fast: ends sessions and writes everything; after a while it shuts down harder, and is killed in the end. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGINT')
  const harder = setTimeout(() => child.kill('SIGQUIT'), stopLimitMs)
  // One that was halted hears no other signal.
  const killed = setTimeout(() => child.kill('SIGKILL'), stopLimitMs + quitLimitMs)
  await gone
  clearTimeout(harder)
  clearTimeout(killed)
}

/** Stops the PostgreSQL that a killed server left running on this cluster. True when there was one. */
export async function stopOrphan(cluster: Cluster): Promise<boolean> {
  const pid = postmasterOn(cluster.dir)
  if (pid === null) return false
  const started = Date.now()
  signal(pid, 'SIGINT')
  while (postmasterOn(cluster.dir) === pid) {
    const waitedMs = Date.now() - started
    if (waitedMs > stopLimitMs)
      throw new DatabaseServerError(`PostgreSQL with pid ${pid} on ${cluster.dir} does not stop.`)
    if (waitedMs > stopLimitMs / 4) signal(pid, 'SIGQUIT')
    await sleep(10)
  }
  return true
}

/** The process may have ended by itself meanwhile, which is the goal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The PostgreSQL now running on a cluster, or null. */
export function postmasterOn(dir: string): number | null {
  const pid = Number(readIfThere(join(dir, 'postmaster.pid')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  return isPostmasterOf(pid, dir) ? pid : null
}

/** PostgreSQL removes the file when it stops. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Pids are used again: on Linux a postmaster works in its data folder, elsewhere a living pid has to do. */
function isPostmasterOf(pid: number, dir: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dir)
  } catch {
    return false
  }
}

/** Returns the offset at which this start's log begins; truncates a log that grew long. */
function trimLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < logLimitBytes) return size
  rmSync(file, { force: true })
  writeFileSync(file, '', { mode: 0o600 })
  return 0
}
