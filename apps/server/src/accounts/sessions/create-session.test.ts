import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { testContext } from '../../testing/test-context.ts'
import { type UserRow, Users } from '../accounts-store.ts'
import { addTestUser } from '../test-user.ts'
import { createSession, isShut } from './create-session.ts'
import { Sessions } from './sessions-store.ts'
import { Tokens } from './tokens.ts'

/** Columns of a customer's row in which a sign-in may find a change. */
type Columns = Partial<Pick<UserRow, 'status' | 'own_freeze_at' | 'password_hash' | 'phone'>>

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const visitor: Visitor = {
  ...{
    userId: null,
    mode: 'demo',
    address: '192.0.2.7',
    language: 'en',
    device: 'Firefox',
    deviceMark: null,
  },
}
const frozenByHerself: Columns = { own_freeze_at: new Date(0) }
const closed: Columns = { status: 'closed' }
const frozen: Columns = { status: 'frozen' }
let db: TestDatabase
let users: Users
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  users = new Users(db)
})
afterAll(() => db.dispose())

let customers = 0
/** Adds a customer with a password and a phone number, and with these changes. */
async function addCustomer(changes: Columns = {}): Promise<UserRow> {
  customers += 1
  const id = randomUUID()
  await addTestUser(db, id, new Date(clock.now()))
  const columns = { password_hash: 'a hash', phone: `+49151${10_000_000 + customers}`, ...changes }
  await db.query.updateTable('accounts_users').set(columns).where('id', '=', id).execute()
  return users.byId(id)
}

/** Creates a session for a customer whose row had the changes `proven` when it was read, and has `now` since. */
async function create(proven: Columns = {}, now: Columns = {}) {
  const row = await addCustomer()
  if (Object.keys(now).length > 0)
    await db.query.updateTable('accounts_users').set(now).where('id', '=', row.id).execute()
  const sessions = new Sessions(db, clock, new Tokens(Buffer.alloc(32, 7)))
  const context = { ...testContext({ db, now: () => clock.now() }), users, sessions }
  const outcome = await createSession(context, { ...row, ...proven }, visitor).then(
    async ({ token }) => {
      expect(await sessions.authenticate(token)).toMatchObject({ userId: row.id })
      return 'signed in'
    },
    (error: { readonly code: number }) => error.code,
  )
  const started = db.query.selectFrom('accounts_sessions').select('id').where('user_id', '=', row.id)
  return [outcome, (await started.execute()).length]
}

test('a session begins with what was proven, as long as that still holds', async () => {
  expect(await create()).toEqual(['signed in', 1])
  expect(await create({}, { password_hash: 'another hash' })).toEqual([10004, 0])
  expect(await create({}, { phone: null })).toEqual([10004, 0])
})

test('an account that is closed, or frozen by its owner, is not entered, whenever that happened', async () => {
  expect(await create(closed)).toEqual([10005, 0])
  expect(await create({}, closed)).toEqual([10005, 0])
  expect(await create(frozenByHerself)).toEqual([11018, 0])
  expect(await create({}, frozenByHerself)).toEqual([11018, 0])
  // A customer whom the operator froze may sign in (trust T13).
  expect(await create(frozen, frozen)).toEqual(['signed in', 1])
  const shut = []
  for (const changes of [{}, closed, frozenByHerself, frozen]) shut.push(isShut(await addCustomer(changes)))
  expect(shut).toEqual([false, true, true, false])
})
