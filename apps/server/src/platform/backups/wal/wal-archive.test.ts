import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKeyPair } from '../../database/backup/encryption.ts'
import { openDatabase } from '../../database/database.ts'
import { type DatabaseServer, openDatabaseServer, withClient } from '../../database/database-server.ts'
import { superuser } from '../../database/embedded/cluster.ts'
import { lineOf, spoolOf } from '../../database/embedded/wal-spool.ts'
import { temporaryDataDir } from '../../database/temporary/temporary-data-dir.ts'
import { FolderBackups } from '../folder-backups.ts'
import { damagingStore } from '../test-damaging-store.ts'
import { storeBase } from './base-backup.ts'
import { shipChangedFiles } from './changed-files.ts'
import { pruneLines } from './prune-lines.ts'
import { type RecoveryCount, recoveryOf } from './recover-base.ts'
import { isWalFile, listBases } from './wal-names.ts'
import { WalShipper } from './wal-shipper.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const segmentBytes = 16 * 1024 * 1024
let folder: string
let dataDir: string
let server: DatabaseServer
let keys: Awaited<ReturnType<typeof newKeyPair>>
let store: FolderBackups
let shipper: WalShipper
let options: ConstructorParameters<typeof WalShipper>[0]
let db: ReturnType<typeof openDatabase>

beforeAll(async () => {
  folder = temporaryDataDir('candor-log-')
  dataDir = join(folder, 'data')
  store = new FolderBackups(join(folder, 'store'))
  keys = await newKeyPair()
  server = await openDatabaseServer({
    dataDir,
    databaseUrl: null,
    archives: true,
    log,
    settings: { fsync: 'off' },
  })
  writeFileSync(join(dataDir, 'first.txt'), 'first')
  const clusterDir = server.clusterDir ?? ''
  db = openDatabase({ ...server.app, max: 2 })
  const line = lineOf(clusterDir) ?? ''
  options = { store, line, spool: spoolOf(clusterDir), dataDir, recipient: keys.recipient, db }
  shipper = new WalShipper(options)
  await query(server.owner, 'CREATE TABLE probe (n bigint)')
})
afterAll(async () => {
  await db.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const query = (config: pg.PoolConfig, sql: string) =>
  withClient(config, async (client) => (await client.query<Record<string, string>>(sql)).rows)
const asSuperuser = (sql: string) => query({ ...server.owner, user: superuser, database: 'postgres' }, sql)
const now = async () =>
  (
    await query(
      server.owner,
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') AS at`,
    )
  )[0]?.at ?? ''

const spooled = () => readdirSync(options.spool).filter(isWalFile)

/** Waits until what was written so far is in the spool, and sends it. */
async function archive(): Promise<void> {
  await shipper.beat()
  const [switched] = await asSuperuser('SELECT pg_walfile_name(pg_switch_wal()) AS segment')
  const segment = switched?.segment ?? ''
  const inStore = async () => (await store.list('lines/')).some(({ name }) => name.endsWith(segment))
  await expect.poll(async () => spooled().includes(segment) || (await inStore())).toBe(true)
  await shipper.shipSegments()
}

let restored = 0
/** Recovers into a new folder, and gives what is in it. */
async function recover(target: { readonly text: string; readonly ms: number } | null) {
  const into = join(folder, `restored-${restored++}`)
  const base = (await listBases(store)).at(-1)
  if (base === undefined) throw new Error('there is no base backup')
  const count: RecoveryCount = { files: 0, segments: 0, reached: null }
  mkdirSync(into)
  const recovery = recoveryOf({ store, base, dataDir: into, identity: keys.identity, target }, count)
  const copy = await openDatabaseServer({
    dataDir: into,
    databaseUrl: null,
    log,
    recovery,
    settings: { fsync: 'off' },
  })
  try {
    const rows = await query(copy.owner, 'SELECT n::text FROM probe ORDER BY n')
    const files = readdirSync(into).filter((name) => name.endsWith('.txt'))
    return {
      numbers: rows.map(({ n }) => Number(n)),
      files: files.sort(),
      line: lineOf(copy.clusterDir ?? ''),
    }
  } finally {
    await copy.stop()
  }
}

const add = (n: number) => query(server.owner, `INSERT INTO probe VALUES (${n})`)

test('I16.15: a base backup and the log after it are restored to the state of a moment, and to none after its end', async () => {
  await add(1)
  // A process was killed before.
  const drafts = ['base/1.base', 'files/1.files'].map((name) => `lines/${options.line}/${name}.part`)
  for (const name of drafts) await store.put(name, Readable.from([Buffer.from('half')]))
  expect(await storeBase({ owner: server.owner, dataDir }, store, keys.recipient)).toMatchObject({
    line: options.line,
  })
  await add(2)
  writeFileSync(join(dataDir, 'second.txt'), 'second')
  await shipChangedFiles(options)
  for (const name of drafts) expect(existsSync(join(store.shown, name)), name).toBe(false)
  const moment = await now()
  const target = { text: moment, ms: Date.parse(moment.replace(' ', 'T').replace('+00', 'Z')) }
  await add(3)
  await archive()
  expect(await recover(target)).toEqual({ numbers: [1, 2], files: ['first.txt', 'second.txt'], line: null })
  const late = { text: '2126-01-01 00:00:00+00', ms: Date.UTC(2126, 0, 1) }
  await expect(recover(late)).rejects.toThrow('The archive ends before the requested moment')
})

test('I16.15: a segment that is missing before others ends a restore: it does not pass for the end of the archive', async () => {
  const names = (await store.list(`lines/${options.line}/wal/`)).map(({ name }) => join(store.shown, name))
  const segments = names.filter((name) => /[0-9A-F]{24}$/.test(name))
  expect(segments.length).toBeGreaterThan(1)
  const missing = segments.at(-2) ?? ''
  renameSync(missing, join(folder, 'missing'))
  await expect(recover(null)).rejects.toThrow(
    / has a gap: [0-9A-F]{24} is missing, and [0-9A-F]{24} is there/,
  )
  renameSync(join(folder, 'missing'), missing)
})

test('I16.15: a base backup that a store does not give back as it was made cannot be chosen for a restore', async () => {
  const before = await listBases(store)
  const damaging = damagingStore(store)
  await expect(storeBase({ owner: server.owner, dataDir }, damaging, keys.recipient)).rejects.toThrow(
    'is not a complete backup',
  )
  expect(await listBases(store)).toEqual(before)
  const names = (await store.list(`lines/${options.line}/base/`)).map(({ name }) => name)
  expect(names).toEqual(before.map(({ name }) => name))
})

test('I16.15: nothing in the archive can be read without the private key, and another key is said', async () => {
  for (const { name } of await store.list('lines/')) {
    const bytes = readFileSync(join(store.shown, name))
    if (!name.includes('/bases/')) expect(bytes.toString('latin1', 0, 21), name).toBe('age-encryption.org/v1')
  }
  const own = keys
  keys = await newKeyPair()
  await expect(recover(null)).rejects.toThrow('is encrypted with another key')
  keys = own
})

test('I16.15: what no second of the kept days needs is removed, and what the others need is left', async () => {
  const days = 24 * 3_600_000
  await storeBase({ owner: server.owner, dataDir }, store, keys.recipient)
  await archive()
  const bases = await listBases(store)
  expect(bases).toHaveLength(2)
  const segments = async () =>
    (await store.list(`lines/${options.line}/wal/`)).map(({ name }) => name.split('/').at(-1) ?? '')
  const before = await segments()
  // Both are needed a week later: the first one is the newest that is a week old.
  await pruneLines(store, 7, new Date((bases[1]?.doneMs ?? 0) - 1 + 7 * days))
  expect(await listBases(store)).toEqual(bases)
  await pruneLines(store, 7, new Date((bases[1]?.doneMs ?? 0) + 1 + 7 * days))
  expect(await listBases(store)).toEqual(bases.slice(1))
  expect(await segments()).toEqual(
    before.filter((segment) => segment.slice(0, 24) >= (bases[1]?.segment ?? '')),
  )
})

test('I16.15: kill -9 while it archives: every archived segment is whole, and everything that was committed is restored', async () => {
  const committed: number[] = []
  let n = 100
  for (let kills = 0; kills < 2; kills++) {
    const before = server.postgresPid() ?? 0
    const work = (async () => {
      for (;;) {
        await add(++n)
        committed.push(n)
        await asSuperuser('SELECT pg_switch_wal()')
      }
    })().catch(() => undefined)
    const count = committed.length
    await expect.poll(() => committed.length, { interval: 1 }).toBeGreaterThan(count + 1)
    process.kill(before, 'SIGKILL')
    await work
    for (const name of spooled()) expect(statSync(join(options.spool, name)).size, name).toBe(segmentBytes)
    await shipper.shipSegments()
    await expect
      .poll(() =>
        add(0).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  }
  await archive()
  // From the base backup that rotation left, to the last state.
  const { numbers } = await recover(null)
  expect(numbers).toEqual(expect.arrayContaining([1, 2, 3, ...committed]))
  expect(committed.length).toBeGreaterThan(3)
})

test('I16.15: a spool that ends with the archive is removed, and a store that fails keeps what waits', async () => {
  const failing = new WalShipper({
    ...options,
    store: { ...store, put: () => Promise.reject(new Error('no space')) } as never,
  })
  await asSuperuser('SELECT pg_current_xact_id()')
  await asSuperuser('SELECT pg_switch_wal()')
  await expect.poll(spooled).not.toEqual([])
  await expect(failing.shipSegments()).rejects.toThrow('no space')
  expect(await failing.waitingMs()).toBeGreaterThan(0)
  await db.close()
  await server.stop()
  server = await openDatabaseServer({ dataDir, databaseUrl: null, log, settings: { fsync: 'off' } })
  // As before: every program that opens the database archives.
  expect(await asSuperuser('SHOW archive_mode')).toEqual([{ archive_mode: 'on' }])
  await server.stop()
  server = await openDatabaseServer({
    dataDir,
    databaseUrl: null,
    archives: false,
    log,
    settings: { fsync: 'off' },
  })
  expect(await asSuperuser('SHOW archive_mode')).toEqual([{ archive_mode: 'off' }])
  expect(readdirSync(dirname(server.clusterDir ?? ''))).not.toContain('wal-spool')
  db = openDatabase({ ...server.app, max: 2 })
})
