import { afterEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './test-database.ts'

const open: TestDatabase[] = []
afterEach(async () => {
  for (const db of open.splice(0)) await db.dispose()
})

test('issue 2: a test gets a migrated database of its own, as the application role', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  open.push(one, two)
  const call = (db: TestDatabase) => db.pool.query('SELECT current_user AS role, current_database() AS name')
  const [first, second] = [(await call(one)).rows[0], (await call(two)).rows[0]]
  expect(first.role).toBe('candor_app')
  expect(second.name).not.toBe(first.name)
})
