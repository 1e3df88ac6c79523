import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfToken, Tokens } from '../../../accounts/sessions/tokens.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../../platform/database/temporary/test-database.ts'
import { endSessionsOf } from '../people/people-store.ts'
import { OperatorSessions } from './sessions-store.ts'

const minuteMs = 60_000
const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const tokens = new Tokens(Buffer.alloc(32, 1))
let db: TestDatabase
let sessions: OperatorSessions
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  sessions = new OperatorSessions(db, clock, tokens, hashOfToken)
})
afterAll(() => db.dispose())

async function newOperator(): Promise<string> {
  const id = randomUUID()
  await db.pool.query(
    `INSERT INTO operators_people (id, email, email_key, mailbox_key, role, password_hash, totp_secret, created_at)
       VALUES ($1, $2, $2, $2, 'admin', 'a hash', 'sealed:none', now())`,
    [id, `${id}@x.example`],
  )
  return id
}
const start = (id: string) =>
  db.transaction((tx) => sessions.start(tx, id, { address: '192.0.2.7', device: 'Firefox' }))
const lastSeen = async (id: string) =>
  (await db.pool.query('SELECT last_seen_at FROM operators_sessions WHERE operator_id = $1', [id])).rows[0]
    ?.last_seen_at

test('a session of the console is its operator’s, and any other token is none', async () => {
  const id = await newOperator()
  const token = await start(id)
  const sessionId = expect.any(String)
  expect(await sessions.authenticate(token)).toEqual({
    id,
    email: `${id}@x.example`,
    role: 'admin',
    sessionId,
  })
  expect(await sessions.authenticate(tokens.mint())).toBe('ended')
  expect(await sessions.authenticate('made up')).toBe('forged')
  // One admin has to stay.
  await newOperator()
  await db.pool.query('UPDATE operators_people SET disabled_at = now() WHERE id = $1', [id])
  expect(await sessions.authenticate(token)).toBe('ended')
})

test('a session ends after two hours without use, and after twelve however busy', async () => {
  const [idle, busy] = [await start(await newOperator()), await start(await newOperator())]
  for (let n = 0; n < 6; n += 1) {
    clock.advance(120 * minuteMs - 1)
    expect(await sessions.authenticate(busy)).toMatchObject({ role: 'admin' })
    if (n === 0) expect(await sessions.authenticate(idle)).toMatchObject({ role: 'admin' })
  }
  expect(await sessions.authenticate(idle)).toBe('ended')
  clock.advance(5)
  expect(await sessions.authenticate(busy)).toMatchObject({ role: 'admin' })
  clock.advance(1)
  expect(await sessions.authenticate(busy)).toBe('ended')
  const unused = await start(await newOperator())
  clock.advance(120 * minuteMs)
  expect(await sessions.authenticate(unused)).toBe('ended')
})

test('when a session was last used is written once a minute', async () => {
  const id = await newOperator()
  const token = await start(id)
  const began = new Date(clock.now())
  clock.advance(minuteMs)
  await sessions.authenticate(token)
  expect(await lastSeen(id)).toEqual(began)
  clock.advance(1)
  await sessions.authenticate(token)
  expect(await lastSeen(id)).toEqual(new Date(clock.now()))
})

test('an operator ends one session, or all but one, and sees the last ten sign-ins', async () => {
  const [id, other] = [await newOperator(), await newOperator()]
  const others = await start(other)
  const opened = []
  for (let n = 0; n < 11; n += 1) {
    clock.advance(1)
    opened.push(await start(id))
  }
  const idOf = async (token = '') => {
    const found = await sessions.authenticate(token)
    return typeof found === 'string' ? found : found.sessionId
  }
  const [first, second, third] = [await idOf(opened[0]), await idOf(opened[1]), await idOf(opened[2])]
  const last = await sessions.lastOf(id)
  expect(last).toHaveLength(10)
  expect(last[0]).toEqual({
    ...{ id: await idOf(opened[10]), created_at: new Date(clock.now()) },
    ...{ address: '192.0.2.7', device: 'Firefox' },
  })
  expect(last.map((one) => one.id)).not.toContain(first)
  await db.transaction((tx) => sessions.end(tx, first))
  expect(await idOf(opened[0])).toBe('ended')
  expect(await idOf(opened[1])).toBe(second)
  await db.transaction((tx) => endSessionsOf(tx, id, new Date(clock.now()), third))
  expect([await idOf(opened[1]), await idOf(opened[2])]).toEqual(['ended', third])
  expect(await idOf(others)).not.toBe('ended')
})
