import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import {
  connectionOfRunning,
  type DatabaseServer,
  openDatabaseServer,
  withClient,
} from './database-server.ts'
import { sayFromLog, sayPlainly } from './embedded/database-server-error.ts'
import { choosePostgresUser } from './embedded/postgres-user.ts'
import { temporaryDataDir } from './temporary/temporary-data-dir.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const cleanUp: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

function folder(): string {
  const dir = temporaryDataDir('candor-room-')
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function open(dataDir: string, databaseUrl: string | null = null): Promise<DatabaseServer> {
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl, log: silent })
  cleanUp.push(() => databaseServer.stop())
  return databaseServer
}

const call = (config: DatabaseServer['app'], sql: string) =>
  withClient(config, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)

test('issue 2 "embedded PostgreSQL": opens in a new folder with checksums and fsync, reachable only by its own user, and keeps its data over a clean stop and a dead server’s lock', async () => {
  const dataDir = join(folder(), 'data')
  expect(connectionOfRunning(dataDir)).toBeNull()
  const first = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  await call(first.owner, 'CREATE TABLE kept AS SELECT 7 AS n')
  const settings = ['data_checksums', 'fsync', 'server_encoding', 'listen_addresses']
  const shown = await Promise.all(
    settings.map(async (name) => (await call(first.app, `SHOW ${name}`))[0]?.[name]),
  )
  expect(shown).toEqual(['on', 'on', 'UTF8', ''])
  expect(await call(first.app, 'SELECT current_user AS who')).toEqual([{ who: 'candor_app' }])
  // Another process finds the connection while it runs.
  const found = connectionOfRunning(dataDir)
  expect(await call(found?.app ?? {}, 'SELECT current_user AS who')).toEqual([{ who: 'candor_app' }])
  expect(statSync(join(dataDir, 'connection.json')).mode & 0o777).toBe(0o600)
  // Proof "second server on one data folder": 100 tries, 0 starts, and the holder is named.
  for (let tries = 0; tries < 100; tries++) {
    await expect(
      openDatabaseServer({ dataDir, databaseUrl: null, log: silent, lockPatienceMs: 0 }),
    ).rejects.toThrow(new RegExp(`in use by the server with pid ${process.pid}, running since 20..-`))
  }
  expect(await call(first.app, 'SELECT 1 AS fine')).toEqual([{ fine: 1 }])
  await first.stop()
  expect(connectionOfRunning(dataDir)).toBeNull()

  const dead = spawnSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))'], {
    encoding: 'utf8',
  })
  const lock = { pid: Number(dead.stdout), born: 'another-boot/1', since: '2026-01-01T00:00:00.000Z' }
  writeFileSync(join(dataDir, 'candor.lock'), JSON.stringify(lock))
  const second = await open(dataDir)
  expect(await call(second.owner, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('issue 11.12: a start reports that it waits for the folder’s owner and continues when that one ends; without waiting it gives up in one sentence', async () => {
  const dataDir = folder()
  const first = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  const logged: string[] = []
  const log = { ...silent, warn: (_details: object, message: string) => void logged.push(message) }
  const second = openDatabaseServer({ dataDir, databaseUrl: null, log })
  await expect
    .poll(() => logged)
    .toEqual(['another process uses the data folder: waiting up to 5 s for it to end'])
  await first.stop()
  cleanUp.push((await second).stop)
  const third = openDatabaseServer({ dataDir, databaseUrl: null, log: silent, lockPatienceMs: 100 })
  await expect(third).rejects.toThrow(
    /^The data folder .+ is in use by the server with pid \d+, running since /,
  )
})

test('issue 2 "root and ordinary user": where PostgreSQL’s user cannot enter, the cluster is stored elsewhere and a note names the place', async () => {
  const home = folder()
  const dataDir = join(home, 'data')
  chmodSync(home, 0o700)
  const databaseServer = await open(dataDir)
  expect(await call(databaseServer.app, 'SELECT 1 AS fine')).toEqual([{ fine: 1 }])
  const note = join(dataDir, 'WHERE-IS-THE-DATABASE.txt')
  // As root another user runs PostgreSQL and cannot enter; as an ordinary user it is ourselves, and nothing has to move.
  expect(existsSync(note)).toBe(userInfo().uid === 0)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(userInfo().uid !== 0)
  if (!existsSync(note)) return
  const place = readFileSync(note, 'utf8').match(/is in (.+)$/m)?.[1] ?? ''
  expect(existsSync(join(place, 'PG_VERSION'))).toBe(true)
  await databaseServer.stop()
  rmSync(dirname(place), { recursive: true, force: true })
})

test('started by root, PostgreSQL runs as the owner of the cluster or the repository, else as nobody; never as root', () => {
  const dir = folder()
  const [cluster, repository] = [join(dir, 'cluster'), join(dir, 'repository')]
  mkdirSync(repository)
  const me = userInfo()
  if (me.uid !== 0) {
    expect(choosePostgresUser(cluster, repository)).toEqual({ uid: me.uid, gid: me.gid, lent: false })
    return
  }
  expect(choosePostgresUser(cluster, repository)).toMatchObject({ lent: true })
  expect(choosePostgresUser(cluster, repository).uid).not.toBe(0)
  chownSync(repository, 1234, 1235)
  expect(choosePostgresUser(cluster, repository)).toEqual({ uid: 1234, gid: 1235, lent: true })
  mkdirSync(cluster)
  chownSync(cluster, 4321, 4322)
  expect(choosePostgresUser(cluster, repository)).toEqual({ uid: 4321, gid: 4322, lent: true })
})

test('a data folder that is closed to others stays closed to look into, and its path may be very long: the socket has a limit, the folder has none', async () => {
  const dataDir = join(folder(), 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o700)
  const databaseServer = await open(dataDir)
  expect(await call(databaseServer.app, 'SELECT 1 AS fine')).toEqual([{ fine: 1 }])
  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
  expect(statSync(dataDir).mode & 0o067).toBe(0)
  expect(String(databaseServer.app.host).length).toBeLessThan(100)
})

test('issue 2 "a clear message": a file in the way, data of another version, and a failing disk are each reported in one sentence', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'file'), '')
  await expect(open(join(dir, 'file'))).rejects.toThrow(/is a file, not a folder/)
  await expect(open(join(dir, 'file', 'below'))).rejects.toThrow(/is a file, not a folder/)
  const old = join(dir, 'old')
  mkdirSync(join(old, 'postgres'), { recursive: true })
  writeFileSync(join(old, 'postgres', 'PG_VERSION'), '13\n')
  await expect(open(old)).rejects.toThrow(/was written by PostgreSQL 13, but this release runs 18/)
  const messages = ['EACCES', 'EROFS', 'ENOSPC'].map((code) =>
    String(sayPlainly(Object.assign(new Error(), { code }), '/x')),
  )
  expect(messages).toEqual([
    expect.stringContaining('is not open to this user'),
    expect.stringContaining('read-only disk'),
    expect.stringContaining('no space left'),
  ])
  expect(sayFromLog('FATAL: could not write: No space left on device', '/x').message).toContain(
    'no space left',
  )
  expect(sayFromLog('one\ntwo\nthree\nfour', '/x').message).toContain('two · three · four')
  const strange = new Error('strange')
  expect(sayPlainly(strange, '/x')).toBe(strange)
})

test('DATABASE_URL: a given server is used, the application as candor_app, with a password and without', async () => {
  const { host, port } = inject('testCluster')
  for (const login of ['postgres', 'postgres:secret']) {
    const databaseServer = await open(
      folder(),
      `postgres://${login}@${encodeURIComponent(host)}:${port}/postgres`,
    )
    expect(await call(databaseServer.owner, 'SELECT current_user AS who')).toEqual([{ who: 'postgres' }])
    expect(await call(databaseServer.app, 'SELECT current_user AS who')).toEqual([{ who: 'candor_app' }])
    expect(databaseServer.postgresPid()).toBeUndefined()
  }
})

test('DATABASE_URL: an unreachable server is reported in one sentence', async () => {
  await expect(open(folder(), 'postgres://someone:secret@127.0.0.1:1/none')).rejects.toThrow(
    /^Cannot connect to the PostgreSQL in DATABASE_URL: (?!.*secret)/,
  )
})
