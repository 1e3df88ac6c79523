import { calls, operatorRoles, opsCalls } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  callOps,
  codeNow,
  cookieIn,
  signInOperator,
  type TestOperator,
} from '../../testing/test-operators.ts'
import { holdClock } from '../../testing/time/test-clock.ts'
import { opsRouteTable } from './register-ops.ts'

let app: TestApp
let customer: string
const operators = new Map<string, TestOperator>()
beforeAll(async () => {
  app = await startTestApp()
  customer = (await app.signUp()).token
  for (const role of operatorRoles) operators.set(role, await signInOperator(app, role))
})
afterAll(() => app.dispose())

const operatorOf = (role: string): TestOperator => {
  const found = operators.get(role)
  if (found === undefined) throw new Error(`no operator is ${role}`)
  return found
}

/** All that is open to somebody without a session: signing in, and joining with an invitation. */
const open = [
  'opsLogin',
  'opsPasskeyStart',
  'opsPasskeyFinish',
  'opsInvitation',
  'opsJoin',
  'opsSignInWays',
  'opsSsoStart',
  'opsSsoFinish',
  'opsSsoCode',
]

test('every operators’ call has roles and a path below /ops, and none is among the customers’ calls', () => {
  expect(opsRouteTable.map(({ name }) => name).sort()).toEqual(Object.keys(opsCalls).sort())
  for (const { name, url, roles } of opsRouteTable) {
    expect(url).toMatch(/^\/ops\//)
    expect(Object.keys(calls)).not.toContain(name)
    if (roles === 'visitor') expect(open).toContain(name)
    else for (const role of roles) expect(operatorRoles).toContain(role)
  }
})

/** Every call with nobody’s cookie and with every role is a cell of app/authorisation. */
test.each(['opsMe', 'opsQueue', 'opsApprove'] as const)(
  '%s: refused without an operator’s cookie: none, a customer’s token, a forged one',
  async (name) => {
    const none = await callOps(app, name, {}, '')
    expect([none.status, none.code]).toEqual([200, 401])
    for (const cookie of [`candor_console=${customer}`, 'candor_console=x', 'candor_console=']) {
      const response = await callOps(app, name, {}, cookie)
      expect([response.code, response.result]).toEqual([401, null])
    }
  },
)

test('a customer’s token in their own header opens nothing of the console', async () => {
  expect((await app.request('GET', '/ops/me', null, { authorization: customer })).code).toBe(401)
})

test('a customer’s call does not take an operator’s cookie, in no header', async () => {
  const { cookie } = operatorOf('admin')
  const token = cookie.split('=')[1] ?? ''
  const asToken = await app.call('getUserInfo', {}, { token })
  expect(asToken.status).toBe(401)
  const asCookie = await app.call('getUserInfo', {}, { headers: { cookie } })
  expect(asCookie.code).toBe(401)
})

test('a page of another origin cannot make an operator’s browser act', async () => {
  const { cookie } = operatorOf('admin')
  const json = { 'content-type': 'application/json', cookie }
  expect((await app.request('POST', '/ops/logout', '{}', json)).status).toBe(401)
  const foreign = { ...json, 'x-candor-console': '1', 'sec-fetch-site': 'cross-site' }
  expect((await app.request('POST', '/ops/logout', '{}', foreign)).status).toBe(401)
  expect((await app.request('GET', '/ops/me', null, foreign)).status).toBe(401)
  expect((await operatorOf('admin').call('opsMe')).code).toBe(200)
})

test('the cookie is for /ops alone, out of reach of scripts and of other sites', async () => {
  const { email, password, secret } = operatorOf('risk')
  await app.moveClock(60_000)
  const response = await callOps(app, 'opsLogin', { email, password, totp: codeNow(app, secret) }, '')
  expect(response.headers.get('set-cookie')).toMatch(
    /^candor_console=[\w-]{43}; Path=\/ops; HttpOnly; SameSite=Strict$/,
  )
  const cookie = cookieIn(response)
  expect((await callOps(app, 'opsLogout', {}, cookie)).headers.get('set-cookie')).toMatch(/Max-Age=0/)
  expect((await callOps(app, 'opsMe', {}, cookie)).code).toBe(401)
})

test('a wrong password, a wrong code, a used code and an unknown address are the same 11009; guessing is slowed', async () => {
  holdClock()
  const { email, password, secret } = operatorOf('finance')
  await app.moveClock(60_000)
  const totp = codeNow(app, secret)
  const tries = [
    { email, password: 'another long phrase', totp },
    { email, password, totp: totp === '000000' ? '000001' : '000000' },
    { email: 'nobody@candor.example', password, totp },
  ]
  for (const input of tries) {
    const response = await callOps(app, 'opsLogin', input, '')
    expect([response.code, response.result, response.headers.get('set-cookie')]).toEqual([11009, null, null])
  }
  expect((await callOps(app, 'opsLogin', { email, password, totp }, '')).code).toBe(200)
  expect((await callOps(app, 'opsLogin', { email, password, totp }, '')).code).toBe(11009)
  const guesses = Array.from({ length: 7 }, () => ({ email, password, totp: '000000' }))
  let last = 0
  for (const guess of guesses) last = (await callOps(app, 'opsLogin', guess, '')).status
  expect(last).toBe(429)
})

test('a session ends after two idle hours, and after twelve however busy', async () => {
  const { cookie } = await signInOperator(app, 'content')
  const me = async () => (await callOps(app, 'opsMe', {}, cookie)).code
  for (let hours = 0; hours < 11; hours += 1.5) {
    expect(await me()).toBe(200)
    await app.moveClock(1.5 * 3_600_000)
  }
  expect(await me()).toBe(401)
  const idle = await signInOperator(app, 'content')
  await app.moveClock(2 * 3_600_000)
  expect((await idle.call('opsMe')).code).toBe(401)
})
