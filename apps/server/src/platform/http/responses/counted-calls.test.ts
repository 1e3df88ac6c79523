import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { argon2 } from '../../../accounts/passwords/passwords.ts'
import { hashOfToken } from '../../../accounts/sessions/tokens.ts'
import { Parameters } from '../../../back-office/parameters/parameters.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startOpenId, type TestOpenId } from '../../../testing/test-openid.ts'
import { keyOf } from '../../limits/key-of.ts'
import { routeTable } from '../route-table.ts'
import { isBudgeted, type VisitorCallName } from './cache-policies.ts'

const redirectUri = 'http://localhost:3999/api/loginCallback/google'
let openId: TestOpenId
let app: TestApp
beforeAll(async () => {
  openId = await startOpenId([redirectUri])
  const { issuer, clientId, clientSecret } = openId
  app = await startTestApp({ trustProxy: '127.0.0.1', google: { issuer, clientId, clientSecret } })
})
afterAll(async () => {
  await app.dispose()
  await openId.close()
})

const budgets = ['names', 'signIns', 'codesOfNetwork', 'sms', 'keptQuotes'] as const
const tooMany = 11002

const account = 'marker-name'
const email = 'marker@candor.example'
const password = 'a long and plain phrase'
const code = '135791'
const phone = { areaCode: '+49', phone: '15123459999' }
/** An hour that no other statement is about: in ms, minutes and hours. */
const hour = 13_579 * 3_600_000
const hourMarks = [hour, hour / 60_000, hour / 3_600_000]
const callback = { code: 'marker', codeVerifier: 'v'.repeat(43), redirectUri, nonce: 'n'.repeat(22) }

type Marker = string | Buffer | readonly number[]

/** Something that each call would look up, and what its statements have of it. */
const inputs: Readonly<Partial<Record<VisitorCallName, readonly [input: object, marker: Marker]>>> = {
  checkUserNameOrPhone: [{ userName: account }, account],
  sendCode: [{ email, purpose: 'register' }, email],
  sendSmsCode: [{ ...phone, purpose: 'register' }, phone.phone],
  register: [{ userName: account, email, password, code, country: 'DE' }, account],
  registerByGoogle: [{ ticket: account, userName: account, country: 'DE' }, hashOfToken(account)],
  login: [{ account, password }, account],
  loginBySms: [{ ...phone, code }, phone.phone],
  loginByGoogle: [callback, 'asks Google'],
  quoteRanges: [{ code: 'BTCUSDT', span: 'hour', from: hour, to: hour }, hourMarks],
  minuteQuotes: [{ code: 'BTCUSDT', at: hour }, hourMarks],
}

const isMarked = (value: unknown, marker: Marker): boolean => {
  if (Array.isArray(value)) return value.some((one) => isMarked(one, marker))
  if (Buffer.isBuffer(marker)) return Buffer.isBuffer(value) && value.equals(marker)
  if (typeof marker === 'string') return typeof value === 'string' && value.includes(marker)
  return marker.includes(Number(value))
}

/** Makes the call, and counts what it looked up: in the database, at the provider, and as a hash. */
async function lookUps(name: VisitorCallName, address: string) {
  const [input, marker] = inputs[name] ?? [{}, '']
  let statements = 0
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first, values] = given as [string | { readonly values?: unknown[] }, unknown]
    const own = typeof first === 'string' ? values : (first.values ?? values)
    if (isMarked(own, marker)) statements += 1
    return Reflect.apply(query, this, given)
  } as never)
  const hashes = [vi.spyOn(argon2, 'hash'), vi.spyOn(argon2, 'verify')]
  onTestFinished(() => void vi.restoreAllMocks())
  const before = openId.redeemed
  const response = await app.call(name, input, { headers: { 'x-forwarded-for': address } })
  spy.mockRestore()
  const hashed = hashes.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  return { code: response.code, found: statements + hashed + openId.redeemed - before }
}

/** Uses up what this network may do. */
async function empty(network: string): Promise<void> {
  for (const budget of budgets)
    await app.db.pool.query('INSERT INTO limits_budgets (key, left_now, at) VALUES ($1, -1000000, $2)', [
      keyOf(budget, network),
      app.now(),
    ])
}

const names = routeTable
  .filter(
    ({ access, cachePolicy }) =>
      access === 'visitor' && (cachePolicy === 'counted' || isBudgeted(cachePolicy)),
  )
  .map(({ name }) => name as VisitorCallName)

test('I12.3: every call that is declared as counted is tried here', () => {
  expect(names.toSorted()).toEqual(Object.keys(inputs).toSorted())
})

let networks = 0
test.each(names)('I12.3: %s spends its budget before it reads, asks or hashes anything', async (name) => {
  networks += 1
  const usual = await lookUps(name, `198.51.100.${networks}`)
  expect([usual.code === tooMany, usual.found > 0]).toEqual([false, true])
  await empty(`203.0.113.${networks}`)
  expect(await lookUps(name, `203.0.113.${networks}`)).toEqual({ code: tooMany, found: 0 })
})

const bogus = (address: string) =>
  app.call('loginByGoogle', callback, { headers: { 'x-forwarded-for': address } })

test('I12.1: made-up responses of Google cost few requests to it', async () => {
  const before = openId.redeemed
  const beganAt = performance.now()
  const codes = (await Promise.all(Array.from({ length: 20 }, () => bogus('192.0.2.1')))).map(
    (one) => one.code,
  )
  // One more for a second that passed meanwhile, another for two more, and so on.
  const most = 5 + Math.floor(Math.log2((performance.now() - beganAt) / 1_000 + 1))
  expect(openId.redeemed - before).toBeLessThanOrEqual(most)
  expect(codes.filter((one) => one === 11015)).toHaveLength(openId.redeemed - before)
  expect((await bogus('192.0.2.2')).code).toBe(11015)
})

test('I12.1: a slow Google delays only those who sign in with it', async () => {
  let respond: () => void = () => undefined
  openId.slow = new Promise((resolve) => {
    respond = resolve
  })
  onTestFinished(() => respond())
  const before = openId.redeemed
  const waiting = ['192.0.10.1', '192.0.11.1', '192.0.12.1', '192.0.13.1'].flatMap((address) =>
    Array.from({ length: 4 }, () => bogus(address)),
  )
  await expect.poll(() => openId.redeemed - before).toBe(8)
  const others = await Promise.race([
    app.call(
      'checkUserNameOrPhone',
      { userName: 'nobody' },
      { headers: { 'x-forwarded-for': '192.0.20.1' } },
    ),
    Promise.any(waiting),
  ])
  expect(others.code).toBe(200)
  respond()
  expect(new Set((await Promise.all(waiting)).map((one) => one.code))).toEqual(new Set([11015]))
})

test('I12.3: a sign-up tells no more names than checking them does', async () => {
  const { userName } = await app.signUp()
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  const change = { reason: 'a test of names', changedBy: 'a', approvedBy: 'b' }
  for (const part of ['burst', 'perHour'] as const)
    await parameters.change({ key: `limits.names.${part}`, value: 1, ...change })
  const from = { headers: { 'x-forwarded-for': '192.0.2.30' } }
  const guess = async () =>
    (await app.call('register', { userName, email, password, code, country: 'DE' }, from)).code
  const check = async () => (await app.call('checkUserNameOrPhone', { userName }, from)).code
  // The budget fills up again, faster until the server follows: both are refused once they come soon enough after the guesses.
  const refusedNow = async () => {
    await Promise.all(Array.from({ length: 30 }, guess))
    return Promise.all([guess(), check()])
  }
  await expect.poll(refusedNow, { interval: 1 }).toEqual([tooMany, tooMany])
})
