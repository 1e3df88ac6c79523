import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newKeyPair } from '../platform/database/backup/encryption.ts'
import { restoreAsItWas } from '../platform/database/backup/restore.ts'
import { withClient } from '../platform/database/database-server.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { wholeCatalogue } from '../platform/database/probes/whole-catalogue.ts'
import { temporaryDataDir } from '../platform/database/temporary/temporary-data-dir.ts'
import { emptyDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'
import { version } from '../platform/version.ts'
import { releaseFiles } from '../system-tests/releases/test-release-record.ts'
import { killProcesses, startProcess } from '../testing/server-process.ts'
import { copyInstallation } from '../testing/test-installation.ts'
import { candorIn } from './test-candor.ts'

const data = temporaryDataDir('candor-upgrade-check-')
let db: TestDatabase
let databaseUrl: string
beforeAll(async () => {
  db = await emptyDatabase()
  await restoreAsItWas({ owner: db.owner, dataDir: data }, releaseFiles('0.1.0').backup)
  const { host = '', port, database } = db.owner
  databaseUrl = `postgres://postgres@${encodeURIComponent(host)}:${port}/${database}`
})
afterAll(async () => {
  await killProcesses()
  await db.dispose()
  rmSync(data, { recursive: true, force: true })
})

const check = (env: Readonly<Record<string, string>> = {}, dataDir = data) =>
  candorIn(process.cwd(), ['upgrade', '--check', '--data', dataDir], env)
const checkGiven = () => check({ DATABASE_URL: databaseUrl })
const asOwner = (sql: string) => withClient({ connectionString: databaseUrl }, (client) => client.query(sql))
const everything = () =>
  withClient(db.owner, async (client) => ({
    catalogue: await wholeCatalogue(client),
    roles: (await client.query('SELECT rolname, rolconfig FROM pg_roles ORDER BY 1')).rows,
  }))

test('I16.14: upgrade --check of a database of 0.1.0 names what is outstanding and how it is applied, and changes nothing', async () => {
  const before = await everything()
  const { code, out } = await checkGiven()
  expect(await everything()).toEqual(before)
  expect([code, out]).toEqual([0, expect.stringContaining(`in ${data} to Candor ${version}:\n`)])
  expect(out).toContain('  yes  The database is at 0000-schema. The first start of this version applies:\n')
  for (const { name } of readMigrations()) expect(out).toContain(`${name}: while the version before serves\n`)
  expect(out).toContain('The way: one process after the other, without a pause. None is connected.\n')
  expect(out).toContain('The installation key opens its secrets.\n')
  expect(out).toMatch(/\n {2}yes {2}No backup is noted in the data folder; a sandbox needs none\.\n/)
  expect(out).toMatch(/\nIt may be upgraded\. .*\n$/)
})

test('I16.14: it sees a process of 0.1.0 that leads, and another installation’s key', async () => {
  const leader = new pg.Client(db.app)
  await leader.connect()
  await leader.query("SELECT pg_advisory_lock('4820160127734')")
  expect((await checkGiven()).out).toMatch(/ Connected: of another version, process \d+\.\n/)
  await leader.end()
  const other = await copyInstallation('candor-upgrade-other-')
  const { code, out } = await check({ DATABASE_URL: databaseUrl }, other)
  rmSync(other, { recursive: true, force: true })
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/\n {2}no {3}\S+ is not the key of this installation/),
  ])
})

test('I16.14: outside a sandbox it wants a backup of the last day, which the new version makes without touching the database', async () => {
  await asOwner(
    'ALTER TABLE db_installation DISABLE TRIGGER USER; UPDATE db_installation SET sandbox = false; ALTER TABLE db_installation ENABLE TRIGGER USER',
  )
  const without = await checkGiven()
  expect([without.code, without.out]).toEqual([
    1,
    expect.stringContaining(
      '\n  no   No backup is noted in the data folder: make one with `candor backup` of this version.\n',
    ),
  ])
  expect(without.out).toMatch(/\nDo first what is marked with “no”\. Nothing was changed\.\n$/)
  const { recipient } = await newKeyPair()
  const env = { DATABASE_URL: databaseUrl, BACKUP_KEY: recipient, BACKUP_TO: `${data}-store` }
  onTestFinished(() => rmSync(env.BACKUP_TO, { recursive: true, force: true }))
  for (const to of [[], ['--to', join(data, 'before.backup')]]) {
    const made = await candorIn(process.cwd(), ['backup', '--data', data, ...to], env)
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`It is encrypted to ${recipient}`) })
  }
  const after = await checkGiven()
  expect([after.code, after.out]).toEqual([
    0,
    expect.stringContaining('  yes  The newest backup noted in the data folder is less than an hour old.\n'),
  ])
  expect(after.out).toContain('The database is at 0000-schema.')
})

test('I16.14: a database that a newer version has changed is refused by the check, and by the start', async () => {
  await asOwner("INSERT INTO db_migrations (name, checksum) VALUES ('9999-later', 'x')")
  const refusal =
    'The database has the migration 9999-later, which this release does not know: run a newer release.'
  const { code, out } = await checkGiven()
  expect([code, out]).toEqual([1, expect.stringContaining(`\n  no   ${refusal}\n`)])
  await expect(startProcess(['--data', data], { DATABASE_URL: databaseUrl })).rejects.toThrow(refusal)
  await asOwner("DELETE FROM db_migrations WHERE name = '9999-later'")
})

test('I16.14: the check of a stopped data folder of this version starts its database for the moment, and an empty database is no installation', async () => {
  const folder = await copyInstallation('candor-upgrade-folder-')
  const { code, out } = await check({}, folder)
  rmSync(folder, { recursive: true, force: true })
  expect([code, out]).toEqual([0, expect.stringContaining(', the newest of this version.\n')])
  expect(out).toMatch(/The database has \d+ MB, and \d.* are free on its disk\.\n/)
  const empty = await emptyDatabase()
  const { host = '', port, database } = empty.owner
  const url = `postgres://postgres@${encodeURIComponent(host)}:${port}/${database}`
  expect(await check({ DATABASE_URL: url })).toEqual({
    code: 2,
    out: 'The database is empty: there is nothing to upgrade.\n',
  })
  await empty.dispose()
})
