import type { KyselyPlugin } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { Users } from '../accounts-store.ts'
import { freezesChanged, isFrozen } from '../freezes/freezes.ts'
import { Sessions } from './sessions-store.ts'
import { Tokens } from './tokens.ts'

const many = 50
const clock = new ManualClock(1_800_000_000_000)
let db: TestDatabase
/** The same database, where readings are counted. */
let counted: Database
let readings = 0

beforeAll(async () => {
  db = await freshDatabase()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') readings += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const pool = new Proxy(db.pool, {
    get: (target, name) => {
      if (name === 'query') readings += 1
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  counted = { ...db, query: db.query.withPlugin(plugin), pool }
})
afterAll(() => db.dispose())

async function readingsOf<T>(work: () => Promise<T>): Promise<{ result: T; read: number }> {
  const before = readings
  return { result: await work(), read: readings - before }
}

const atOnce = <T>(call: () => T | Promise<T>) =>
  Promise.all(Array.from({ length: many }, async () => call()))

async function customer(): Promise<string> {
  const id = newId()
  await db.query
    .insertInto('accounts_users')
    .values({
      id,
      user_name: id,
      user_name_key: id,
      email: `${id}@example.com`,
      email_key: `${id}@example.com`,
      phone: null,
      phone_proven_at: null,
      password_hash: 'none',
      language: 'en',
      country: 'DE',
      invite_code: id.slice(-12),
      invited_by: null,
      created_at: new Date(clock.now()),
    })
    .execute()
  return id
}

async function signedIn() {
  const sessions = new Sessions(counted, clock, new Tokens(Buffer.alloc(32, 1)))
  const userId = await customer()
  const started = await db.transaction((tx) =>
    sessions.start(tx, userId, { device: 'a test', address: '192.0.2.1', deviceMark: null }),
  )
  return { sessions, userId, ...started }
}

test('concurrent calls of one session read it once', async () => {
  const { sessions, userId, token } = await signedIn()
  const { result, read } = await readingsOf(() => atOnce(() => sessions.authenticate(token)))
  expect(read).toBe(1)
  for (const one of result) expect(one).toMatchObject({ userId, frozen: false })
})

test('a call after a session’s end does not get the result of a read under way', async () => {
  const { sessions, userId, sessionId, token } = await signedIn()
  const before = sessions.authenticate(token)
  const ended = sessions.end(userId, sessionId)
  await before
  expect(await ended).toBe(true)
  expect(await sessions.authenticate(token)).toBe('ended')
})

test('a call after a freeze does not share a read that began before it', async () => {
  const { sessions, userId, token } = await signedIn()
  const before = sessions.authenticate(token)
  sessions.forgetCustomer(userId)
  const { result, read } = await readingsOf(() => atOnce(() => sessions.authenticate(token)))
  expect(read).toBe(1)
  expect(result[0]).toMatchObject({ userId })
  await before
})

test('concurrent placements read the freezes once, and again right after a freeze', async () => {
  const userId = await customer()
  const first = await readingsOf(() => atOnce(() => isFrozen(counted, userId)))
  expect(first).toMatchObject({ read: 1, result: Array(many).fill(false) })
  freezesChanged(counted)
  const under = isFrozen(counted, userId)
  await db.pool.query("UPDATE accounts_users SET status = 'frozen' WHERE id = $1", [userId])
  freezesChanged(counted)
  const second = await readingsOf(() => atOnce(() => isFrozen(counted, userId)))
  expect(second).toMatchObject({ read: 1, result: Array(many).fill(true) })
  await under
  expect(await isFrozen(counted, userId)).toBe(true)
})

test('concurrent reads of customers are one statement, and a missing customer fails only its own call', async () => {
  const [ana, ben] = [await customer(), await customer()]
  const users = new Users(counted)
  const { result, read } = await readingsOf(() =>
    Promise.allSettled([users.standingOf(ana), users.standingOf(ben), users.standingOf(newId())]),
  )
  expect(read).toBe(1)
  expect(result.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await users.standingOf(ana)).toMatchObject({ country: 'DE', status: 'active', own_freeze_at: null })
})
