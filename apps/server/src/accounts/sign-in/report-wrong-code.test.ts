import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const ownBrowser = '3f1f0a4a-5c0e-4f0c-8a83-2b5f7c9d1e01'
const otherBrowser = '3f1f0a4a-5c0e-4f0c-8a83-2b5f7c9d1e02'

test('a wrong second factor after a right password is reported by email once a day, not from a browser the owner has used', async () => {
  const { userName: account, password, email, token } = await app.signUp()
  const logIn = (device: string, given: { readonly password?: string; readonly totp?: string }) =>
    app.call('login', { account, password, ...given }, { headers: { device } })
  expect((await logIn(ownBrowser, {})).code).toBe(200)
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  expect((await app.call('totpConfirm', { totp }, { token })).code).toBe(20005)
  const letters = () => app.messages(email).filter(({ kind }) => kind === 'wrongCode')

  expect((await logIn(ownBrowser, { totp: '000000' })).code).toBe(11011)
  expect((await logIn(otherBrowser, { password: 'wrong', totp: '000000' })).code).toBe(10004)
  expect((await logIn(otherBrowser, {})).code).toBe(11011)
  expect((await logIn(otherBrowser, { totp: '000000' })).code).toBe(11011)
  expect((await logIn(otherBrowser, { totp: '111111' })).code).toBe(11011)
  const stored = await app.db.query
    .selectFrom('outbox_letters')
    .select('kind')
    .where('kind', '=', 'wrongCode')
    .execute()
  expect(stored).toHaveLength(1)
  await expect.poll(() => letters().length).toBe(1)
  expect(letters()[0]?.text).toContain('127.0.0.*')
})
