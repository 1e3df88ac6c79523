import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableOwners } from '../../../scripts/foreign-tables.ts'
import { openDatabase } from './platform/database/database.ts'
import { freshDatabase, type TestDatabase } from './platform/database/temporary/test-database.ts'
import { allModules } from './testing/modules/all-modules.ts'
import { customerColumns, statedTables } from './testing/modules/test-customer-tables.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

it('I13.3: every table with rows about customers is stated once, by the module that owns it', async () => {
  const owners = tableOwners()
  const owned = [...(await customerColumns(db)).keys()].map((table) => [table, owners.get(table)])
  const stated = (await statedTables()).map(({ table, folder }) => [table, folder])
  expect(stated).toEqual(owned.toSorted())
})

it('I13.3: what a module states as exported is in an export', async () => {
  const parts = (await allModules()).flatMap(({ module }) => module.export ?? [])
  const exported = new Set(parts.flatMap(({ call, document }) => [call, document]))
  const missing = (await statedTables()).flatMap(({ table, exported: stated }) =>
    'instead' in stated
      ? []
      : stated.filter((call) => !exported.has(call)).map((call) => `${table}: ${call}`),
  )
  expect(missing).toEqual([])
})

it('I13.3: a table that names a customer is found by the name of its column or by its reference', async () => {
  const planted = openDatabase({ ...db.owner, max: 1 })
  try {
    await planted.pool.query(`
      CREATE TABLE planted_notes (user_id uuid);
      CREATE TABLE planted_gifts (giver uuid REFERENCES accounts_users (id));
      CREATE TABLE planted_keys (owner_id uuid REFERENCES operators_people (id))`)
    const found = await customerColumns(planted)
    expect([...found].filter(([table]) => table.startsWith('planted'))).toEqual([
      ['planted_gifts', ['giver']],
      ['planted_notes', ['user_id']],
    ])
  } finally {
    await planted.pool.query('DROP TABLE IF EXISTS planted_notes, planted_gifts, planted_keys')
    await planted.close()
  }
})
