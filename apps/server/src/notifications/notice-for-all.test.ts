import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestUser } from '../accounts/test-user.ts'
import { freshDatabase, type TestDatabase } from '../platform/database/temporary/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

it('I13.2: a notice for all reaches each open account once, and no closed one', async () => {
  const [closed, open] = [randomUUID(), randomUUID()]
  for (const id of [closed, open]) await addTestUser(db, id, new Date())
  await db.pool.query(`UPDATE accounts_users SET status = 'closed' WHERE id = $1`, [closed])
  const notify = () =>
    sql`SELECT notifications_keep_for_all('tariff', 'tariff:1', 'BTCUSDT', 1, '{}')`.execute(db.query)
  await notify()
  await notify()
  const { rows } = await db.pool.query('SELECT user_id, kind, once FROM notifications_notices')
  expect(rows).toEqual([{ user_id: open, kind: 'tariff', once: 'tariff:1' }])
})
