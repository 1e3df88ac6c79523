import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { candor } from '../cli/test-candor.ts'
import { missingForCustomers } from '../platform/config/missing-for-customers.ts'
import { storedBackupKey } from '../platform/database/backup/backup-key.ts'
import { newKeyPair } from '../platform/database/backup/encryption.ts'
import { connectionOfRunning, withClient } from '../platform/database/database-server.ts'
import { superuser } from '../platform/database/embedded/cluster.ts'
import { openInstallation, updateInstallation } from '../platform/database/installation.ts'
import { temporaryDataDir } from '../platform/database/temporary/temporary-data-dir.ts'
import { emptyDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import { lastFormerSteps, makeFormerDatabase } from '../platform/database/temporary/test-former-steps.ts'
import { keyFileOf, readInstallationKeys } from '../platform/keys/installation-key.ts'
import { killProcesses, type ServerProcess, startProcess } from '../testing/server-process.ts'

const folders: string[] = []
const databases: TestDatabase[] = []
afterEach(async () => {
  await killProcesses()
  for (const dataDir of folders.splice(0)) rmSync(dataDir, { recursive: true, force: true })
  for (const database of databases.splice(0)) await database.dispose()
})

const newFolder = () => {
  const dataDir = temporaryDataDir('candor-nature-')
  folders.push(dataDir)
  return dataDir
}
const newDatabase = async () => {
  const database = await emptyDatabase()
  databases.push(database)
  return database
}

/** Everything that a stranger to the process sees of it: money, people, clock and everything written. */
async function traces(owner: pg.PoolConfig) {
  return withClient(owner, async (client) => {
    const one = async (sql: string) => (await client.query<{ n: number }>(sql)).rows[0]?.n
    return {
      realMoney: await one(
        "SELECT count(*)::int AS n FROM ledger_accounts WHERE asset <> 'DEMO' AND balance <> 0",
      ),
      operators: await one('SELECT count(*)::int AS n FROM operators_people'),
      postings: await one('SELECT count(*)::int AS n FROM ledger_postings'),
      migrations: await one('SELECT count(*)::int AS n FROM db_migrations'),
    }
  })
}

/** As in DATABASE_URL: a user who may create the application's role. */
const urlOf = ({ host = '', port, database }: pg.PoolConfig): string =>
  `postgres://${superuser}@${encodeURIComponent(host)}:${port}/${database}`

const ownerOf = (dataDir: string) => {
  const connection = connectionOfRunning(dataDir)
  if (connection === null) throw new Error('nothing runs there')
  return connection.owner
}

/** PostgreSQL's own files, which change whenever it runs; `traces` reads what is in them. */
const ofPostgres = /^(postgres|run)(\/|\.log|$)/

/** The hash of every other file of a folder, by its path. */
function filesOf(dataDir: string): Readonly<Record<string, string>> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
  return Object.fromEntries(
    paths
      .filter((path) => !ofPostgres.test(path))
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(dataDir, path)))
          .digest('hex'),
      ]),
  )
}

const otherBackupKey = async () => ({ BACKUP_KEY: (await newKeyPair()).recipient })

/** Expects a start to be refused with these words, and every file of the folder to be as before. */
async function expectRefused(dataDir: string, flags: readonly string[], words: RegExp): Promise<void> {
  const before = filesOf(dataDir)
  await expect(startProcess(['--data', dataDir, ...flags], await otherBackupKey())).rejects.toThrow(words)
  expect(filesOf(dataDir)).toEqual(before)
}

/** Starts it, looks, does `meanwhile`, and ends it. */
async function startedOnce(
  dataDir: string,
  flags: readonly string[] = [],
  meanwhile: (server: ServerProcess) => Promise<void> = async () => undefined,
) {
  const server = await startProcess(['--data', dataDir, ...flags])
  await expect.poll(() => server.output()).toContain('The operators’ console is at')
  const seen = await traces(ownerOf(dataDir))
  await meanwhile(server)
  await server.end('SIGTERM')
  return seen
}

test('I12.11: a real folder started without a flag stays real, and one that is told to be a sandbox is refused with nothing written', async () => {
  const dataDir = newFolder()
  const made = await startedOnce(dataDir, ['--no-sandbox'], async (server) => {
    // What customers would lack is said in plain words.
    expect(server.output()).toContain('PUBLIC_URL is not set')
    expect(server.output()).toContain('SMTP_URL is not set')
    expect(server.output()).toContain('BACKUP_KEY is not set')
  })
  expect(made).toMatchObject({ realMoney: 0, operators: 0 })
  await expectRefused(
    dataDir,
    ['--sandbox'],
    /^This is a real installation and cannot become a sandbox: omit --sandbox/,
  )
  const key = keyFileOf(dataDir)
  renameSync(key, `${key}-away`)
  await expectRefused(
    dataDir,
    [],
    /^The key of this installation is missing: there is no .+files\.key\. Put it back/,
  )
  renameSync(`${key}-away`, key)
  const unasked = await startedOnce(dataDir, [], async () => {
    renameSync(key, `${key}-away`)
    const add = ['operator', 'create', '--email', 'ada@candor.example', '--role', 'admin', '--data', dataDir]
    expect(await candor(...add, '--password', 'a long and plain phrase')).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^The key of this installation is missing/m),
    })
    expect(existsSync(key)).toBe(false)
    renameSync(`${key}-away`, key)
    const code = await candor('operator', 'code', '--email', 'admin@sandbox.example', '--data', dataDir)
    expect(code).toMatchObject({ code: 2, out: 'Only a sandbox can show authenticator codes.\n' })
    expect(await candor('clock', 'advance', '24h', '--data', dataDir)).toMatchObject({ code: 2 })
    const plain = join(dataDir, 'plain.backup')
    expect(await candor('backup', '--to', plain, '--data', dataDir)).toMatchObject({
      code: 2,
      out: expect.stringContaining('A real installation makes only encrypted backups'),
    })
    expect(existsSync(plain)).toBe(false)
  })
  expect(unasked).toEqual(made)
})

const here = ['--host', '127.0.0.1', '--log-level', 'warn']
const fetchForwarded = ({ url }: ServerProcess) =>
  fetch(`${url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
const hints = (server: ServerProcess) => server.output().match(/start with --trust-proxy 127\.0\.0\.1/g) ?? []

test('I12.13: a real installation is not made with a mail server whose options are refused, nor started with one', async () => {
  const dataDir = newFolder()
  const { owner } = await newDatabase()
  const SMTP_URL = 'smtp://mail.example:587?requireTLS=false'
  const env = { DATABASE_URL: urlOf(owner), SMTP_URL }
  const refused = 'SMTP_URL contains the option requireTLS, which a real installation does not accept'
  await expect(startProcess(['--no-sandbox', '--data', dataDir], env)).rejects.toThrow(refused)
  expect(filesOf(dataDir)).toEqual({})
  await openInstallation(owner, { sandbox: false, dataDir })
  await expect(startProcess(['--data', dataDir, '--host', '127.0.0.1'], env)).rejects.toThrow(refused)
})

test('I12.11: a folder made without a flag is a sandbox, stays one, and is refused as a real installation; forwarded headers that are not believed are said, once', async () => {
  const dataDir = newFolder()
  const made = await startedOnce(dataDir, here, async (server) => {
    for (let n = 0; n < 3; n++) await fetchForwarded(server)
    await expect.poll(() => hints(server).length).toBe(1)
    // A second process finds the folder in use.
    await expect(startProcess(['--data', dataDir], await otherBackupKey())).rejects.toThrow(
      'is in use by the server',
    )
    expect(server.output()).not.toContain('_URL is not')
  })
  expect(storedBackupKey(dataDir)).toBeNull()
  expect(made.realMoney).toBeGreaterThan(0)
  expect(made.operators).toBeGreaterThan(0)
  await expectRefused(
    dataDir,
    ['--no-sandbox'],
    /^This installation was created as a sandbox, with sample money, and cannot become real/,
  )
  const again = await startedOnce(
    dataDir,
    ['--sandbox', '--trust-proxy', '127.0.0.1', ...here],
    async (server) => {
      await fetchForwarded(server)
      expect(hints(server)).toEqual([])
    },
  )
  expect(again.operators).toBe(made.operators)
})

test('I12.11: an installation of an older release waits, unchanged, until a flag names what it is', async () => {
  const { owner } = await newDatabase()
  const dataDir = newFolder()
  await makeFormerDatabase(owner)
  const before = await traces(owner)
  const open = (sandbox: boolean | null) => openInstallation(owner, { sandbox, dataDir })
  await expect(open(null)).rejects.toThrow('start it once with --sandbox')
  expect(readInstallationKeys(dataDir)).toBeNull()
  const flags = ['--data', dataDir, '--host', '127.0.0.1']
  const env = { DATABASE_URL: urlOf(owner), ...(await otherBackupKey()) }
  await expect(startProcess(flags, env)).rejects.toThrow('start it once with --sandbox')
  expect(filesOf(dataDir)).toEqual({})
  expect(await traces(owner)).toEqual(before)
  expect(await open(false)).toMatchObject({ sandbox: false })
  expect(await open(null)).toMatchObject({ applied: [], sandbox: false })
  await expect(open(true)).rejects.toThrow('This is a real installation')
})

test('I13.5: a data folder older than the schema is refused by a start and by a command, with no key made and nothing written', async () => {
  const { owner } = await newDatabase()
  const dataDir = newFolder()
  await makeFormerDatabase(owner, { steps: lastFormerSteps().slice(0, -3) })
  const before = await traces(owner)
  await expect(openInstallation(owner, { sandbox: true, dataDir })).rejects.toThrow(
    'The database is of an older version, at the step 0017-feeds',
  )
  await expect(updateInstallation(owner, dataDir)).rejects.toThrow('The database is of an older version')
  expect(readInstallationKeys(dataDir)).toBeNull()
  expect(await traces(owner)).toEqual(before)
})

test('I12.11: of two first starts at once that want different things one is refused', async () => {
  const { owner } = await newDatabase()
  const dataDir = newFolder()
  const starts = await Promise.allSettled(
    [true, false].map((sandbox) => openInstallation(owner, { sandbox, dataDir })),
  )
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('I12.11: not even the owner of the tables changes what an installation is, nor moves a real clock', async () => {
  const { owner } = await newDatabase()
  await openInstallation(owner, { sandbox: false, dataDir: newFolder() })
  await withClient(owner, async (client) => {
    for (const statement of [
      'UPDATE db_installation SET sandbox = true',
      'DELETE FROM db_installation',
      'TRUNCATE db_installation',
    ])
      await expect(client.query(statement)).rejects.toThrow('an installation is a sandbox or real for ever')
    await expect(client.query('UPDATE jobs_clock SET offset_ms = 1')).rejects.toThrow('does not move')
  })
})

const ownBackups = { to: '/backups', everyMs: 1, rotation: { hours: 1, days: 0, weeks: 0 }, logDays: 7 }
const whole = {
  backups: ownBackups,
  publicUrl: 'https://trade.example',
  smtpUrl: 'smtps://mail.example',
  backupKey: 'age1x',
  screeningDir: 'lists',
}
test.each([
  [
    {},
    [
      'PUBLIC_URL is not set',
      'SMTP_URL is not set',
      'BACKUP_KEY is not set',
      'BACKUP_TO is not set',
      'SCREENING_DIR is not set',
    ],
  ],
  [
    { publicUrl: 'http://trade.example', backupKey: 'age1x', backups: ownBackups, screeningDir: 'lists' },
    ['PUBLIC_URL is not https', 'SMTP_URL is not set'],
  ],
  [whole, []],
  [{ sandbox: true, smsUrl: 'http://sms.example/x' }, []],
  [
    {
      ...whole,
      databaseUrl: 'postgres://candor:x@db.example/candor',
      natsUrl: 'nats://bus.example',
      smsUrl: 'http://sms.example/x',
      s3Url: 'http://key:secret@store.example/bucket',
      backups: { ...ownBackups, to: 'http://key:secret@store.example/backups' },
    },
    [
      'DATABASE_URL is not encrypted',
      'NATS_URL is not encrypted',
      'SMS_URL is not encrypted',
      'S3_URL is not encrypted',
      'BACKUP_TO is not encrypted',
    ],
  ],
  [
    {
      ...whole,
      databaseUrl: 'postgres://candor:x@db.example/candor?sslmode=verify-full',
      natsUrl: 'tls://bus.example',
      s3Url: 'https://key:secret@store.example/bucket',
      esploraUrl: 'http://localhost:3002',
    },
    [],
  ],
  [{ ...whole, databaseUrl: 'postgres://candor@%2Fvar%2Frun/candor' }, []],
])('I12.11: with %o it says %o', (changes, sentences) => {
  const ways = {
    databaseUrl: null,
    natsUrl: null,
    smsUrl: null,
    s3Url: null,
    evmRpcUrl: null,
    esploraUrl: null,
  }
  const stated = {
    sandbox: false,
    publicUrl: null,
    smtpUrl: null,
    backupKey: null,
    backups: null,
    screeningDir: null,
    google: null,
  }
  const config = { ...stated, ...ways, ...changes }
  const missing = missingForCustomers(config, 'http://localhost:3000')
  expect(missing.map((sentence) => sentence.split(':')[0])).toEqual(sentences)
})
