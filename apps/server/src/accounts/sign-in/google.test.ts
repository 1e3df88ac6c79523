import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf } from '../../testing/test-app.ts'
import type { TestOpenId } from '../../testing/test-openid.ts'
import { type GoogleTestApp, startGoogleTestApp } from './test-google.ts'

let openId: TestOpenId
let app: GoogleTestApp
beforeAll(async () => {
  app = await startGoogleTestApp({ trustProxy: '127.0.0.1' })
  openId = app.openId
})
afterAll(() => app.dispose())

const cameBack = () => app.cameBack()

test('issue 5 Google: a person without an account gets a ticket, opens one with it, and signs in to it later', async () => {
  openId.person = { subject: 'g-1', email: 'first@candor.example', proven: true }
  const first = await app.call('loginByGoogle', await cameBack())
  expect([first.code, first.result]).toMatchObject([11016, { email: 'first@candor.example' }])
  const { ticket } = resultOf<{ ticket: string }>(first)
  const taken = await app.signUp()
  const register = (userName: string) => app.call('registerByGoogle', { ticket, userName, country: 'DE' })
  expect((await register(taken.userName)).code).toBe(10006)
  const opened = await register('first-by-google')
  expect(opened.code, opened.text).toBe(200)
  expect(opened.result.user).toMatchObject({ email: 'first@candor.example', country: 'DE' })
  expect((await register('second-try')).code).toBe(11015)
  // Google's name counts, not the address: that may change there.
  openId.person = { subject: 'g-1', email: 'renamed@candor.example', proven: true }
  const again = await app.call('loginByGoogle', await cameBack())
  expect(again.result.user).toMatchObject({ userName: 'first-by-google' })
  expect((await app.call('getUserInfo', {}, { token: again.result.token })).code).toBe(200)
})

test('links and notifies the customer of a verified address; an unverified address signs in no one', async () => {
  const { email, userName } = await app.signUp()
  openId.person = { subject: 'g-2', email, proven: false }
  expect((await app.call('loginByGoogle', await cameBack())).code).toBe(11015)
  openId.person = { subject: 'g-2', email: email.toUpperCase(), proven: true }
  const response = await app.call('loginByGoogle', await cameBack())
  expect(response.result.user).toMatchObject({ userName })
  const { text } = await app.letter(email, 'accountChange')
  expect(text).toContain('Google')
  // The same customer through another Google account: one is enough.
  openId.person = { subject: 'g-3', email, proven: true }
  expect((await app.call('loginByGoogle', await cameBack())).code).toBe(11015)
})

test('the second factor stays: Google is the first only, and a wrong code does not spend the ticket', async () => {
  const { email, token, password } = await app.signUp()
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const totp = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  await app.call('totpConfirm', { totp: totp() }, { token })
  await app.moveClock(60_000)
  openId.person = { subject: 'g-4', email, proven: true }
  const outcome = await app.call('loginByGoogle', await cameBack())
  expect(outcome.code).toBe(11011)
  const { ticket } = resultOf<{ ticket: string }>(outcome)
  expect((await app.call('loginByGoogle', { ticket, totp: '000000' })).code).toBe(11011)
  expect((await app.call('loginByGoogle', { ticket, totp: totp() })).code).toBe(200)
  expect((await app.call('loginByGoogle', { ticket, totp: totp() })).code).toBe(11015)
})

let networks = 0
/** Each from a network of its own, whose guesses are not slowed down yet. */
const fromElsewhere = (response: object) =>
  app.call('loginByGoogle', response, { headers: { 'x-forwarded-for': `203.0.113.${++networks}` } })

test('a response is valid once, with its own verifier and nonce, and for our own address (11015)', async () => {
  openId.person = { subject: 'g-5', email: 'fifth@candor.example', proven: true }
  const good = await cameBack()
  expect((await fromElsewhere(good)).code).toBe(11016)
  expect((await fromElsewhere(good)).code).toBe(11015)
  const changes = [
    { codeVerifier: randomBytes(32).toString('base64url') },
    { nonce: randomBytes(16).toString('base64url') },
    { redirectUri: 'http://evil.example/api/loginCallback/google' },
    { redirectUri: 'http://localhost:3999/elsewhere' },
    { code: 'none' },
  ]
  for (const change of changes) {
    const response = await fromElsewhere({ ...(await cameBack()), ...change })
    expect([change, response.code]).toEqual([change, 11015])
  }
})

test('a response for an address that is not the callback of ours is not redeemed (11015)', async () => {
  const { redeemed } = openId
  const ours = 'http://localhost:3999/api/loginCallback/google'
  for (const redirectUri of [
    ours.replace('localhost:3999', 'evil.example'),
    ours.replace('google', 'elsewhere'),
    `${ours}?more=1`,
    `${ours}#more`,
  ]) {
    const response = await fromElsewhere({ ...(await cameBack()), redirectUri })
    expect([redirectUri, response.code]).toEqual([redirectUri, 11015])
  }
  expect(openId.redeemed).toBe(redeemed)
})

test('refuses an ID token without the provider’s signature (11015)', async () => {
  openId.person = { subject: 'g-6', email: 'sixth@candor.example', proven: true }
  openId.breakSignatures = true
  expect((await app.call('loginByGoogle', await cameBack())).code).toBe(11015)
  openId.breakSignatures = false
  expect((await app.call('loginByGoogle', await cameBack())).code).toBe(11016)
})

test('specification §2: the callback hands code and state to the page behind the hash, and nothing else', async () => {
  const path = '/api/loginCallback/google?code=a%26b&state=s&iss=x&scope=openid'
  const response = await fetch(`${app.url}${path}`, { redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/#/api/loginCallback/google?code=a%26b&state=s')
  expect(response.headers.get('cache-control')).toBe('no-store')
})
