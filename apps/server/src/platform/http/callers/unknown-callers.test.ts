import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfToken } from '../../../accounts/sessions/tokens.ts'
import { statementsAbout, statementsOf } from '../../../testing/count-statements.ts'
import { resultOf, rolesWithoutJobs, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { limitSetter } from '../../../testing/test-limits.ts'
import { signInOperator } from '../../../testing/test-operators.ts'

let app: TestApp
let set: ReturnType<typeof limitSetter>
beforeAll(async () => {
  app = await startTestApp({ roles: rolesWithoutJobs, trustProxy: '127.0.0.1' })
  set = limitSetter(app)
})
afterAll(() => app.dispose())

const newKey = async (token: string) =>
  resultOf<{ readonly key: string; readonly id: string }>(
    await app.call('makeApiKey', { name: 'mine', scope: 'read' }, { token }),
  )

const times = 40
const office = { 'x-forwarded-for': '203.0.113.9' }
const madeUpKey = () => ({ 'x-api-key': `candor_${randomBytes(32).toString('base64url')}` })

/** Exhausts the budget of an office's address with made-up keys. */
async function exhaustOffice(): Promise<void> {
  await set('limits.visitor.perHour', 1)
  await set('limits.visitor.burst', 1)
  const guess = () => app.call('getUserInfo', {}, { headers: { ...office, ...madeUpKey() } })
  await expect.poll(async () => (await guess()).status, { interval: 1 }).toBe(429)
}

/** Makes this call repeatedly, both one after another and at once; returns what it was answered and sent to the database. */
async function repeated(call: () => Promise<{ readonly status: number }>) {
  const statuses = new Set<number>()
  const counts = await statementsOf(async () => {
    for (let at = 0; at < times; at += 1) statuses.add((await call()).status)
    for (const { status } of await Promise.all(Array.from({ length: times }, call))) statuses.add(status)
  })
  return { statuses: [...statuses], counts }
}

test('I12.1: a network whose budget is exhausted costs no queries, whatever it sends, and customers behind it are served', async () => {
  const customer = await app.signUp()
  const key = await newKey(customer.token)
  const unseen = await app.signUp()
  const leaver = await app.signUp()
  const revoked = await newKey(leaver.token)
  await app.call('revokeApiKey', { id: revoked.id }, { token: leaver.token })
  await app.call('logout', {}, { token: leaver.token })
  const operator = await signInOperator(app, 'admin')
  await operator.call('opsLogout')
  await exhaustOffice()

  const withHeaders = (headers: Record<string, string>) =>
    app.call('getUserInfo', {}, { headers: { ...office, ...headers } })
  const asOperator = () =>
    app.request('GET', '/ops/me', null, { ...office, 'x-candor-console': '1', cookie: operator.cookie })
  const calls = {
    accounts_api_keys: [() => withHeaders(madeUpKey()), () => withHeaders({ 'x-api-key': revoked.key })],
    accounts_sessions: [() => withHeaders({ authorization: leaver.token })],
    operators_sessions: [asOperator],
  }
  for (const [table, some] of Object.entries(calls))
    for (const call of some) {
      const { statuses, counts } = await repeated(call)
      expect(statuses).toEqual([429])
      expect(statementsAbout(counts, table)).toBeLessThanOrEqual(1)
      expect(statementsAbout(counts, 'limits_take')).toBeLessThan(times / 2)
    }
  for (const headers of [{ authorization: unseen.token }, { 'x-api-key': key.key }] as const)
    expect((await app.call('getUserInfo', {}, { headers: { ...office, ...headers } })).code).toBe(200)
})

test('I12.1: a key of an earlier release is served behind an exhausted network once it was valid', async () => {
  const { token } = await app.signUp()
  const { id } = await newKey(token)
  const old = madeUpKey()
  await app.db.pool.query(
    `INSERT INTO accounts_api_keys (id, user_id, name, start, key_hash, may_trade, addresses, created_at)
       SELECT $1, user_id, 'old', start, $2, false, '{}', created_at FROM accounts_api_keys WHERE id = $3`,
    [randomUUID(), hashOfToken(old['x-api-key']), id],
  )
  expect((await app.call('getUserInfo', {}, { headers: old })).code).toBe(200)
  await exhaustOffice()
  expect((await app.call('getUserInfo', {}, { headers: { ...office, ...old } })).code).toBe(200)
})
