import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hourMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { candorIn, tradedReceipt } from '../cli/test-candor.ts'
import { usualRotation } from '../platform/backups/rotation.ts'
import { newKeyPair } from '../platform/database/backup/encryption.ts'
import { noteBackup } from '../platform/database/backup/last-backup.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { connectionOfRunning, openDatabaseServer, withClient } from '../platform/database/database-server.ts'
import { superuser } from '../platform/database/embedded/cluster.ts'
import { temporaryDataDir } from '../platform/database/temporary/temporary-data-dir.ts'
import { startEmbeddedTestApp, type TestApp } from '../testing/test-app.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let app: TestApp
let folder: string
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  folder = temporaryDataDir('candor-moment-')
  const keys = await newKeyPair()
  writeFileSync(join(folder, 'backup.key'), `${keys.identity}\n`)
  const to = join(folder, 'store')
  env = { BACKUP_TO: to }
  app = await startEmbeddedTestApp({
    backupKey: keys.recipient,
    backups: { to, everyMs: hourMs, rotation: usualRotation, logDays: 7 },
  })
  // None of the other kind is due.
  await noteBackup(app.dataDir, new Date())
})
afterAll(async () => {
  await app.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** The ledger of a server and the moment it is of: read again where it changed meanwhile. */
async function ledgerNow({ db }: TestApp) {
  for (;;) {
    const before = await ledgerOf(db)
    const { rows } = await db.pool.query<{ at: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`,
    )
    if ((await ledgerOf(db)) === before) return { ledger: before, at: rows[0]?.at ?? '' }
  }
}

const ledgerOf = async ({ pool }: Database): Promise<string> => {
  const accounts = await pool.query(
    'SELECT id::text, balance::text, held::text FROM ledger_accounts ORDER BY id',
  )
  const orders = await pool.query('SELECT id, status FROM orders_contracts ORDER BY id')
  return JSON.stringify([accounts.rows, orders.rows])
}

test('I16.15: trades are made, a moment is noted, more trades are made: a restore has exactly the ledger of that moment, and proves it', async () => {
  const [ann, bob] = [await app.signUp(), await app.signUp()]
  const inFolder = (...args: string[]) => candorIn(folder, args, env)
  await tradedReceipt(app, ann.token)
  // The server may be making its own just then.
  await expect
    .poll(async () => (await inFolder('backup', '--base', '--data', app.dataDir)).out)
    .toMatch(/^The cluster and the data folder, \d+ files, are in .* and were read back\. It is encrypted/)
  await tradedReceipt(app, ann.token)
  const noted = await ledgerNow(app)
  await tradedReceipt(app, bob.token)
  expect((await ledgerNow(app)).ledger).not.toBe(noted.ledger)
  const owner = connectionOfRunning(app.dataDir)?.owner ?? {}
  const segment = await withClient({ ...owner, user: superuser, database: 'postgres' }, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name')
    return rows[0]?.name ?? ''
  })
  const stored = () => readdirSync(env.BACKUP_TO ?? '', { recursive: true }).map(String)
  await expect.poll(async () => stored().some((name) => name.endsWith(segment))).toBe(true)

  const data = join(folder, 'restored')
  const identity = ['--identity', join(folder, 'backup.key')]
  expect(await inFolder('restore', '--to', noted.at, '--data', data, ...identity)).toEqual({
    code: 0,
    out: expect.stringMatching(
      /has the state of .*, [1-9]\d* files of the log after it, and \d+ other files\.\nChecked, and nothing was found:\n {2}ledger .*\n {2}audit log .*\n.*\n {2}receipts .*\n.*\nHeld, so that nothing is sent twice: .*\nRestored in [\d.]+ s, of which/,
    ),
  })
  // Another restore into the same folder changes nothing in it.
  expect(await inFolder('restore', '--to', 'latest', '--data', data, ...identity)).toEqual({
    code: 2,
    out: 'The database is not empty: restore into a new data folder.\n',
  })
  // Without a server, whose jobs would go on from there.
  const restored = await openDatabaseServer({ dataDir: data, databaseUrl: null, log })
  const db = openDatabase({ ...restored.app, max: 1 })
  try {
    expect(await ledgerOf(db)).toBe(noted.ledger)
  } finally {
    await db.close()
    await restored.stop()
  }
  expect(
    await inFolder('restore', '--to', '2020-01-01T00:00:00Z', '--data', join(folder, 'x'), ...identity),
  ).toEqual({
    code: 2,
    out: expect.stringMatching(/^The archive in \S+ begins at \S+\.\n$/),
  })
  expect(await inFolder('backups')).toMatchObject({
    out: expect.stringMatching(/every moment from \S+ on, with \d+ base backups?/),
  })
})
