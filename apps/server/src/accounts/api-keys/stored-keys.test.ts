import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { RequestBudget } from '../../platform/limits/request-budget.ts'
import { hashOfToken, Tokens } from '../sessions/tokens.ts'
import { newTestUser } from '../test-user.ts'
import { ApiKeys, type NewApiKey } from './api-keys.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const tokens = new Tokens(Buffer.alloc(32, 1))
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
})
afterAll(() => db.dispose())

/** The keys as one process has them; each key may make so many requests. */
const openKeys = (burst = 1_000) =>
  new ApiKeys({
    ...{ db, clock, tokens },
    budget: new RequestBudget({ db, clock }, 'apiKeys', async () => ({ burst, perSecond: 1 })),
  })
const newCustomer = () => newTestUser(db)
const make = (keys: ApiKeys, userId: string, changes: Partial<NewApiKey> = {}) =>
  db.transaction((tx) => keys.make(tx, userId, { name: 'mine', scope: 'read', addresses: [], ...changes }))
const address = '192.0.2.7'

test('a key is shown once, and afterwards by its start, newest first', async () => {
  const [keys, ana] = [openKeys(), await newCustomer()]
  const first = await make(keys, ana)
  clock.advance(1)
  const second = await make(keys, ana, { name: 'bot', scope: 'trade', addresses: ['192.0.2.7'] })
  expect(first.key).toMatch(/^candor_[A-Za-z0-9_-]{43}$/)
  const listed = await keys.listOf(ana)
  expect(listed).toEqual([
    {
      ...{ id: second.id, name: 'bot', start: second.key.slice(0, 13), scope: 'trade' },
      ...{ addresses: ['192.0.2.7'], createdAt: new Date(clock.now()).toISOString(), lastUsedAt: null },
    },
    {
      ...{ id: first.id, name: 'mine', start: first.key.slice(0, 13), scope: 'read' },
      ...{ addresses: [], createdAt: new Date(clock.now() - 1).toISOString(), lastUsedAt: null },
    },
  ])
})

test('a customer has ten keys at most, not counting revoked ones', async () => {
  const [keys, ana, ben] = [openKeys(), await newCustomer(), await newCustomer()]
  for (let n = 0; n < 9; n += 1) await make(keys, ana)
  const tenth = await make(keys, ana)
  await expect(make(keys, ana)).rejects.toMatchObject({
    ...{ code: 11001, details: { issues: [{ path: 'name', code: 'tooMany' }] } },
  })
  await make(keys, ben)
  await keys.revoke(ana, tenth.id)
  await make(keys, ana)
})

test('a key is revoked once, by its owner, or with all others', async () => {
  const [keys, ana, ben] = [openKeys(), await newCustomer(), await newCustomer()]
  const [one, two, bens] = [await make(keys, ana), await make(keys, ana), await make(keys, ben)]
  for (const id of [bens.id, randomUUID(), 'no id'])
    await expect(keys.revoke(ana, id)).rejects.toMatchObject({ code: 11004 })
  await keys.revoke(ana, one.id)
  await expect(keys.revoke(ana, one.id)).rejects.toMatchObject({ code: 11004 })
  expect(await keys.authenticate(one.key, address)).toBe('ended')
  expect((await keys.listOf(ana)).map(({ id }) => id)).toEqual([two.id])
  expect(await db.transaction((tx) => keys.idsOf(tx, ana))).toEqual([two.id])
  const third = await make(keys, ana)
  expect((await db.transaction((tx) => keys.revokeAllOf(tx, ana))).toSorted()).toEqual(
    [two.id, third.id].toSorted(),
  )
  expect(await db.transaction((tx) => keys.revokeAllOf(tx, ana))).toEqual([])
  expect(await keys.authenticate(bens.key, address)).toMatchObject({ userId: ben })
})

test('a key opens what its scope says, from its addresses, and what its owner’s account allows', async () => {
  const [keys, ana] = [openKeys(), await newCustomer()]
  const reader = await make(keys, ana)
  const trader = await make(keys, ana, { scope: 'trade', addresses: ['192.0.2.7', '198.51.100.1'] })
  expect(await keys.authenticate(reader.key, '203.0.113.9')).toEqual({
    ...{ userId: ana, sessionId: reader.id, scope: 'read', frozen: false, country: null },
    standing: { policy: 'apiKeys', burst: 1_000, perSecond: 1, remaining: 999 },
  })
  expect(await keys.authenticate(trader.key, '198.51.100.1')).toMatchObject({ scope: 'trade' })
  expect(await keys.authenticate(trader.key, '203.0.113.9')).toBe('ended')
  for (const made of [`candor_${tokens.mint()}`, 'candor_x', reader.key.slice(1), `${reader.key}x`])
    expect(await keys.authenticate(made, address)).toBe('forged')
  const set = (change: string) => db.pool.query(`UPDATE accounts_users SET ${change} WHERE id = $1`, [ana])
  await set("status = 'frozen', country = 'DE'")
  expect(await keys.authenticate(reader.key, address)).toMatchObject({ frozen: true, country: 'DE' })
  await set("status = 'active', own_freeze_at = now()")
  expect(await keys.authenticate(reader.key, address)).toBe('ended')
  await set('own_freeze_at = NULL')
  expect(await keys.authenticate(reader.key, address)).toMatchObject({ frozen: false })
  await set("status = 'closed'")
  expect(await keys.authenticate(reader.key, address)).toBe('ended')
})

test('the requests of each key have a budget of their own', async () => {
  const [keys, ana] = [openKeys(1), await newCustomer()]
  const [one, other] = [await make(keys, ana), await make(keys, ana)]
  await keys.authenticate(one.key, address)
  await expect(keys.authenticate(one.key, address)).rejects.toMatchObject({ retryAfterMs: 1_000 })
  expect(await keys.authenticate(other.key, address)).toMatchObject({ userId: ana })
})

test('the last use of a key is written once a minute', async () => {
  const [keys, ana] = [openKeys(), await newCustomer()]
  const { key } = await make(keys, ana)
  const usedAt = async () => Date.parse((await keys.listOf(ana))[0]?.lastUsedAt ?? '')
  const began = clock.now()
  await keys.authenticate(key, address)
  expect(await usedAt()).toBe(began)
  clock.advance(59_999)
  await keys.authenticate(key, address)
  expect(await usedAt()).toBe(began)
  clock.advance(1)
  await keys.authenticate(key, address)
  expect(await usedAt()).toBe(began + 60_000)
})

test('a key is recognized by its mark, and one of an earlier release once it was served', async () => {
  const [keys, ana] = [openKeys(), await newCustomer()]
  const { key } = await make(keys, ana)
  expect(keys.recognizes(key)).toBe(true)
  expect([key.replace('candor_', 'candor-'), tokens.mint(), 'candor_x'].map(keys.recognizes)).toEqual([
    ...[false, false, false],
  ])
  const old = `candor_${randomBytes(32).toString('base64url')}`
  expect(keys.recognizes(old)).toBe(false)
  await db.pool.query(
    `INSERT INTO accounts_api_keys (id, user_id, name, start, key_hash, may_trade, addresses, created_at)
       VALUES ($1, $2, 'old', 'candor_x', $3, false, '{}', now())`,
    [randomUUID(), ana, hashOfToken(old)],
  )
  expect(await keys.authenticate(old, address)).toMatchObject({ userId: ana })
  expect([keys.recognizes(old), openKeys().recognizes(old)]).toEqual([true, false])
})
