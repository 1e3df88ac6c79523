import { randomBytes } from 'node:crypto'
import { type OpsCallName, type ServiceScope, type ServiceToken, serviceScopes } from '@candor/contract'
import { dayMs, hourMs, minuteMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statementsAbout, statementsOf } from '../../../testing/count-statements.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { limitSetter } from '../../../testing/test-limits.ts'
import {
  approveProposal,
  codeNow,
  signInOperator,
  type TestOperator,
} from '../../../testing/test-operators.ts'
import {
  addServiceToken,
  callWithToken,
  type NewTestServiceToken,
} from '../../../testing/tokens/test-service-tokens.ts'

let app: TestApp
let set: ReturnType<typeof limitSetter>
let proposer: TestOperator
let approver: TestOperator
beforeAll(async () => {
  app = await startTestApp({ trustProxy: '127.0.0.1' })
  set = limitSetter(app)
  proposer = await signInOperator(app, 'admin')
  approver = await signInOperator(app, 'risk')
})
afterAll(() => app.dispose())

const reason = 'for the books'
const inDays = (days: number) => new Date(app.now() + days * dayMs).toISOString()
const proposed = (changes: object = {}) => ({
  ...{ name: 'Books', scopes: ['ledger:read'], networks: [], expiresAt: inDays(30), reason },
  ...changes,
})
const add = (token: NewTestServiceToken) => addServiceToken(app, [proposer, approver], token)
const listed = async (name: string): Promise<ServiceToken> => {
  const tokens = resultOf<ServiceToken[]>(await (await someAdmin()).call('opsServiceTokens'))
  return tokens.find((token) => token.name === name) ?? expect.fail()
}
/** An admin whose session is fresh, also after the clock was moved. */
const someAdmin = () => signInOperator(app, 'admin')
/** Password and a code that was not used yet. */
async function factorsOf(operator: TestOperator) {
  await app.moveClock(31_000)
  return { password: operator.password, totp: codeNow(app, operator.secret) }
}
const refusalOf = ({ status, code, result }: CallResponse) => [status, code, result]
const issuesOf = ({ result }: CallResponse) => result.issues?.map(({ path, code }) => `${path} ${code}`)

test('I16.11: two operators make a token, and its proposer alone is shown the secret, once, with password and a code', async () => {
  const proposal = await proposer.call('opsProposeServiceToken', proposed({ networks: ['127.0.0.0/8'] }))
  expect(proposal.code).toBe(200)
  const { id } = proposal.result
  const own = await proposer.call('opsProposal', { id })
  expect((await proposer.call('opsApproveProposal', { id, shownHash: own.result.shownHash })).code).toBe(
    11008,
  )
  expect((await proposer.call('opsIssueServiceToken', { id, password: 'x', totp: '0' })).code).toBe(11004)
  expect((await approveProposal(approver, proposal)).code).toBe(200)
  expect(await listed('Books')).toMatchObject({ id, state: 'approved', start: null, secretAt: null })

  const other = await someAdmin()
  const notOther = await other.call('opsIssueServiceToken', { id, ...(await factorsOf(other)) })
  expect(issuesOf(notOther)).toEqual(['id proposer'])
  const factors = await factorsOf(proposer)
  const wrong = { id, ...factors, password: 'another phrase' }
  expect((await proposer.call('opsIssueServiceToken', wrong)).code).toBe(10004)
  expect((await proposer.call('opsIssueServiceToken', { id, ...factors, totp: '000000' })).code).toBe(11011)
  const issued = await proposer.call('opsIssueServiceToken', { id, ...factors })
  const { token } = issued.result
  expect(token).toMatch(/^candor_service_[\w-]{43}$/)
  expect((await proposer.call('opsIssueServiceToken', { id, ...(await factorsOf(proposer)) })).code).toBe(
    11006,
  )

  const list = await proposer.call('opsServiceTokens')
  expect(list.text).not.toContain(token)
  expect(await listed('Books')).toMatchObject({ state: 'active', start: token.slice(0, 21) })
  const { rows } = await app.db.pool.query(
    'SELECT row_to_json(t)::text AS row FROM operators_service_tokens t',
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  const report = await callWithToken(app, token, {
    callName: 'opsMoneyReport',
    input: { day: inDays(0).slice(0, 10) },
  })
  expect([report.status, report.code]).toEqual([200, 200])
  const letter = app
    .messages(proposer.email)
    .find(({ subject }) => subject === 'Secret of a service token: Books')
  expect(letter?.text).toContain(proposer.email)
  expect(letter?.text).not.toContain(token)
  const audit = await proposer.call('opsAudit', { subject: `service-token:${id}` })
  expect(audit.result.items).toMatchObject([
    { action: 'operators.service-token.issue', actor: proposer.email },
  ])
  expect(audit.text).not.toContain(token)
})

test('I16.11: a proposal is refused at its field: without a scope, without an end or too far ahead, with a name that is taken, with no network', async () => {
  const refused = async (changes: object) =>
    issuesOf(await proposer.call('opsProposeServiceToken', proposed(changes)))
  await add({ name: 'Taken', scopes: ['risk:read'] })
  expect(await refused({ name: 'Taken' })).toEqual(['name taken'])
  expect(await refused({ name: 'A', scopes: [] })).toEqual(['scopes too_small'])
  expect(await refused({ name: 'A', expiresAt: inDays(-1) })).toEqual(['expiresAt past'])
  expect(await refused({ name: 'A', expiresAt: inDays(367) })).toEqual(['expiresAt too_late'])
  expect(await refused({ name: 'A', expiresAt: undefined })).toEqual(['expiresAt invalid_type'])
  expect((await refused({ name: 'A', networks: ['10.0.0.0/99'] }))?.[0]).toMatch(/^networks/)
  const finance = await signInOperator(app, 'finance')
  expect((await finance.call('opsProposeServiceToken', proposed())).code).toBe(11005)
})

test('I16.11: a token opens the calls of its scopes, a POST too, and no other', async () => {
  const { call, id } = await add({ name: 'CRM', scopes: ['customers:read'] })
  const { id: customer, email } = await app.signUp()
  const found = await call('opsFindCustomers', { q: email })
  expect([found.status, found.code, found.result.items]).toMatchObject([200, 200, [{ id: customer }]])
  const person = await call('opsCustomer', { id: customer })
  expect(person.result).toMatchObject({ id: customer, email, cases: [] })
  expect(refusalOf(await call('opsTreasury'))).toEqual([403, 11056, { scope: 'ledger:read' }])
  for (const name of ['opsOperators', 'opsServiceTokens', 'opsMe', 'opsPaymentAddresses'] as const)
    expect(refusalOf(await call(name))).toEqual([403, 11056, { scope: null }])
  expect(refusalOf(await call('opsFreeze', { id: customer }))).toEqual([403, 11056, { scope: null }])

  const looks = await (await someAdmin()).call('opsAudit', { subject: `customer:${customer}` })
  expect(looks.result.items).toMatchObject([{ actor: 'service token CRM', action: 'customers.view' }])
  const use = await (await someAdmin()).call('opsServiceTokenUse', { id })
  const counts = resultOf<{ calls: { call: string; calls: number; refused: number }[] }>(use).calls
  expect(counts).toMatchObject([
    { call: 'opsCustomer', calls: 1, refused: 0 },
    { call: 'opsFindCustomers', calls: 1, refused: 0 },
    { call: 'opsFreeze', calls: 1, refused: 1 },
    { call: 'opsMe', calls: 1, refused: 1 },
    { call: 'opsOperators', calls: 1, refused: 1 },
    { call: 'opsPaymentAddresses', calls: 1, refused: 1 },
    { call: 'opsServiceTokens', calls: 1, refused: 1 },
    { call: 'opsTreasury', calls: 1, refused: 1 },
  ])
  expect(await listed('CRM')).toMatchObject({ calls: 8, lastUsedAddress: '127.0.0.1' })
})

test('I16.11: beside a session the token counts; another Authorization is that of a proxy', async () => {
  const { secret } = await add({ name: 'Beside', scopes: ['risk:read'] })
  const admin = await someAdmin()
  const me = (authorization: string) =>
    app.request('GET', '/ops/me', null, { authorization, cookie: admin.cookie })
  expect((await me(`Bearer ${secret}`)).code).toBe(11056)
  for (const authorization of ['Basic eDp5', 'Bearer another', ''])
    expect((await me(authorization)).code).toBe(200)
  const foreign = { authorization: `Bearer ${secret}`, 'sec-fetch-site': 'cross-site' }
  expect((await app.request('GET', '/ops/reserve', null, foreign)).status).toBe(401)
})

test('I16.11: what is expired, revoked, used from elsewhere or never was is refused, each with its reason', async () => {
  const call = (secret: string, from?: string) => callWithToken(app, secret, { callName: 'opsReserve', from })
  const short = await add({ name: 'Short', scopes: ['risk:read'], lastsMs: hourMs })
  const near = await add({
    name: 'Near',
    scopes: ['risk:read'],
    networks: ['198.51.100.0/24', '2001:db8::/32'],
  })
  expect((await call(near.secret, '198.51.100.9')).code).toBe(200)
  expect((await call(near.secret, '2001:db8:1::9')).code).toBe(200)
  expect((await call(near.secret, '::ffff:198.51.100.9')).code).toBe(200)
  expect(refusalOf(await call(near.secret, '203.0.113.9'))).toEqual([401, 11057, { reason: 'network' }])
  expect((await call(near.secret, '198.51.100.9')).code).toBe(200)
  const revoked = await add({ name: 'Revoked', scopes: ['risk:read'] })
  expect((await call(revoked.secret)).code).toBe(200)
  expect((await approver.call('opsRevokeServiceToken', { id: revoked.id, reason })).code).toBe(200)
  for (let n = 0; n < 2; n += 1)
    expect(refusalOf(await call(revoked.secret))).toEqual([401, 11057, { reason: 'revoked' }])
  expect((await approver.call('opsRevokeServiceToken', { id: revoked.id, reason })).code).toBe(11006)
  await app.moveClock(hourMs)
  expect(refusalOf(await call(short.secret))).toEqual([401, 11057, { reason: 'expired' }])
  const madeUp = `candor_service_${randomBytes(32).toString('base64url')}`
  expect(refusalOf(await call(madeUp))).toEqual([401, 401, null])
  await expect(
    app.db.query
      .updateTable('operators_service_tokens')
      .set({ revoked_at: null, revoked_by: null })
      .where('id', '=', revoked.id)
      .execute(),
  ).rejects.toThrow('stays revoked')
})

test('I16.11: after a rotation the former secret is valid for the hours named, and the one before it no more', async () => {
  const admin = await someAdmin()
  const { id, secret: first } = await add({ name: 'Rotated', scopes: ['risk:read'] })
  const rotate = async (overlapHours: number) => {
    const response = await admin.call('opsRotateServiceToken', {
      ...{ id, overlapHours },
      ...(await factorsOf(admin)),
    })
    expect(response.code).toBe(200)
    return response.result.token
  }
  const codes = async (...secrets: string[]) => {
    const responses = await Promise.all(
      secrets.map((secret) => callWithToken(app, secret, { callName: 'opsReserve' })),
    )
    return responses.map(({ code }) => code)
  }
  expect((await admin.call('opsRotateServiceToken', { id, password: 'x', totp: '0' })).code).toBe(10004)
  const second = await rotate(1)
  expect(await codes(first, second)).toEqual([200, 200])
  await app.moveClock(hourMs)
  expect(await codes(first, second)).toEqual([11057, 200])
  const third = await rotate(1)
  const fourth = await rotate(0)
  expect(await codes(second, third, fourth)).toEqual([401, 401, 200])
})

test('I16.11: admins get a letter about a new network and before the end, and the dashboard shows both', async () => {
  const { call } = await add({ name: 'Watched', scopes: ['risk:read'], lastsMs: 15 * dayMs })
  const admin = await someAdmin()
  const letters = () => app.messages(admin.email).filter(({ subject }) => subject.includes('Watched'))
  /** Networks that letters name. A turn of the job that fails is repeated with the next move of the clock. */
  const networks = async () => {
    await app.moveClock(minuteMs)
    return new Set(letters().flatMap(({ text }) => /was used from (\S+) at/.exec(text)?.[1] ?? []))
  }
  expect((await call('opsReserve', {}, '198.51.100.7')).code).toBe(200)
  expect((await call('opsReserve', {}, '198.51.100.8')).code).toBe(200)
  await expect.poll(networks).toEqual(new Set(['198.51.100.0/24']))
  expect((await call('opsReserve', {}, '203.0.113.7')).code).toBe(200)
  await expect.poll(networks).toEqual(new Set(['198.51.100.0/24', '203.0.113.0/24']))
  const alerts = async (by: TestOperator) =>
    resultOf<{ alerts: { text: string; page: string }[] }>(await by.call('opsDashboard')).alerts
  expect(await alerts(admin)).toContainEqual(
    expect.objectContaining({
      page: 'service-tokens',
      text: expect.stringMatching(/^Service tokens are used from a new network: .*Watched/),
    }),
  )
  await app.moveClock(2 * dayMs)
  const ends = 'A service token ends soon: Watched'
  await expect.poll(() => letters().map(({ subject }) => subject)).toContain(ends)
  const later = await someAdmin()
  expect(await alerts(later)).toContainEqual(
    expect.objectContaining({
      text: expect.stringMatching(/^Service tokens expire within 14 days: .*Watched/),
    }),
  )
})

test('I16.11: a token whose secret a disabled operator has seen is shown as such', async () => {
  const [leaver, admin] = [await someAdmin(), await someAdmin()]
  const { call } = await addServiceToken(app, [leaver, admin], { name: 'Left', scopes: ['monitoring:read'] })
  expect((await admin.call('opsDisableOperator', { id: leaver.id, reason })).code).toBe(200)
  expect(await listed('Left')).toMatchObject({ state: 'active', holderLeft: true })
  const { alerts, lapsing } = resultOf<{ alerts: { text: string }[]; lapsing: unknown[] }>(
    await call('opsDashboard'),
  )
  expect(alerts.map(({ text }) => text)).toContain(
    'Service tokens whose secret a disabled operator has seen: Left',
  )
  expect(lapsing).toEqual([])
})

test('I16.11: a network whose budget is exhausted costs no queries, whatever token it makes up, and valid ones behind it are served', async () => {
  const { call, id } = await add({ name: 'Office', scopes: ['risk:read'] })
  const revoked = await add({ name: 'Old', scopes: ['risk:read'] })
  await (await someAdmin()).call('opsRevokeServiceToken', { id: revoked.id, reason })
  const office = '203.0.113.77'
  const guess = () =>
    callWithToken(app, `candor_service_${randomBytes(32).toString('base64url')}`, {
      callName: 'opsReserve',
      from: office,
    })
  await set('limits.visitor.perHour', 1)
  await set('limits.visitor.burst', 1)
  await expect.poll(async () => (await guess()).status, { interval: 1 }).toBe(429)
  const counts = await statementsOf(async () => {
    for (let n = 0; n < 20; n += 1) expect((await guess()).status).toBe(429)
    for (let n = 0; n < 20; n += 1) expect((await revoked.call('opsReserve', {}, office)).status).toBe(429)
  })
  expect(statementsAbout(counts, 'operators_service_tokens')).toBeLessThanOrEqual(1)
  expect((await call('opsReserve', {}, office)).code).toBe(200)
  expect(id).not.toBe(revoked.id)
})

test('I16.11: a token has its own budget of requests, shown with each answer', async () => {
  const { call } = await add({ name: 'Busy', scopes: ['risk:read'] })
  const { headers } = await call('opsReserve')
  expect(headers.get('ratelimit-policy')).toBe('"serviceTokens";q=50;w=10')
  expect(headers.get('ratelimit')).toMatch(/^"serviceTokens";r=\d+;t=\d+$/)
  await set('limits.serviceTokens.perHour', 1)
  await set('limits.serviceTokens.burst', 1)
  const other = await add({ name: 'Busier', scopes: ['risk:read'] })
  // Until the new limits are read the old ones hold, which can be exhausted too, and fill up again.
  const seen = async () => {
    const { status, headers } = await other.call('opsReserve')
    return [status, headers.get('ratelimit-policy')]
  }
  await expect.poll(seen, { interval: 1 }).toEqual([429, expect.stringMatching(/^"serviceTokens";q=1;/)])
  const exhausted = await other.call('opsReserve')
  expect([exhausted.status, exhausted.code]).toEqual([429, 11002])
  expect(Number(exhausted.headers.get('retry-after'))).toBeGreaterThan(0)
})

const everyScope: readonly ServiceScope[] = serviceScopes
test('I16.11: at most 20 tokens are alive at once', async () => {
  const admin = await someAdmin()
  const names = Array.from({ length: 20 }, (_, n) => `System ${n}`)
  const added = async () => {
    for (const name of names) await add({ name, scopes: everyScope })
  }
  await expect(added()).rejects.toThrow()
  const response = await admin.call('opsProposeServiceToken', proposed({ name: 'One more' }))
  expect(issuesOf(response)).toEqual(['name too_many'])
})

test('I16.11: unknown tokens are not found', async () => {
  const admin = await someAdmin()
  const id = '01890000-0000-7000-8000-000000000000'
  const calls: readonly (readonly [OpsCallName, object])[] = [
    ['opsServiceTokenUse', { id }],
    ['opsIssueServiceToken', { id, password: 'x', totp: '0' }],
    ['opsRotateServiceToken', { id, password: 'x', totp: '0' }],
    ['opsRevokeServiceToken', { id, reason }],
  ]
  for (const [name, input] of calls)
    expect([name, (await admin.call(name, input)).code]).toEqual([name, 11004])
})
