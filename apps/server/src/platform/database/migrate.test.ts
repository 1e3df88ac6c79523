import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { openAndFund } from '../../ledger/test-accounts.ts'
import { ManualClock } from '../clock.ts'
import { readFormerSteps, type SchemaRecord } from './baseline.ts'
import { withClient } from './database-server.ts'
import { baselineName, type DatabaseSchema, migrate, readDatabaseSchema, readMigrations } from './migrate.ts'
import { wholeCatalogue } from './probes/whole-catalogue.ts'
import { emptyDatabase, type TestDatabase } from './temporary/test-database.ts'
import { lastFormerSteps, makeFormerDatabase, numberedSteps } from './temporary/test-former-steps.ts'
import type { Migration } from './upgrade/migration.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await emptyDatabase()
})
afterEach(() => db.dispose())

const one: Migration = {
  name: '0001-one',
  sql: 'CREATE TABLE one (id int)',
  checksum: 'a',
  upgrade: 'rolling',
}
const two: Migration = {
  name: '0002-two',
  sql: 'CREATE TABLE two (id int)',
  checksum: 'b',
  upgrade: 'rolling',
}
const baseline = { sql: 'CREATE TABLE base (id int)', checksum: 's' }
const withMigrations = (...migrations: Migration[]): DatabaseSchema => ({
  baseline,
  formerSteps: [{ name: '0550-last', checksum: 'l' }],
  migrations,
})
const has = async (table: string) =>
  withClient(
    db.owner,
    async (client) => (await client.query('SELECT to_regclass($1) AS found', [table])).rows[0].found !== null,
  )
const recorded = () =>
  withClient(
    db.owner,
    async (client) => (await client.query('SELECT * FROM db_migrations ORDER BY name')).rows,
  )

test('issue 2 "same migrations": a new database gets the schema, then every migration once, in order, and the next start applies nothing', async () => {
  const all = [baselineName, ...readMigrations().map(({ name }) => name)]
  expect(await migrate(db.owner)).toEqual(all)
  expect(await has('ledger_entries')).toBe(true)
  expect(await migrate(db.owner)).toEqual([])
})

test('two servers that start at once make the schema and apply each migration once between them', async () => {
  const schema = withMigrations(one, two)
  const applied = await Promise.all([
    migrate(db.owner, schema),
    migrate(db.owner, schema),
    migrate(db.owner, schema),
  ])
  expect(applied.flat().sort()).toEqual([baselineName, '0001-one', '0002-two'])
})

test('a failing migration is rolled back completely, earlier ones stay', async () => {
  const bad = { ...two, sql: 'CREATE TABLE two (id int); SELECT nonsense' }
  await expect(migrate(db.owner, withMigrations(one, bad))).rejects.toThrow(
    '0002-two failed and was rolled back',
  )
  expect([await has('one'), await has('two')]).toEqual([true, false])
  expect(await migrate(db.owner, withMigrations(one, two))).toEqual(['0002-two'])
})

test('a schema that fails leaves nothing behind, and the next start makes it', async () => {
  const bad = { ...withMigrations(), baseline: { ...baseline, sql: `${baseline.sql}; SELECT nonsense` } }
  await expect(migrate(db.owner, bad)).rejects.toThrow('0000-schema failed and was rolled back')
  expect([await has('base'), await has('db_migrations')]).toEqual([false, false])
  expect(await migrate(db.owner, withMigrations())).toEqual([baselineName])
})

test('an applied migration or a schema that was changed, or that this release does not know, stops the start before anything is done', async () => {
  await migrate(db.owner, withMigrations(one))
  const changed = (schema: DatabaseSchema) => migrate(db.owner, schema)
  await expect(changed(withMigrations({ ...one, checksum: 'z' }, two))).rejects.toThrow(
    '0001-one was changed after it was applied',
  )
  await expect(changed(withMigrations(two))).rejects.toThrow('0001-one, which this release does not know')
  await expect(
    changed({ ...withMigrations(one, two), baseline: { ...baseline, checksum: 'z' } }),
  ).rejects.toThrow('The schema was changed after this database was created from it')
  expect(await has('two')).toBe(false)
})

/** Everything that a start could change: the catalogue with all rows, and where each table and index is stored. */
const everything = () =>
  withClient(db.owner, async (client) => {
    const { rows: places } = await client.query(
      "SELECT oid, relfilenode FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname !~ '^db_migrations' ORDER BY 1",
    )
    return { catalogue: await wholeCatalogue(client), places }
  })

const formerDatabases = Object.entries({
  'made from the last of the former schemas': lastFormerSteps(),
  'made by the numbered steps and brought up to date': [...numberedSteps(), ...lastFormerSteps()],
})
test.each(formerDatabases)(
  'I13.5: a database at the last former step, %s, is adopted as it is, with all its money',
  async (_, steps) => {
    const fill = () => openAndFund(createLedger(db, new ManualClock(0)), ['ann', 'bob'], 700n)
    await makeFormerDatabase(db.owner, { steps, fill })
    const before = await everything()
    expect(before.catalogue.get('ledger_entries')?.filter((line) => line.startsWith('row '))).toHaveLength(4)
    const schema = readDatabaseSchema()
    expect(await migrate(db.owner, { ...schema, migrations: [] })).toEqual([baselineName])
    expect(await everything()).toEqual(before)
    expect(await recorded()).toMatchObject([{ name: baselineName, checksum: schema.baseline.checksum }])
    expect(await reconcile(db)).toEqual([])
    expect(await migrate(db.owner)).toEqual(schema.migrations.map(({ name }) => name))
  },
)

test('I13.5: migrations follow the adoption, numbered from the beginning', async () => {
  await makeFormerDatabase(db.owner)
  const named = { ...one, name: '0001-shared-views' }
  expect(await migrate(db.owner, { ...readDatabaseSchema(), migrations: [named] })).toEqual([
    baselineName,
    '0001-shared-views',
  ])
  expect((await recorded()).map(({ name }) => name)).toEqual([baselineName, '0001-shared-views'])
  expect(await has('one')).toBe(true)
})

test('I13.5: a start that fails while it adopts leaves the records as they were, and the next one adopts', async () => {
  await makeFormerDatabase(db.owner)
  const before = await recorded()
  await withClient(db.owner, (client) =>
    client.query(
      "ALTER TABLE db_migrations ADD CONSTRAINT none CHECK (name <> '0000-schema' OR applied_at < now()) NOT VALID",
    ),
  )
  await expect(migrate(db.owner)).rejects.toThrow('0000-schema failed and was rolled back')
  expect(await recorded()).toEqual(before)
  await withClient(db.owner, (client) => client.query('ALTER TABLE db_migrations DROP CONSTRAINT none'))
  expect((await migrate(db.owner))[0]).toBe(baselineName)
})

const older = (step: string) =>
  `The database is of an older version, at the step ${step}: start it once with the last version that has the steps, up to 0020-work-mail, and then with this one. Nothing was changed.`
const earlierSchema = readFormerSteps()
  .filter(({ name }) => name === baselineName)
  .slice(0, 1)
const laterSteps = lastFormerSteps().slice(1)
const refused = Object.entries<readonly [string, readonly SchemaRecord[]]>({
  'without the last migration': [older('0019-order-tags'), lastFormerSteps().slice(0, -1)],
  'without a migration between': [
    older('0020-work-mail'),
    lastFormerSteps().filter(({ name }) => name !== '0007-cancelled-actions'),
  ],
  'with the schema alone': [older('0000-schema'), lastFormerSteps().slice(0, 1)],
  'of an earlier schema': [older('0000-schema'), earlierSchema],
  'of an earlier schema with all migrations': [older('0020-work-mail'), [...earlierSchema, ...laterSteps]],
  'at the last numbered step': [older('0550-resends-wait'), numberedSteps()],
  'at an earlier numbered step': [older('0547-an-address-is-held-once'), numberedSteps().slice(0, -1)],
  'with a migration of a newer version': [
    'The database has the migration 0021-later, which this release does not know: run a newer release.',
    [...lastFormerSteps(), { name: '0021-later', checksum: 'x' }],
  ],
  'with a changed migration': [
    'The migration 0019-order-tags was changed after it was applied',
    lastFormerSteps().map((step) => (step.name === '0019-order-tags' ? { ...step, checksum: 'z' } : step)),
  ],
  'with a changed numbered step': [
    'The migration 0002-ledger was changed after it was applied',
    numberedSteps().map((step) => (step.name === '0002-ledger' ? { ...step, checksum: 'z' } : step)),
  ],
  'of a schema that was never released': [
    'The schema was changed after this database was created from it',
    [{ name: baselineName, checksum: 'z' }, ...laterSteps],
  ],
})
test.each(refused)(
  'I13.5: a database %s is refused in clear words, with nothing written',
  async (_, [words, steps]) => {
    await makeFormerDatabase(db.owner, { steps })
    const before = [await recorded(), await everything()]
    await expect(migrate(db.owner)).rejects.toThrow(words)
    expect([await recorded(), await everything()]).toEqual(before)
  },
)
