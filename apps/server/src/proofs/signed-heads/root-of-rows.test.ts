import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { rootAfter } from './root-of-rows.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await withClient(db.owner, async (client) => {
    await client.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER')
    await client.query(
      `INSERT INTO ledger_entries (posting, kind, debited, credited, asset, minor, debited_after, credited_after, created_at)
       SELECT 'p' || n, 'deposit', 1, 2, 'USDT', n, n, n, to_timestamp(n) FROM generate_series(1, 12345) n`,
    )
  })
})
afterAll(() => db.dispose())

test('I11.11: a root is read piece by piece, and is SHA-256 over the root before and 5 000 lines at once, as it always was', async () => {
  const { rows } = await db.pool.query<{ line: string }>(
    `SELECT concat_ws('|', seq, posting, kind, debited, credited, asset, minor, debited_after, credited_after, '', '',
                      extract(epoch FROM created_at)) AS line FROM ledger_entries ORDER BY seq`,
  )
  const lines = rows.map(({ line }) => line)
  let root = 'before'
  for (let from = 0; from < lines.length; from += 5_000)
    root = createHash('sha256')
      .update(`${root}\n${lines.slice(from, from + 5_000).join('\n')}`)
      .digest('hex')
  expect(await rootAfter(db, 'ledger', { seq: 0n, root: 'before' }, 99_999n)).toBe(root)
  expect(await rootAfter(db, 'ledger', { seq: 12_345n, root }, 99_999n)).toBe(root)
})
