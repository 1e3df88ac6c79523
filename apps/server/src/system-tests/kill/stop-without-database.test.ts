import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseServer, openDatabaseServer } from '../../platform/database/database-server.ts'
import { superuser } from '../../platform/database/embedded/cluster.ts'
import { postmasterOn } from '../../platform/database/embedded/postmaster.ts'
import { killProcesses, type ServerProcess, startProcess } from '../../testing/server-process.ts'
import { copyInstallation } from '../../testing/test-installation.ts'
import { startStopwatch } from '../../testing/time/stopwatch.ts'

/** Time after which a container runtime kills what it stops. */
const endsWithinMs = 10_000
/** Every role, in two processes: what leads, and what serves. */
const roles = ['feeds,engine', 'api,live,jobs'] as const
const patience = { interval: 50 }
const folders: string[] = []
const stopped: number[] = []

const mostAttempts = 100

/**
 * Removes a data folder while PostgreSQL still writes there: from the start again where a new file lies in a folder that was emptied, since
 * `maxRetries` only tries to remove that folder again.
 */
function remove(folder: string): void {
  for (let attempt = 1; ; attempt++)
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || attempt === mostAttempts) throw error
    }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
}
afterEach(() => killProcesses())
afterAll(() => {
  signalAll(stopped, 'SIGKILL')
  for (const folder of folders) remove(folder)
})

/** PostgreSQL with the processes that serve its connections. */
function processesOf(postmaster: number): number[] {
  if (process.platform !== 'linux') return [postmaster]
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(' ').map(Number)]
}

/** Halts PostgreSQL: it answers nothing any more, and keeps its connections. */
function halt(postmaster: number): void {
  const pids = processesOf(postmaster)
  stopped.push(...pids)
  signalAll(pids, 'SIGSTOP')
}

async function end(
  server: ServerProcess,
): Promise<{ readonly code: number | null; readonly inTime: boolean }> {
  const sinceSignalMs = startStopwatch()
  const code = await server.end('SIGTERM')
  return { code, inTime: sinceSignalMs() < endsWithinMs }
}

describe('a server with its own PostgreSQL', () => {
  const start = async () => {
    const folder = await copyInstallation('candor-stop-')
    folders.push(folder)
    const server = await startProcess(['--data', folder, '--log-level', 'error'])
    // Its last words at the start.
    await expect.poll(server.output, patience).toContain('console is at')
    const postmaster = postmasterOn(join(folder, 'postgres'))
    if (postmaster === null) throw new Error('the server has no PostgreSQL')
    return { server, folder, postmaster }
  }

  test('I11.12g: ends in time after its data folder was removed, and after its PostgreSQL ended for that', async () => {
    const { server, folder, postmaster } = await start()
    remove(folder)
    // PostgreSQL notices within a minute by itself.
    process.kill(postmaster, 'SIGKILL')
    await expect.poll(server.output, patience).toContain('PostgreSQL could not be restarted yet')
    expect(await end(server)).toEqual({ code: 1, inTime: true })
    expect(server.output()).toContain('The database could not be reached while the server stopped')
  })

  test('I11.12g: ends in time when the folder was removed just now', async () => {
    const { server, folder } = await start()
    remove(folder)
    expect(await end(server)).toMatchObject({ inTime: true })
  })

  test('I11.12g: ends in time when its PostgreSQL was killed just now', async () => {
    const { server, postmaster } = await start()
    process.kill(postmaster, 'SIGKILL')
    expect(await end(server)).toMatchObject({ inTime: true })
  })

  test('I11.12g: ends in time when its PostgreSQL is halted, and names what did not end', async () => {
    const { server, postmaster } = await start()
    halt(postmaster)
    expect(await end(server)).toEqual({ code: 1, inTime: true })
    expect(server.output()).toMatch(/the server was ended: \\".+\\" did not stop in time/)
  })
})

describe('processes with other roles', () => {
  let database: DatabaseServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'candor-stop-roles-'))
    folders.push(folder)
    database = await openDatabaseServer({ dataDir: folder, databaseUrl: null, log: silent })
  })
  afterAll(() => {
    signalAll(stopped, 'SIGCONT')
    return database.stop()
  })
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const start = (some: string) => {
    const { host = '', port, database: name } = database.owner
    const args = ['--sandbox', '--data', join(folder, 'server'), '--roles', some, '--log-level', 'error']
    return startProcess(args, {
      DATABASE_URL: `postgres://${superuser}@${encodeURIComponent(host)}:${port}/${name}`,
    })
  }

  test('I11.12g: each ends in time when PostgreSQL is halted', async () => {
    const servers: ServerProcess[] = []
    for (const some of roles) servers.push(await start(some))
    halt(database.postgresPid() ?? 0)
    const ended = await Promise.all(servers.map(end))
    expect(ended.map(({ inTime }) => inTime)).toEqual(roles.map(() => true))
  })
})
