import type { Passkey, PasskeyRequest, PasskeyWanted } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { TestAuthenticator } from '../../testing/test-authenticator.ts'
import { callOps, cookieIn, signInOperator } from '../../testing/test-operators.ts'
import { holdClock } from '../../testing/time/test-clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const ours = 'http://localhost:3000'

/** A customer with a passkey on a device of theirs. */
async function withPasskey() {
  const person = await app.signUp()
  const device = new TestAuthenticator(ours)
  const { token, password } = person
  const wanted = resultOf<PasskeyWanted>(await app.call('newPasskeyStart', { password }, { token }))
  const added = await app.call('newPasskeyFinish', { name: 'Pixel', passkey: device.make(wanted) }, { token })
  expect(added.code, added.text).toBe(200)
  return { ...person, device, passkey: resultOf<Passkey>(added) }
}

const startPasskey = async () => resultOf<PasskeyRequest>(await app.call('passkeyStart', {}))
const show = (passkey: unknown) => app.call('passkeyFinish', { passkey })

test('issue 5 Sign-in: a passkey signs in without password, and also where the second factor is on', async () => {
  const { device, userName, token, id } = await withPasskey()
  await app.db.query
    .updateTable('accounts_users')
    .set({
      totp_secret: app.secrets.seal('accounts_users.totp_secret', id, 'JBSWY3DPEHPK3PXP'),
      totp_enabled: true,
    })
    .where('id', '=', id)
    .execute()
  const response = await show(device.show(await startPasskey()))
  expect(response.code, response.text).toBe(200)
  expect(response.result.user).toMatchObject({ userName })
  expect((await app.call('getUserInfo', {}, { token: response.result.token })).code).toBe(200)
  const [listed] = resultOf<Passkey[]>(await app.call('listPasskeys', {}, { token }))
  expect(listed).toMatchObject({ name: 'Pixel' })
  expect(listed?.lastUsedAt).not.toBeNull()
})

test('a device is asked for a passkey of the customer that its owner has to unlock, and for none that it has', async () => {
  const { token, password, id, userName, passkey } = await withPasskey()
  const wanted = resultOf<PasskeyWanted>(await app.call('newPasskeyStart', { password }, { token }))
  expect(Buffer.from(wanted.user.id, 'base64url').toString('hex')).toBe(id.replaceAll('-', ''))
  expect(wanted).toMatchObject({
    ...{ rp: { id: 'localhost', name: 'Candor' }, timeout: 300_000, attestation: 'none' },
    user: { name: userName, displayName: userName },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: [{ id: expect.any(String), type: 'public-key' }],
    authenticatorSelection: {
      ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  })
  expect(passkey).toMatchObject({ name: 'Pixel', lastUsedAt: null })
  expect(await startPasskey()).toMatchObject({
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
  })
})

test('a response is valid once, for five minutes, from a page of ours, by its owner, from the key itself (11012)', async () => {
  holdClock()
  const { device } = await withPasskey()
  const first = device.show(await startPasskey())
  expect((await show(first)).code).toBe(200)
  expect((await show(first)).code).toBe(11012)
  device.origin = 'https://candor.example.evil'
  expect((await show(device.show(await startPasskey()))).code).toBe(11012)
  device.origin = ours
  device.verifiesUser = false
  expect((await show(device.show(await startPasskey()))).code).toBe(11012)
  device.verifiesUser = true
  const forged = device.show(await startPasskey())
  const signature = forged.response.signature.replace(/^.{12}/, 'AAAAAAAAAAAA')
  expect((await show({ ...forged, response: { ...forged.response, signature } })).code).toBe(11012)
  const stranger = new TestAuthenticator(ours)
  expect((await show(stranger.show(await startPasskey()))).code).toBe(11012)
  // Five failures from one address: the next has to wait.
  expect((await show(first)).status).toBe(429)
  await app.moveClock(60_000)
  const late = await startPasskey()
  await app.moveClock(5 * 60_000 + 1_000)
  expect((await show(device.show(late))).code).toBe(11012)
  await app.moveClock(60_000)
  expect((await show(device.show(await startPasskey()))).code).toBe(200)
  // A copy of the key that lags behind is found out by its count of uses.
  device.counter -= 2
  await app.moveClock(60_000)
  expect((await show(device.show(await startPasskey()))).code).toBe(11012)
  await app.moveClock(3_600_000)
})

test('adding asks for the password, naming and removing are the owner’s alone, and a removed one opens nothing', async () => {
  const { device, token, password, passkey } = await withPasskey()
  expect((await app.call('newPasskeyStart', { password: 'wrong' }, { token })).code).toBe(10004)
  const other = await withPasskey()
  const { id } = passkey
  const as = other.token
  expect((await app.call('renamePasskey', { id, name: 'Mine' }, { token: as })).status).toBe(404)
  expect((await app.call('removePasskey', { id, password }, { token: as })).status).toBe(404)
  // What one person was asked to make, another cannot hand in; the same device is not added twice.
  const wanted = resultOf<PasskeyWanted>(await app.call('newPasskeyStart', { password }, { token }))
  const made = new TestAuthenticator(ours).make(wanted)
  expect((await app.call('newPasskeyFinish', { name: 'x', passkey: made }, { token: as })).code).toBe(11012)
  const again = resultOf<PasskeyWanted>(await app.call('newPasskeyStart', { password }, { token }))
  expect(again.excludeCredentials.map((one) => one.id)).toEqual([device.credentialId.toString('base64url')])
  const twice = { name: 'again', passkey: device.make(again) }
  expect((await app.call('newPasskeyFinish', twice, { token })).code).toBe(11012)
  expect((await app.call('renamePasskey', { id, name: ' Work phone ' }, { token })).code).toBe(20005)
  const names = resultOf<Passkey[]>(await app.call('listPasskeys', {}, { token })).map(({ name }) => name)
  expect(names).toEqual(['Work phone'])
  expect((await app.call('removePasskey', { id, password: 'wrong' }, { token })).code).toBe(10004)
  expect((await app.call('removePasskey', { id, password }, { token })).code).toBe(20005)
  expect((await show(device.show(await startPasskey()))).code).toBe(11012)
})

test('trust T13: a frozen customer’s passkey signs in; a closed account’s does not (10005)', async () => {
  const { device, id } = await withPasskey()
  await app.db.query.updateTable('accounts_users').set({ status: 'frozen' }).where('id', '=', id).execute()
  expect((await show(device.show(await startPasskey()))).code).toBe(200)
  await app.db.query.updateTable('accounts_users').set({ status: 'closed' }).where('id', '=', id).execute()
  expect((await show(device.show(await startPasskey()))).code).toBe(10005)
})

test('issue 4 console: an operator’s passkey signs in to the console, a customer’s never does, and the log names the way', async () => {
  const operator = await signInOperator(app, 'reviewer')
  const device = new TestAuthenticator(ours)
  const { password } = operator
  expect((await operator.call('opsNewPasskeyStart', { password: 'wrong' })).code).toBe(10004)
  const wanted = resultOf<PasskeyWanted>(await operator.call('opsNewPasskeyStart', { password }))
  const added = await operator.call('opsNewPasskeyFinish', { name: 'Key', passkey: device.make(wanted) })
  expect(added.code, added.text).toBe(200)
  const start = async () => resultOf<PasskeyRequest>(await callOps(app, 'opsPasskeyStart', {}, ''))
  const finish = (passkey: object) => callOps(app, 'opsPasskeyFinish', { passkey }, '')
  const entered = await finish(device.show(await start()))
  expect(entered.code, entered.text).toBe(200)
  expect((await callOps(app, 'opsMe', {}, cookieIn(entered))).result).toMatchObject({ id: operator.id })
  const entry = await app.db.query
    .selectFrom('trust_audit')
    .select('body')
    .where('action', '=', 'operators.sign-in')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(entry)).toContain('passkey')
  const customer = await withPasskey()
  const refused = await finish(customer.device.show(await start()))
  expect([refused.code, cookieIn(refused)]).toEqual([11012, ''])
  expect((await show(device.show(await startPasskey()))).code).toBe(11012)
  const { id } = resultOf<Passkey>(added)
  expect((await operator.call('opsRemovePasskey', { id, password })).code).toBe(200)
  const letters = app.messages(operator.email).filter(({ kind }) => kind === 'operator-change')
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('added'),
    expect.stringContaining('removed'),
  ])
  expect((await finish(device.show(await start()))).code).toBe(11012)
})
