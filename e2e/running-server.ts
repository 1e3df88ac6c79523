import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withData } from '../apps/server/src/cli/open-data.ts'
import { reconcile } from '../apps/server/src/ledger/reconciliation/reconcile.ts'
import {
  abandonedMemoryFolders,
  openMemoryFolder,
} from '../apps/server/src/platform/database/temporary/memory-folder.ts'
import { stuckCases } from '../apps/server/src/platform/jobs/stuck-cases-store.ts'
import { programFile } from '../apps/server/src/platform/program-file.ts'

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const run = promisify(execFile)
/** Tells only that something hangs, never that a machine is slow. */
const patienceMs = 180_000

export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  /** Waits until the server prints this, or returns at once if it has. */
  hear(pattern: RegExp): Promise<string>
  /** The newest code e-mailed to this address: the sandbox's outbox is a folder. */
  mailedCode(to: string): Promise<string>
  /** The link in the newest e-mail about a change of the account. */
  mailedLink(to: string): Promise<string>
  /** Runs the command-line tool next to the server, as an operator would: `candor('clock', 'advance', '24h')`. */
  candor(...words: readonly string[]): Promise<string>
  /** Ends the process without warning, like a power cut. */
  kill(): Promise<void>
  stop(): Promise<void>
  /**
   * Reconciles the ledger like `candor reconcile`, stops, and removes the data folder; throws and keeps it where the ledger does
   * not add up.
   */
  dispose(): Promise<void>
}

/** Environment variable with the folder that `first-start.ts` made. */
const firstStart = 'CANDOR_JOURNEY_FIRST_START'
/** Environment variable with the folder in memory where data folders are made; without it they are made on the disk. */
const memoryFolder = 'CANDOR_JOURNEY_MEMORY'
const dataDirPrefix = 'candor-journey-'

export interface ServerOptions {
  readonly dataDir?: string
  readonly port?: number
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the whole product like `npm start`, on a free port and, unless a folder is given, on a copy of the first start's. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await copyOfFirstStart())
  const child = spawn(
    process.execPath,
    [programFile('main'), '--port', String(options.port ?? 0), '--data', dataDir, ...(options.flags ?? [])],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  )
  const hear = listenTo(child)
  const url = await hear(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    url,
    dataDir,
    hear,
    mailedCode: (to) => newestInMail(join(dataDir, 'outbox'), to, ({ code }) => code),
    mailedLink: (to) =>
      newestInMail(join(dataDir, 'outbox'), to, ({ text }) => /https?:\S+[?]token=\S+/.exec(text)?.[0]),
    candor: async (...words) => {
      const args = [programFile('cli'), ...words, '--data', dataDir]
      return (await run(process.execPath, args, { cwd: projectRoot })).stdout
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    dispose: async () => {
      await reconcileBooks(dataDir).finally(() => end('SIGTERM'))
      await removeFolder(dataDir)
    },
  }
}

/** The server of a fixture: started before the tests that use it, disposed of after them. */
export async function useServer(
  use: (server: RunningServer) => Promise<void>,
  options?: ServerOptions,
): Promise<void> {
  const server = await startServer(options)
  await use(server)
  await server.dispose()
}

/** Removes a data folder, again while a process of its PostgreSQL that is still ending writes there. */
const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })

/** Reconciles the ledger at the end of a journey, like `candor reconcile`, while the server still runs; no job may have failed on a case. */
async function reconcileBooks(dataDir: string): Promise<void> {
  const findings = await withData(dataDir, async ({ db }) => [
    ...(await reconcile(db)),
    ...(await stuckCases(db.query, 10)).map(
      ({ job, case_id, error }) => `stuck: ${job} ${case_id}: ${error}`,
    ),
  ])
  if (findings.length > 0) throw new Error(`the books are not clean for ${dataDir}:\n${findings.join('\n')}`)
}

/** Makes a first start, which takes seconds (cluster, sample content, a simulated past for each market), once for all journeys. */
export async function makeFirstStart(): Promise<() => Promise<void>> {
  for (const folder of abandonedMemoryFolders()) await rm(folder, { recursive: true, force: true })
  const memory = openMemoryFolder()
  if (memory !== null) process.env[memoryFolder] = memory.path
  const dataDir = await newDataDir()
  const server = await startServer({ dataDir })
  await server.hear(/the simulated past is written/)
  await server.stop()
  await dropSpareLog(join(dataDir, 'postgres', 'pg_wal'))
  process.env[firstStart] = dataDir
  return async () => {
    await removeFolder(dataDir)
    if (memory === null) return
    await keepWhatIsLeft(memory.path)
    memory.remove()
  }
}

/** Moves to the disk what journeys left to be looked at: books that do not add up. */
async function keepWhatIsLeft(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((it) => it.startsWith(dataDirPrefix))) {
    await run('cp', ['-a', join(folder, name), tmpdir()])
    process.stdout.write(`left by a journey: ${join(tmpdir(), name)}\n`)
  }
}

/** Removes PostgreSQL's empty log files kept for later use: they are half of what every server would copy. PostgreSQL recreates them. */
async function dropSpareLog(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const files = await Promise.all(
    names.map(async (name) => ({ name, written: (await stat(join(folder, name))).mtimeMs })),
  )
  const [last] = files.toSorted((a, b) => b.written - a.written)
  for (const { name } of files) if (last !== undefined && name > last.name) await rm(join(folder, name))
}

async function copyOfFirstStart(): Promise<string> {
  const made = process.env[firstStart]
  const dataDir = await newDataDir()
  // Node's own copying does not keep file owners, and PostgreSQL's folder may belong to another user.
  if (made !== undefined) await run('cp', ['-a', `${made}/.`, dataDir])
  return dataDir
}

/** A folder that PostgreSQL's unprivileged user can enter too; a journey stores nothing elsewhere. */
async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(process.env[memoryFolder] ?? tmpdir(), dataDirPrefix))
  await chmod(folder, 0o711)
  return folder
}

/** Waits for an output of the server; one that does not print it in time is ended. */
function listenTo(child: ChildProcess): (pattern: RegExp) => Promise<string> {
  let output = ''
  const listen = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  return async (pattern) => {
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20)) {
      const found = pattern.exec(output)?.[0]
      if (found !== undefined) return found
      if (child.exitCode !== null) break
    }
    child.kill('SIGKILL')
    throw new Error(`the server did not say ${pattern}:\n${output}`)
  }
}

interface Mail {
  readonly to: string
  readonly text: string
  readonly code?: string
}

async function newestInMail(
  outbox: string,
  to: string,
  find: (mail: Mail) => string | undefined,
): Promise<string> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(100)) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
    for (const name of names.reverse()) {
      const mail = JSON.parse(await readFile(join(outbox, name), 'utf8')) as Mail
      const found = mail.to === to ? find(mail) : undefined
      if (found !== undefined) return found
    }
  }
  throw new Error(`nothing such was mailed to ${to}`)
}
