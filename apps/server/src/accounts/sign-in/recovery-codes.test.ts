import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

type Person = Awaited<ReturnType<TestApp['signUp']>>

async function withSecondFactor(): Promise<Person> {
  const person = await app.signUp()
  const { password, token } = person
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  expect((await app.call('totpConfirm', { totp }, { token })).code).toBe(20005)
  return person
}

const make = async ({ token }: Person): Promise<string[]> =>
  resultOf<{ codes: string[] }>(await app.call('makeRecoveryCodes', {}, { token })).codes
const standing = async ({ token }: Pick<Person, 'token'>) =>
  resultOf<{ left: number; madeAt: string | null }>(await app.call('recoveryCodes', {}, { token }))
const logIn = ({ userName: account, password }: Person, totp: string | undefined) =>
  app.call('login', { account, password, totp })

test('I12.7: ten recovery codes sign in once each, in any spelling; a letter reports each use', async () => {
  const person = await withSecondFactor()
  expect(await standing(person)).toEqual({ left: 0, madeAt: null })
  const codes = await make(person)
  expect(new Set(codes).size).toBe(10)
  const [first = '', second = ''] = codes
  expect((await logIn(person, first)).code).toBe(200)
  expect((await logIn(person, first)).code).toBe(11011)
  expect((await logIn(person, ` ${second.toUpperCase().replace('-', ' ')} `)).code).toBe(200)
  expect(await standing(person)).toMatchObject({ left: 8 })
  const letters = () => app.messages(person.email).filter(({ kind }) => kind === 'recoveryCodeUsed')
  await expect.poll(() => letters().length).toBe(2)
  expect(letters().at(-1)?.text).toContain('8 codes')
})

test('I12.7: of two sign-ins with one recovery code at once, one succeeds', async () => {
  const person = await withSecondFactor()
  const [code] = await make(person)
  const responses = await Promise.all([logIn(person, code), logIn(person, code)])
  expect(responses.map((response) => response.code).toSorted()).toEqual([11011, 200].toSorted())
  expect(await standing(person)).toMatchObject({ left: 9 })
})

test('I12.7: a recovery code replaces the second factor everywhere, and never another customer’s', async () => {
  const person = await withSecondFactor()
  const other = await withSecondFactor()
  const [first, second, third] = await make(person)
  expect((await logIn(other, first)).code).toBe(11011)
  const { token, password } = person
  expect((await app.call('proveIdentity', { password, totp: first }, { token })).code).toBe(200)
  expect((await app.call('totpDisable', { password, totp: second }, { token })).code).toBe(20005)
  // Off and on again with another app: nothing of the first is good any more.
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  await app.moveClock(60_000)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  expect((await app.call('totpConfirm', { totp: third }, { token })).code).toBe(11011)
  expect((await app.call('totpConfirm', { totp }, { token })).code).toBe(20005)
  expect((await logIn(person, third)).code).toBe(11011)
})

test('I12.7: new recovery codes replace the previous ones, and only hashes of them are stored', async () => {
  const person = await withSecondFactor()
  const [before] = await make(person)
  const [after = ''] = await make(person)
  expect((await logIn(person, before)).code).toBe(11011)
  const { rows } = await app.db.pool.query('SELECT * FROM accounts_recovery_codes WHERE user_id = $1', [
    person.id,
  ])
  expect(rows).toHaveLength(10)
  expect(JSON.stringify(rows)).not.toContain(after.replace('-', ''))
  expect(JSON.stringify(rows)).not.toContain(after)
  expect((await logIn(person, after)).code).toBe(200)
})

test('I12.7: without a second factor there are no recovery codes to make', async () => {
  const { token } = await app.signUp()
  const refused = await app.call('makeRecoveryCodes', {}, { token })
  expect([refused.code, refused.result.issues]).toEqual([11001, [{ path: 'totp', code: 'disabled' }]])
})
