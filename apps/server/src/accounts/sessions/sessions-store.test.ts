import type { KyselyPlugin } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { outsideTransaction } from '../../platform/database/within-transaction.ts'
import { Sessions } from './sessions-store.ts'
import { Tokens } from './tokens.ts'

const dayMs = 24 * 3_600_000
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase({ max: 4 })
})
afterAll(() => db.dispose())

async function newCustomer(): Promise<string> {
  const id = newId()
  const name = `person-${id}`
  const row = {
    id,
    user_name: name,
    user_name_key: name,
    email: `${name}@candor.example`,
    email_key: `${name}@candor.example`,
    phone: null,
    phone_proven_at: null,
    password_hash: '',
    language: 'en',
    country: null,
    invite_code: id.slice(-12).toUpperCase(),
    invited_by: null,
    created_at: new Date(0),
  }
  await db.query.insertInto('accounts_users').values(row).execute()
  return id
}

/** Resolves once a statement waits for a lock on the sessions. */
const somebodyWaits = () =>
  expect
    .poll(
      async () =>
        (
          await db.pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE 'UPDATE accounts_sessions%'`,
          )
        ).rowCount,
    )
    .toBe(1)

test('I12.7: while a session’s use is being written, it is not taken for idle', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 1))
  const sessions = new Sessions(db, clock, new Tokens(Buffer.alloc(32, 7)))
  const userId = await newCustomer()
  const from = { device: 'Firefox', address: '127.0.0.1', deviceMark: null }
  const { token, sessionId } = await db.transaction((tx) => sessions.start(tx, userId, from))
  clock.advance(6 * dayMs)
  expect(await sessions.authenticate(token)).toMatchObject({ sessionId })
  let writing: Promise<void> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx
      .selectFrom('accounts_sessions')
      .select('id')
      .where('id', '=', sessionId)
      .forNoKeyUpdate()
      .execute()
    await outsideTransaction(async () => {
      writing = sessions.writeSeen()
      await somebodyWaits()
      // The row still says eight days ago; the use six days after that is on its way.
      clock.advance(2 * dayMs)
      expect(await sessions.authenticate(token)).toMatchObject({ sessionId })
    })
  })
  await writing
})

test('a session whose use is written during the read of its row does not count as idle', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 1))
  const written: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // The row was read; before anyone looks at it, the job has written its use and forgotten it.
    transformResult: async ({ result }) => {
      await sessions.writeSeen()
      return result
    },
  }
  const sessions: Sessions = new Sessions(
    { ...db, query: db.query.withPlugin(written) },
    clock,
    new Tokens(Buffer.alloc(32, 7)),
  )
  const userId = await newCustomer()
  const from = { device: 'Firefox', address: '127.0.0.1', deviceMark: null }
  const { token, sessionId } = await db.transaction((tx) => sessions.start(tx, userId, from))
  clock.advance(6 * dayMs)
  expect(await sessions.authenticate(token)).toMatchObject({ sessionId })
  clock.advance(2 * dayMs)
  expect(await sessions.authenticate(token)).toMatchObject({ sessionId })
  clock.advance(8 * dayMs)
  expect(await sessions.authenticate(token)).toBe('ended')
})
