import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { createAudit } from './audit.ts'
import { beforeTheFirst, checkChain } from './audit-chain.ts'

let db: TestDatabase
const clock = new ManualClock(1_800_000_000_000)
const audit = createAudit(clock)
beforeEach(async () => {
  db = await freshDatabase()
})
afterEach(() => db.dispose())

const write = (subject: string) =>
  db.transaction((tx) =>
    audit.write(tx, { actor: 'system', action: 'test.write', subject, after: { subject } }),
  )

const asOwner = (statement: string) => withClient(db.owner, (client) => client.query(statement))

/** Does what only the owner of the database can do: the guard off, the rows changed, the guard on again. */
const pastTheGuard = (statement: string) =>
  asOwner(
    `ALTER TABLE trust_audit DISABLE TRIGGER USER; ${statement}; ALTER TABLE trust_audit ENABLE TRIGGER USER`,
  )

test('T14: an action and its entry are one: what is rolled back leaves no entry', async () => {
  await expect(
    db.transaction(async (tx) => {
      await audit.write(tx, { actor: 'system', action: 'test.write', subject: 'gone' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await checkChain(db)).toEqual({ entries: 0, findings: [], head: beforeTheFirst })
})

test('T14: forty writers at once make one chain that does not fork', async () => {
  await Promise.all(Array.from({ length: 40 }, (_none, at) => write(`case:${at}`)))
  const { entries, findings } = await checkChain(db)
  expect({ entries, findings }).toEqual({ entries: 40, findings: [] })
})

test('T14: the application can neither change nor remove nor insert an entry by itself', async () => {
  await write('case:1')
  for (const statement of [
    "UPDATE trust_audit SET body = '{}'",
    'DELETE FROM trust_audit',
    'TRUNCATE trust_audit',
    "INSERT INTO trust_audit (seq, previous, body, hash) VALUES (2, 'x', '{}', 'y')",
  ])
    await expect(db.pool.query(statement)).rejects.toThrow(/permission denied/)
})

test('T14: even for the owner the log is append-only, and a second entry after the same one cannot exist', async () => {
  await write('case:1')
  await expect(asOwner('DELETE FROM trust_audit')).rejects.toThrow(/append-only/)
  await expect(
    asOwner(
      `INSERT INTO trust_audit (seq, previous, body, hash) SELECT 9, previous, body, 'z' FROM trust_audit`,
    ),
  ).rejects.toThrow(/duplicate key/)
})

test('T14: a changed entry is found', async () => {
  for (const at of [1, 2, 3]) await write(`case:${at}`)
  await pastTheGuard(`UPDATE trust_audit SET body = replace(body, 'case:2', 'case:9') WHERE seq = 2`)
  expect((await checkChain(db)).findings).toEqual(['entry 2 was changed'])
})

test('T14: an entry that was taken out is found, also when the rest is numbered anew', async () => {
  for (const at of [1, 2, 3]) await write(`case:${at}`)
  await pastTheGuard('DELETE FROM trust_audit WHERE seq = 2')
  expect((await checkChain(db)).findings).toContain('entries 2 to 2 are missing')
  await pastTheGuard('UPDATE trust_audit SET seq = 2 WHERE seq = 3')
  expect((await checkChain(db)).findings).toContain('entry 2 does not follow the one before it')
})
