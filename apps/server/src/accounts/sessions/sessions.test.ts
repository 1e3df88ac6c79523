import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { newTestUser } from '../test-user.ts'
import { Sessions } from './sessions-store.ts'
import { Tokens } from './tokens.ts'

const dayMs = 24 * 3_600_000
const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const tokens = new Tokens(Buffer.alloc(32, 1))
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
})
afterAll(() => db.dispose())

const from = { device: 'Firefox', address: '192.0.2.1', deviceMark: null }
const newCustomer = () => newTestUser(db)
/** As two processes have them. */
const open = () => new Sessions(db, clock, tokens)
const start = (sessions: Sessions, userId: string, changes: Partial<Parameters<Sessions['start']>[2]> = {}) =>
  db.transaction((tx) => sessions.start(tx, userId, { ...from, ...changes }))
const idsOf = async (sessions: Sessions, userId: string) =>
  (await sessions.listOf(userId)).map(({ id }) => id)

test('I12.7: a process trusts what it knows of a session for two seconds, and its own endings at once', async () => {
  const [one, other] = [open(), open()]
  const userId = await newCustomer()
  const { token, sessionId } = await start(one, userId)
  expect(await one.authenticate(token)).toMatchObject({ userId, sessionId, frozen: false, country: null })
  expect(await other.end(userId, sessionId)).toBe(true)
  expect(await other.authenticate(token)).toBe('ended')
  clock.advance(1_999)
  expect(await one.authenticate(token)).toMatchObject({ sessionId })
  clock.advance(1)
  expect(await one.authenticate(token)).toBe('ended')
  expect(await one.authenticate(tokens.mint())).toBe('ended')
  expect(await one.authenticate('made-up')).toBe('forged')
})

test('I12.7: a session ends thirty days after its begin, to the moment, though it is known and used', async () => {
  const sessions = open()
  const { token, sessionId } = await start(sessions, await newCustomer())
  for (let n = 0; n < 5; n += 1) {
    clock.advance(6 * dayMs - 1)
    expect(await sessions.authenticate(token)).toMatchObject({ sessionId })
  }
  clock.advance(4)
  expect(await sessions.authenticate(token)).toMatchObject({ sessionId })
  clock.advance(1)
  expect(await sessions.authenticate(token)).toBe('ended')
})

test('I12.7: an unused session ends after seven days, is no longer listed, and is closed five minutes later', async () => {
  const sessions = open()
  const userId = await newCustomer()
  const { token, sessionId } = await start(sessions, userId)
  clock.advance(7 * dayMs - 1)
  expect(await idsOf(sessions, userId)).toEqual([sessionId])
  clock.advance(1)
  expect(await idsOf(sessions, userId)).toEqual([])
  expect(await sessions.authenticate(token)).toBe('ended')
  clock.advance(5 * 60_000 - 1)
  expect(await sessions.endIdle()).not.toContain(sessionId)
  clock.advance(1)
  expect(await sessions.endIdle()).toContain(sessionId)
  expect(await sessions.endIdle()).not.toContain(sessionId)
})

test('I12.7: a session that ran out is closed by the job, however busy', async () => {
  const sessions = open()
  const { token, sessionId } = await start(sessions, await newCustomer())
  for (let n = 0; n < 5; n += 1) {
    clock.advance(6 * dayMs - 1)
    await sessions.authenticate(token)
    await sessions.writeSeen()
  }
  clock.advance(4)
  expect(await sessions.endIdle()).not.toContain(sessionId)
  clock.advance(1)
  expect(await sessions.endIdle()).toContain(sessionId)
})

test('sessions are listed by their last use, with their device and address', async () => {
  const sessions = open()
  const userId = await newCustomer()
  const [first, second] = [await start(sessions, userId), await start(sessions, userId, { device: 'Edge' })]
  await start(sessions, await newCustomer())
  clock.advance(1_000)
  await sessions.authenticate(first.token)
  const listed = await sessions.listOf(userId)
  const createdAt = new Date(clock.now() - 1_000)
  expect(listed).toEqual([
    {
      ...{ id: first.sessionId, device: 'Firefox', address: '192.0.2.1' },
      ...{ created_at: createdAt, last_seen_at: new Date(clock.now()) },
    },
    {
      ...{ id: second.sessionId, device: 'Edge', address: '192.0.2.1' },
      ...{ created_at: createdAt, last_seen_at: createdAt },
    },
  ])
})

test('one session is ended, or all but one, of one customer alone', async () => {
  const sessions = open()
  const [ana, ben] = [await newCustomer(), await newCustomer()]
  const [first, second, third] = [
    (await start(sessions, ana)).sessionId,
    (await start(sessions, ana)).sessionId,
    (await start(sessions, ana)).sessionId,
  ]
  const bens = await start(sessions, ben)
  expect(await sessions.end(ben, first)).toBe(false)
  expect([await sessions.end(ana, first), await sessions.end(ana, first)]).toEqual([true, false])
  expect(await sessions.endAllOf(ana, second)).toEqual([third])
  expect(await idsOf(sessions, ana)).toEqual([second])
  expect(await db.transaction((tx) => sessions.endAllOf(ana, null, tx))).toEqual([second])
  expect(await idsOf(sessions, ben)).toEqual([bens.sessionId])
})

test('the first browser of a customer is not new, and a browser is known by its mark, or by its kind without one', async () => {
  const sessions = open()
  const [ana, ben] = [await newCustomer(), await newCustomer()]
  const mark = randomUUID()
  const isNew = (userId: string, device: string, deviceMark: string | null) =>
    db.transaction((tx) => sessions.isNewDevice(tx, userId, { ...from, device, deviceMark }))
  expect(await isNew(ana, 'Firefox', null)).toBe(false)
  await start(sessions, ana, { deviceMark: mark })
  expect(await isNew(ana, 'Firefox', null)).toBe(false)
  expect(await isNew(ana, 'Edge', null)).toBe(true)
  expect(await isNew(ana, 'Edge', mark)).toBe(false)
  expect(await isNew(ana, 'Firefox', randomUUID())).toBe(true)
  expect(await isNew(ben, 'Firefox', mark)).toBe(false)
  const knows = (userId: string) => sessions.knowsDevice(userId, mark)
  expect([await knows(ana), await knows(ben)]).toEqual([true, false])
  await start(sessions, ben, { deviceMark: mark })
  await db.transaction((tx) => sessions.forgetDevices(tx, ana))
  expect([await knows(ana), await knows(ben)]).toEqual([false, true])
})

test('ADR-191: a session is proven when it begins, and others lose their proof when a second factor is turned on', async () => {
  const sessions = open()
  const [ana, ben] = [await newCustomer(), await newCustomer()]
  const [own, other] = [(await start(sessions, ana)).sessionId, (await start(sessions, ana)).sessionId]
  const bens = (await start(sessions, ben)).sessionId
  const beganAt = clock.now()
  expect(await sessions.provenAt(own)).toBe(beganAt)
  clock.advance(60_000)
  await sessions.markProven(own)
  expect([await sessions.provenAt(own), await sessions.provenAt(other)]).toEqual([clock.now(), beganAt])
  await sessions.forgetProofs(ana, own)
  const proofs = await Promise.all([own, other, bens].map((id) => sessions.provenAt(id)))
  expect(proofs).toEqual([clock.now(), null, beganAt])
  expect(await sessions.provenAt(randomUUID())).toBeNull()
})

test('a freeze reaches the sessions of its customer at once', async () => {
  const sessions = open()
  const [ana, ben] = [await newCustomer(), await newCustomer()]
  const [anas, bens] = [await start(sessions, ana), await start(sessions, ben)]
  const isFrozen = async ({ token }: { token: string }) => {
    const found = await sessions.authenticate(token)
    return typeof found === 'object' && found.frozen
  }
  expect([await isFrozen(anas), await isFrozen(bens)]).toEqual([false, false])
  await db.pool.query("UPDATE accounts_users SET status = 'frozen' WHERE id = ANY ($1)", [[ana, ben]])
  sessions.forgetCustomer(ana)
  expect([await isFrozen(anas), await isFrozen(bens)]).toEqual([true, false])
  sessions.forget((id) => id === bens.sessionId)
  expect(await isFrozen(bens)).toBe(true)
})
