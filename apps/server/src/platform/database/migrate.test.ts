import { afterEach, beforeEach, expect, test } from 'vitest'
import { withClient } from './database-server.ts'
import {
  baselineName,
  type DatabaseSchema,
  type Migration,
  migrate,
  readDatabaseSchema,
  readMigrations,
} from './migrate.ts'
import { emptyDatabase, type TestDatabase } from './temporary/test-database.ts'
import {
  catalogueOf,
  makeDatabaseOfFormerPosting,
  makeEarlierDatabase,
  migrationsOfThen,
} from './temporary/test-earlier-schema.ts'
import { makeFormerDatabase, recordFormerSteps } from './temporary/test-former-steps.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await emptyDatabase()
})
afterEach(() => db.dispose())

const one: Migration = { name: '0001-one', sql: 'CREATE TABLE one (id int)', checksum: 'a' }
const two: Migration = { name: '0002-two', sql: 'CREATE TABLE two (id int)', checksum: 'b' }
const baseline = { sql: 'CREATE TABLE base (id int)', checksum: 's' }
const withMigrations = (...migrations: Migration[]): DatabaseSchema => ({
  baseline,
  earlier: [],
  formerSteps: { steps: [{ name: '0550-last', checksum: 'l' }], equal: 's' },
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

test('I13.5: a database at the last of the former steps is brought to the baseline, and keeps its records', async () => {
  await makeFormerDatabase(db.owner)
  const before = await recorded()
  const schema = readDatabaseSchema()
  expect(await migrate(db.owner, { ...schema, migrations: [] })).toEqual([baselineName])
  const after = await recorded()
  expect(after.slice(1)).toEqual(before)
  expect(after[0]).toMatchObject({ name: baselineName, checksum: schema.baseline.checksum })
  expect(await migrate(db.owner)).toEqual(readMigrations().map(({ name }) => name))
  expect(await migrate(db.owner)).toEqual([])
})

/** Reads the catalogue of a new database. */
async function catalogueOfNew() {
  const other = await emptyDatabase()
  try {
    await migrate(other.owner)
    return await withClient(other.owner, catalogueOf)
  } finally {
    await other.dispose()
  }
}

const earlierDatabases = Object.entries({ without: [], with: migrationsOfThen() })
test.each(earlierDatabases)(
  'I13.5: a database of the schema with parallel arrays, %s its migrations, becomes equal to a new one',
  async (_, had) => {
    const expected = await catalogueOfNew()
    await makeEarlierDatabase(db.owner, undefined, had)
    expect(await withClient(db.owner, catalogueOf)).not.toEqual(expected)
    const left = readMigrations().slice(had.length)
    expect(await migrate(db.owner)).toEqual([baselineName, ...left.map(({ name }) => name)])
    expect(await withClient(db.owner, catalogueOf)).toEqual(expected)
    expect(await migrate(db.owner)).toEqual([])
    const { checksum } = readDatabaseSchema().baseline
    expect((await recorded())[0]).toMatchObject({ name: baselineName, checksum })
  },
)

test('I13.5: a database with the former function that posts becomes equal to a new one', async () => {
  const expected = await catalogueOfNew()
  await makeDatabaseOfFormerPosting(db.owner)
  expect(await withClient(db.owner, catalogueOf)).not.toEqual(expected)
  const left = readMigrations().slice(migrationsOfThen().length)
  expect(await migrate(db.owner)).toEqual([baselineName, ...left.map(({ name }) => name)])
  expect(await withClient(db.owner, catalogueOf)).toEqual(expected)
})

test('I13.5: an earlier schema whose statements fail is left unchanged', async () => {
  await makeEarlierDatabase(db.owner)
  const before = [await withClient(db.owner, catalogueOf), await recorded()]
  const schema = readDatabaseSchema()
  const earlier = schema.earlier.map((one) => ({ ...one, sql: `${one.sql}; SELECT nonsense` }))
  await expect(migrate(db.owner, { ...schema, earlier })).rejects.toThrow(
    '0000-schema failed and was rolled back',
  )
  expect([await withClient(db.owner, catalogueOf), await recorded()]).toEqual(before)
})

test('I13.5: migrations follow after a database was recorded as being at the baseline', async () => {
  await makeFormerDatabase(db.owner)
  expect(await migrate(db.owner, { ...readDatabaseSchema(), migrations: [one] })).toEqual([
    baselineName,
    '0001-one',
  ])
  expect(await has('one')).toBe(true)
})

test('I13.5: an older database, one with a changed step, and one whose steps lead to another schema are refused with nothing written', async () => {
  const older = (step: string) =>
    `The database is of an older version, at the step ${step}: start it once with the last version that has the steps, up to 0550-resends-wait, and then with this one. Nothing was changed.`
  await makeFormerDatabase(db.owner, { missing: 1 })
  const before = await recorded()
  await expect(migrate(db.owner)).rejects.toThrow(older('0547-an-address-is-held-once'))
  expect(await recorded()).toEqual(before)

  await recordFormerSteps(db.owner)
  const schema = readDatabaseSchema()
  const other = { ...schema, earlier: [], baseline: { ...schema.baseline, checksum: 'z' } }
  await expect(migrate(db.owner, other)).rejects.toThrow(older('0550-resends-wait'))
  await withClient(db.owner, (client) =>
    client.query("UPDATE db_migrations SET checksum = 'z' WHERE name = '0002-ledger'"),
  )
  await expect(migrate(db.owner)).rejects.toThrow('0002-ledger was changed after it was applied')
  expect(await recorded()).toHaveLength(schema.formerSteps.steps.length)
})
