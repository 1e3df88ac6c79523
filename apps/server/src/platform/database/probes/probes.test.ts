import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRole } from '../database-server.ts'
import { superuser } from '../embedded/cluster.ts'
import { freshDatabase, type TestDatabase } from '../temporary/test-database.ts'
import { rights, writtenGrants } from './application-rights.ts'
import { writtenRules } from './catalogue.ts'
import { probeConstraints } from './probe-constraints.ts'
import { probeGrants, writableViews } from './probe-grants.ts'
import { movesInDatabase, stateTables } from './probe-state-tables.ts'
import { probeTriggers } from './probe-triggers.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase({ max: 1 })
  // The superuser may become the application, and put a rule on and take it off.
  client = new pg.Client({ ...database.owner, user: superuser })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.dispose()
})

test('every constraint and unique index refuses its faulty rows, and without it they are accepted', async () => {
  const { wrong, tried } = await probeConstraints(client)
  expect(wrong).toEqual([])
  expect(tried).toMatchObject({
    c: expect.any(Number),
    f: expect.any(Number),
    n: expect.any(Number),
    p: expect.any(Number),
    u: expect.any(Number),
  })
  expect(Object.values(tried).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(1_000)
})

test('every trigger refuses or writes what it is for, and without it nothing does', async () => {
  const { wrong, tried, unknown } = await probeTriggers(client)
  expect(wrong).toEqual([])
  expect(unknown).toEqual([])
  expect(tried).toBeGreaterThan(75)
})

test.each(stateTables)(
  'the database permits the transitions of $table that the rules state, and no other',
  async (states) => {
    const inDatabase = await movesInDatabase(client, states)
    for (const [from, permitted] of Object.entries(states.moves)) {
      // A row that stays in its state is written again as its other columns change.
      const others = inDatabase[from]?.filter((to) => to !== from || permitted.includes(from))
      expect(others?.sort(), from).toEqual([...permitted].sort())
    }
  },
)

test('the rules of the database are those of the reviewed list', async () => {
  await expect(await writtenRules(client)).toMatchFileSnapshot('rules.txt')
})

test('every permission of the application on a table allows a statement, and every missing one refuses it', async () => {
  const all = await rights(client)
  expect(await probeGrants(client, all)).toEqual([])
  expect(all.filter(({ granted }) => granted).length).toBeGreaterThan(300)
})

test('the application writes through no view', async () => {
  expect(await writableViews(client)).toEqual([])
  await client.query('BEGIN')
  await client.query(
    `GRANT UPDATE (email) ON operators_names TO ${appRole}; GRANT DELETE ON accounts_names TO ${appRole}`,
  )
  expect(await writableViews(client)).toEqual(['accounts_names', 'operators_names'])
  await client.query('ROLLBACK')
})

test('the application’s permissions on each table match the reviewed list', async () => {
  await expect(writtenGrants(await rights(client))).toMatchFileSnapshot('grants.txt')
})
