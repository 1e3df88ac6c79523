import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { argon2, hashPassword, isPassword, mostHashesOfOne } from '../../accounts/passwords/passwords.ts'
import { TooMany } from '../../platform/http/refusal.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { callOps, signInOperator } from '../../testing/test-operators.ts'

/** Hashes and comparisons that began, and what each waits for before it begins. */
const hashes = { made: 0, begin: Promise.resolve() }
const { hash, verify } = argon2
const counted =
  <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    hashes.made += 1
    await hashes.begin
    return work(...args)
  }

let app: TestApp
beforeAll(async () => {
  vi.spyOn(argon2, 'hash').mockImplementation(counted(hash))
  vi.spyOn(argon2, 'verify').mockImplementation(counted(verify))
  app = await startTestApp({ trustProxy: '127.0.0.1' })
})
afterAll(() => {
  vi.restoreAllMocks()
  return app.dispose()
})
beforeEach(() => {
  hashes.made = 0
})

const password = 'a long and plain phrase'
const many = Array.from({ length: 50 }, (_, n) => `made-up-${n}`.padEnd(43, 'x'))

test('I12.1: made-up reset tokens cost no hash, and a real one is good', async () => {
  const responses = await Promise.all(many.map((resetToken) => app.call('forget', { resetToken, password })))
  expect(new Set(responses.map(({ code }) => code))).toEqual(new Set([11010]))
  expect(hashes.made).toBe(0)
  const { email } = await app.signUp()
  hashes.made = 0
  await app.call('sendCode', { email, purpose: 'forget' })
  const code = app.messages(email).at(-1)?.code
  const { resetToken } = (await app.call('forget', { email, code })).result
  expect((await app.call('forget', { resetToken, password })).code).toBe(200)
  expect(hashes.made).toBe(1)
})

test('I12.1: made-up invitations of operators cost no hash', async () => {
  const responses = await Promise.all(
    many.map((token) => callOps(app, 'opsJoin', { token, password, totp: '123456' }, '')),
  )
  expect(new Set(responses.map(({ code }) => code))).toEqual(new Set([11004]))
  expect(hashes.made).toBe(0)
})

test('I12.1: sign-ups without their code, and sign-ins to accounts that are not there, cost no hash', async () => {
  const registrations = many.slice(0, 4).map((name) =>
    app.call('register', {
      ...{ userName: name.slice(0, 12).replace('-', ''), email: `${name}@candor.example` },
      ...{ password, code: '000000', country: 'DE' },
    }),
  )
  const signIns = many.slice(0, 4).map((account) => app.call('login', { account, password }))
  for (const response of await Promise.all([...registrations, ...signIns]))
    expect(response.code).not.toBe(200)
  expect(hashes.made).toBe(0)
})

test('ASVS 6.3.8: a sign-in as an operator takes one comparison, whether there is one of this address or not', async () => {
  const { email } = await signInOperator(app, 'finance')
  const compared = async (address: string) => {
    const before = vi.mocked(argon2.verify).mock.calls.length
    const response = await callOps(app, 'opsLogin', { email: address, password, totp: '123456' }, '')
    expect([address, response.code]).toEqual([address, 11009])
    return vi.mocked(argon2.verify).mock.calls.length - before
  }
  expect([await compared(email), await compared('nobody@candor.example')]).toEqual([1, 1])
})

/** Holds every hash until the returned function is called: what waits meanwhile does not depend on how fast a machine hashes. */
function holdHashes(): () => void {
  let release: () => void = () => undefined
  hashes.begin = new Promise((resolve) => {
    release = resolve
  })
  onTestFinished(release)
  return release
}

/** Visitors' calls of one address that run or wait; further ones are turned away. */
const placesOfOne = 4 + 50

/** More than find a place. */
const requestCount = 70

test('I12.1: who asks for more hashes than may wait is told to come again, and nobody else is', async () => {
  const [flooding, calm] = [await app.signUp(), await app.signUp()]
  hashes.made = 0
  const release = holdHashes()
  const login = ({ userName, password: right }: typeof calm, address: string) =>
    app.call('login', { account: userName, password: right }, { headers: { 'x-forwarded-for': address } })
  let turnedAway = 0
  const flood = Array.from({ length: requestCount }, async () => {
    const response = await login(flooding, '203.0.113.7')
    if (response.status === 429) turnedAway += 1
    return response
  })
  await expect.poll(() => turnedAway).toBe(requestCount - placesOfOne)
  const other = login(calm, '203.0.113.8')
  release()
  expect((await other).code).toBe(200)
  const responses = await Promise.all(flood)
  expect(turnedAway).toBe(requestCount - placesOfOne)
  for (const { code, status, headers } of responses)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    else expect(code).toBe(200)
  expect(hashes.made).toBe(placesOfOne + 1)
})

test('I12.1: of one network, so many hashes wait and no more, whoever is signed in there', async () => {
  const stored = await hashPassword(password, '198.51.100.1')
  hashes.made = 0
  const release = holdHashes()
  let turnedAway = 0
  const check = (by: string) => isPassword(stored, password, by)
  const flood = Array.from({ length: requestCount }, () =>
    check('203.0.113.7').catch((error: unknown) => {
      expect(error).toBeInstanceOf(TooMany)
      turnedAway += 1
      return null
    }),
  )
  await expect.poll(() => turnedAway).toBeGreaterThan(0)
  expect(requestCount - turnedAway - hashes.made).toBeLessThanOrEqual(mostHashesOfOne)
  const other = check('203.0.113.8')
  release()
  expect(await other).toBe(true)
  expect((await Promise.all(flood)).filter((good) => good === true)).toHaveLength(requestCount - turnedAway)
})
