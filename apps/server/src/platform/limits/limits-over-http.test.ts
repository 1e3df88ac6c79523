import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { limitSetter } from '../../testing/test-limits.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
let app: TestApp
let set: ReturnType<typeof limitSetter>
let people: readonly [Person, Person]
beforeAll(async () => {
  app = await startTestApp()
  people = [await app.signUp(), await app.signUp()]
  set = limitSetter(app)
})
afterAll(() => app.dispose())

const codes = async (calls: readonly Promise<{ code: number }>[]) =>
  (await Promise.all(calls)).map(({ code }) => code)

test('I12.3: of sixty passwords tried at once five are compared, and the owner’s own browser does not wait for it', async () => {
  const { userName: account, password } = await app.signUp()
  const device = randomUUID()
  const login = (given: string, headers: Record<string, string> = {}) =>
    app.call('login', { account, password: given }, { headers })
  expect((await login(password, { device })).code).toBe(200)
  const beganAt = performance.now()
  const tried = await codes(Array.from({ length: 60 }, (_, n) => login(`guess ${n}`)))
  // One more for a second that passed meanwhile, another for two more, and so on.
  const most = 5 + Math.floor(Math.log2((performance.now() - beganAt) / 1_000 + 1))
  const compared = tried.filter((code) => code === 10004).length
  expect(compared).toBeGreaterThanOrEqual(5)
  expect(compared).toBeLessThanOrEqual(most)
  expect(tried.filter((code) => code === 11002)).toHaveLength(60 - compared)
  // As after some more guesses: the wait outlasts this test.
  await app.db.pool.query('UPDATE limits_attempts SET failed = failed + 10')
  expect((await login(password)).code).toBe(11002)
  expect((await login(password, { device: randomUUID() })).code).toBe(11002)
  expect((await login(password, { device })).code).toBe(200)
})

test('I12.3: asking whether names are taken has a budget of its own, in a sandbox too', async () => {
  await set('limits.names.burst', 1)
  // Until the server follows, and what it held of the old budget is used up.
  const sendCode = () =>
    codes(Array.from({ length: 30 }, (_, n) => app.call('checkUserNameOrPhone', { userName: `nobody${n}` })))
  await expect.poll(async () => (await sendCode()).includes(11002), { interval: 1 }).toBe(true)
  expect((await app.call('tariffs', {})).code).toBe(200)
})

test('I12.3: codes have budgets of their own: one for whom they go to, one for the network that asks', async () => {
  const send = (email: string) => app.call('sendCode', { email, purpose: 'register' })
  const toOne = await codes(Array.from({ length: 20 }, () => send('nobody@candor.example')))
  expect(toOne.filter((code) => code === 200)).toHaveLength(5)
  await set('limits.codesOfNetwork.burst', 1)
  const toMany = () => codes(Array.from({ length: 10 }, () => send(`nobody${randomUUID()}@candor.example`)))
  await expect.poll(async () => (await toMany()).includes(11002), { interval: 1 }).toBe(true)
  expect((await app.call('tariffs', {})).code).toBe(200)
})

test('I12.3: signed-in callers are counted by account, whatever else comes from their address; an invalid session is not', async () => {
  const [ana, ben] = people
  await set('limits.visitor.perHour', 1)
  await set('limits.visitor.burst', 1)
  const reads = (token: string, times: number) =>
    codes(Array.from({ length: times }, () => app.call('settings', {}, { token })))
  // Strangers of this address use up what it has.
  await expect.poll(async () => (await app.call('tariffs', {})).code, { interval: 1 }).toBe(11002)
  expect(await reads('made-up', 3)).toEqual([11002, 11002, 11002])
  expect(await reads(ana.token, 30)).toEqual(Array(30).fill(200))
  await set('limits.account.perHour', 1)
  await set('limits.account.burst', 1)
  await expect.poll(async () => (await reads(ana.token, 20)).includes(11002), { interval: 1 }).toBe(true)
  expect(await reads(ben.token, 1)).toEqual([200])
})
