import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { withClient } from '../database-server.ts'
import { type DatabaseSchema, migrate } from '../migrate.ts'
import { emptyDatabase, type TestDatabase } from '../temporary/test-database.ts'
import type { Migration } from './migration.ts'
import { nameOfSessions, runningProcesses } from './running-processes.ts'

const migrationOf = (sql: string, upgrade: Migration['upgrade']): Migration => ({
  ...{ name: '0001-one', sql, upgrade },
  checksum: 'a',
})
const schemaWith = (migration: Migration | null, lockPatienceMs = 60_000): DatabaseSchema => ({
  baseline: { sql: 'CREATE TABLE base (id int)', checksum: 's' },
  formerSteps: [{ name: '0550-last', checksum: 'l' }],
  migrations: migration === null ? [] : [migration],
  lockPatienceMs,
})
let db: TestDatabase
beforeEach(async () => {
  db = await emptyDatabase()
})
afterEach(() => db.dispose())

const recorded = () =>
  withClient(db.owner, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM db_migrations ORDER BY name')
    return rows.map(({ name }) => name)
  })

test('I16.14: a migration that needs a stop is refused while a process runs, with its version and roles, and applied once it has ended', async () => {
  await migrate(db.owner, schemaWith(null))
  const running = openDatabase({ ...db.app, max: 1, application_name: nameOfSessions(['api', 'live']) })
  await running.pool.query('SELECT 1')
  const schema = schemaWith(migrationOf('CREATE TABLE one (id int)', 'stop'))
  await expect(migrate(db.owner, schema)).rejects.toThrow(
    /^The migration 0001-one needs every process .* Still connected: \d+\.\d+\.\d+ api,live \d+\. Nothing was changed\.$/,
  )
  expect(await recorded()).toEqual(['0000-schema'])
  await running.close()
  await expect.poll(() => withClient(db.owner, runningProcesses)).toEqual([])
  expect(await migrate(db.owner, schema)).toEqual(['0001-one'])
})

test('I16.14: processes of release 0.1.0 are seen by the lock of their leader, and do not hinder a rolling migration', async () => {
  await migrate(db.owner, schemaWith(null))
  const leader = new pg.Client(db.app)
  await leader.connect()
  await leader.query("SELECT pg_advisory_lock('4820160127733')")
  const sql = 'CREATE TABLE one (id int)'
  await expect(migrate(db.owner, schemaWith(migrationOf(sql, 'stop')))).rejects.toThrow(
    'Still connected: of another version, process',
  )
  expect(await migrate(db.owner, schemaWith(migrationOf(sql, 'rolling')))).toEqual(['0001-one'])
  await leader.end()
})

test('I16.14: a migration whose table is held tries again, so that nobody waits behind it, and is applied when the table is free', async () => {
  await migrate(db.owner, schemaWith(null))
  const sql = 'ALTER TABLE base ADD COLUMN x int'
  const holder = new pg.Client(db.owner)
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE base IN ACCESS SHARE MODE')
  await expect(migrate(db.owner, schemaWith(migrationOf(sql, 'rolling'), 0))).rejects.toThrow(
    'another connection held a table that it changes',
  )
  expect(await recorded()).toEqual(['0000-schema'])
  const migrating = migrate(db.owner, schemaWith(migrationOf(sql, 'rolling')))
  const waits = async () => {
    const { rowCount } = await holder.query(
      `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE d.datname = current_database() AND relation = 'base'::regclass AND NOT granted`,
    )
    return rowCount
  }
  await expect.poll(waits, { interval: 20 }).toBe(1)
  // The wait of the migration ends by itself: a reader that came after it goes on.
  await withClient(db.owner, (client) => client.query('SELECT FROM base'))
  await holder.query('COMMIT')
  expect(await migrating).toEqual(['0001-one'])
  await holder.end()
})
