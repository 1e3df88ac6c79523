import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, readDatabaseSchema } from '../../platform/database/migrate.ts'
import { emptyDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { countRowsOf } from '../../testing/modules/test-customer-tables.ts'
import { addTestUser } from '../test-user.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await emptyDatabase()
})
afterAll(() => db.dispose())

it('I13.3: an update deletes the notice choices and the watchlists of accounts erased before, and no others', async () => {
  const schema = readDatabaseSchema()
  const earlier = schema.migrations.filter(({ name }) => name < '0009')
  await migrate(db.owner, { ...schema, migrations: earlier })
  const [erased, open] = [randomUUID(), randomUUID()]
  for (const id of [erased, open]) await addTestUser(db, id, new Date())
  await db.pool.query(`UPDATE accounts_users SET status = 'closed' WHERE id = $1`, [erased])
  for (const id of [erased, open]) {
    await db.pool.query(`INSERT INTO notifications_choices VALUES ($1, 'orders', true, true, false)`, [id])
    await db.pool.query(`INSERT INTO markets_watchlist VALUES ($1, 'BTCUSDT', now())`, [id])
  }
  await migrate(db.owner)
  const left = async (id: string) => {
    const counts = await countRowsOf(db, id)
    return [counts.get('notifications_choices'), counts.get('markets_watchlist')]
  }
  expect([await left(erased), await left(open)]).toEqual([
    [0, 0],
    [1, 1],
  ])
})
