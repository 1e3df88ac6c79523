import { afterEach, beforeEach, expect, test } from 'vitest'
import { withClient } from './database-server.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'
import { emptyDatabase, type TestDatabase } from './test-database.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await emptyDatabase()
})
afterEach(() => db.dispose())

const one: Migration = { name: '0001-one', sql: 'CREATE TABLE one (id int)', checksum: 'a' }
const two: Migration = { name: '0002-two', sql: 'CREATE TABLE two (id int)', checksum: 'b' }
const has = async (table: string) =>
  withClient(
    db.owner,
    async (client) => (await client.query('SELECT to_regclass($1) AS found', [table])).rows[0].found !== null,
  )

test('issue 2 "same migrations": every one is applied once, in order, and the next start applies nothing', async () => {
  const all = readMigrations().map(({ name }) => name)
  expect(all.slice(0, 2)).toEqual(['0001-roles', '0002-ledger'])
  expect(await migrate(db.owner)).toEqual(all)
  expect(await migrate(db.owner)).toEqual([])
})

test('two servers that start at once apply each migration once between them', async () => {
  const applied = await Promise.all([
    migrate(db.owner, [one, two]),
    migrate(db.owner, [one, two]),
    migrate(db.owner, [one, two]),
  ])
  expect(applied.flat().sort()).toEqual(['0001-one', '0002-two'])
})

test('a migration that fails is taken back whole, those before it stay', async () => {
  const bad = { ...two, sql: 'CREATE TABLE two (id int); SELECT nonsense' }
  await expect(migrate(db.owner, [one, bad])).rejects.toThrow('0002-two failed and was taken back')
  expect([await has('one'), await has('two')]).toEqual([true, false])
  expect(await migrate(db.owner, [one, two])).toEqual(['0002-two'])
})

test('an applied migration that was changed, or that this release does not know, stops the start before anything is done', async () => {
  await migrate(db.owner, [one])
  await expect(migrate(db.owner, [{ ...one, checksum: 'z' }, two])).rejects.toThrow(
    '0001-one was changed after it was applied',
  )
  await expect(migrate(db.owner, [two])).rejects.toThrow('0001-one, which this release does not know')
  expect(await has('two')).toBe(false)
})
