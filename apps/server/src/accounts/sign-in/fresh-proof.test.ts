import type { CallName, Passkey, PasskeyRequest, PasskeyWanted, ProofRequired } from '@candor/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeTable } from '../../platform/http/route-table.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { TestAuthenticator } from '../../testing/test-authenticator.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

type Person = Awaited<ReturnType<TestApp['signUp']>>
const tenMinutes = 600_000
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Input that each of these calls takes: its fields are judged first. */
const inputs: Partial<Record<CallName, object>> = {
  makeApiKey: { name: 'mine', scope: 'read' },
  saveEmail: { email: 'another@candor.example', code: '123456' },
  savePhone: { areaCode: '+49', phone: '15123456789', code: '123456' },
  addAddress: { network: 'ERC20', address, label: '' },
  updateBankInfo: { bank: 'Bank', branch: 'Main', accountName: 'Ana', cardNumber: '4111111111111111' },
  revokeSession: { id: '01890000-0000-7000-8000-000000000000' },
}
const guarded = routeTable.filter(({ proof }) => proof === 'fresh').map(({ name }) => name)

const call = (name: CallName, { token }: { readonly token: string }, more: object = {}) =>
  app.call(name, { ...inputs[name], ...more }, { token, mode: 'real' })
const makeKey = async (person: { readonly token: string }, more: object = {}) =>
  (await call('makeApiKey', person, more)).code
const prove = (input: object, { token }: { readonly token: string }) =>
  app.call('proveIdentity', input, { token })
const waysOf = async (person: { readonly token: string }) =>
  resultOf<ProofRequired>(await call('makeApiKey', person))

async function signedUpLongAgo(): Promise<Person> {
  const person = await app.signUp()
  await app.moveClock(tenMinutes)
  return person
}

/** Turns the second factor on, and answers its code now. */
async function withSecondFactor({ token, password }: Person): Promise<() => string> {
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  expect((await app.call('totpConfirm', { totp: code() }, { token })).code).toBe(20005)
  await app.moveClock(60_000)
  return code
}

test('I12.7: the calls that need a fresh proof, and none of them is open to an API key', () => {
  expect(guarded.toSorted()).toEqual([
    'addAddress',
    'export',
    'makeApiKey',
    'makeRecoveryCodes',
    'newPasskeyStart',
    'removePhone',
    'revokeOtherSessions',
    'revokeSession',
    'saveEmail',
    'savePhone',
    'totpDisable',
    'updateBankInfo',
  ])
  const open = routeTable.filter(({ proof, apiScope }) => proof === 'fresh' && apiScope !== null)
  expect(open).toEqual([])
})

test.each(guarded)(
  'I12.7: %s is refused with 11019 ten minutes after the sign-in, and not before',
  async (name) => {
    const person = await app.signUp()
    expect((await call(name, person)).code).not.toBe(11019)
    await app.moveClock(tenMinutes)
    const refused = await call(name, person)
    expect([refused.code, refused.result]).toEqual([11019, { ways: ['password'], totp: false }])
    expect((await prove({ password: person.password }, person)).code).toBe(200)
    expect((await call(name, person)).code).not.toBe(11019)
  },
)

test('I12.7: a proof is good for ten minutes and for its own session alone', async () => {
  const person = await signedUpLongAgo()
  const { userName: account, password } = person
  const other = { token: (await app.call('login', { account, password })).result.token }
  await app.moveClock(tenMinutes)
  expect((await prove({ password: 'not the password' }, person)).code).toBe(10004)
  expect(await makeKey(person)).toBe(11019)
  const proven = await prove({ password }, person)
  expect(Date.parse(String(proven.result.until)) - app.now()).toBeGreaterThan(tenMinutes - 5_000)
  expect(await makeKey(other)).toBe(11019)
  await app.moveClock(tenMinutes - 30_000)
  expect(await makeKey(person)).toBe(200)
  await app.moveClock(30_000)
  expect(await makeKey(person)).toBe(11019)
})

test('I12.7: with a second factor on, it is required too, and a proof without it from elsewhere is void', async () => {
  const person = await app.signUp()
  const { userName: account, password } = person
  const other = { token: (await app.call('login', { account, password })).result.token }
  const code = await withSecondFactor(person)
  expect(await makeKey(person)).toBe(200)
  expect(await waysOf(other)).toEqual({ ways: ['password'], totp: true })
  expect((await prove({ password }, other)).code).toBe(11011)
  expect((await prove({ password, totp: '000000' }, other)).code).toBe(11011)
  expect(await makeKey(other)).toBe(11019)
  await app.moveClock(60_000)
  expect((await prove({ password, totp: code() }, other)).code).toBe(200)
  expect(await makeKey(other)).toBe(200)
})

test('I12.7: a passkey proves only its owner', async () => {
  const device = new TestAuthenticator('http://localhost:3000')
  const person = await app.signUp()
  const { token } = person
  const wanted = resultOf<PasskeyWanted>(await app.call('newPasskeyStart', {}, { token }))
  resultOf<Passkey>(
    await app.call('newPasskeyFinish', { name: 'Pixel', passkey: device.make(wanted) }, { token }),
  )
  const stranger = await app.signUp()
  await app.moveClock(tenMinutes)
  const shown = async () => ({
    passkey: device.show(resultOf<PasskeyRequest>(await app.call('passkeyStart', {}))),
  })
  expect((await prove(await shown(), stranger)).code).toBe(11012)
  expect(await makeKey(stranger)).toBe(11019)
  expect(await waysOf(person)).toEqual({ ways: ['password', 'passkey'], totp: false })
  expect((await prove(await shown(), person)).code).toBe(200)
  expect(await makeKey(person)).toBe(200)
})

test('I12.7: an emailed code is accepted only from a customer without password and passkey', async () => {
  const person = await signedUpLongAgo()
  const { email, id } = person
  const mailed = async () => {
    await app.call('sendCode', { email, purpose: 'security' })
    return { code: app.messages(email).findLast(({ code }) => code !== undefined)?.code }
  }
  expect((await prove(await mailed(), person)).code).toBe(11019)
  // As after joining by Google.
  await app.db.query.updateTable('accounts_users').set({ has_password: false }).where('id', '=', id).execute()
  expect(await waysOf(person)).toEqual({ ways: ['code'], totp: false })
  expect((await prove({ code: '000000' }, person)).code).toBe(11010)
  const code = await mailed()
  expect((await prove(code, person)).code).toBe(200)
  expect((await prove(code, person)).code).toBe(11010)
  expect(await makeKey(person)).toBe(200)
})

test('I12.7: a client that asks for password and second factor itself sends them along, and wrong ones are wrong', async () => {
  const person = await signedUpLongAgo()
  const { password } = person
  expect(await makeKey(person, { password: 'not the password' })).toBe(10004)
  expect(await makeKey(person, { password })).toBe(200)
  const code = await withSecondFactor(person)
  await app.moveClock(tenMinutes)
  expect(await makeKey(person, { password })).toBe(11019)
  expect(await makeKey(person, { password, totp: '000000' })).toBe(11011)
  expect(await makeKey(person, { password, totp: code() })).toBe(200)
  expect(await makeKey(person, { totp: '000000' })).toBe(11011)
})
