import type { CustomerShown } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { verifyIdentity } from '../../testing/test-identity.ts'
import { approveProposal, signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import {
  changeEmail,
  lettersSent,
  type Person,
  resetPassword,
  signInAgain,
  turnOnSecondFactor,
  undo,
  undoToken,
} from '../profile/test-changes.ts'

let app: TestApp
let reviewer: TestOperator
let risk: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  reviewer = await signInOperator(app, 'reviewer')
  risk = await signInOperator(app, 'risk')
})
afterAll(() => app.dispose())

const reason = 'seen in a video call'
const propose = ({ id }: Person, what: 'secondFactor' | 'email', email: string | null = null) =>
  reviewer.call('opsResetAccess', { id, what, email, reason })
const isIn = async ({ token }: Person) => (await app.call('getUserInfo', {}, { token })).code === 200
const login = async ({ userName: account, password }: Person) =>
  (await app.call('login', { account, password })).code

async function verified(): Promise<Person> {
  const person = await app.signUp()
  await verifyIdentity(app, reviewer, person)
  return person
}

test('I16.7: a second factor is reset by two people; every device is signed out, and the letter restores it', async () => {
  const ana = await verified()
  await turnOnSecondFactor(app, ana)
  const proposed = await propose(ana, 'secondFactor')
  expect((await approveProposal(reviewer, proposed)).code).toBe(11008)
  expect(await isIn(ana)).toBe(true)
  expect((await approveProposal(risk, proposed)).code).toBe(200)
  expect(await isIn(ana)).toBe(false)
  expect(await login(ana)).toBe(200)

  await lettersSent(app, ana)
  expect((await app.letter(ana.email, 'accountChange')).text).toContain('Our support team made this change')
  const again = await signInAgain(app, ana)
  expect(await undo(app, await undoToken(app, ana))).toBe(200)
  expect(await isIn(again)).toBe(false)
  // The same second factor is asked for again.
  expect(await login(ana)).toBe(11011)
})

test('I16.7: an address is reset by two people; codes go to the new one, and the letter to the former one takes it back', async () => {
  const ben = await verified()
  expect((await approveProposal(risk, await propose(ben, 'email', 'ben@new.example'))).code).toBe(200)
  expect(await isIn(ben)).toBe(false)
  const [former, now] = [ben.email, 'ben@new.example']
  await resetPassword(app, { email: now }, { password: 'a new 1 for Ben' })
  expect(await login({ ...ben, password: 'a new 1 for Ben' })).toBe(200)
  expect(app.messages(now).map(({ kind }) => kind)).not.toContain('accountChange')

  expect(await undo(app, await undoToken(app, ben, former))).toBe(200)
  expect(await login({ ...ben, password: 'a new 1 for Ben' })).not.toBe(200)
  await resetPassword(app, { email: former }, { password: 'back with 1 Ben' })
  expect(await login({ ...ben, password: 'back with 1 Ben' })).toBe(200)
})

test('I16.7: an address that the customer changed in the last seven days gets the letter too', async () => {
  const eva = await verified()
  const own = 'eva@own.example'
  await changeEmail(app, eva, own)
  expect((await approveProposal(risk, await propose(eva, 'email', 'eva@new.example'))).code).toBe(200)
  await lettersSent(app, eva)
  for (const to of [own, eva.email])
    expect((await app.letter(to, 'accountChange')).text).toContain('Our support team made this change')
})

test('I16.7: refused without an approved identity, without a second factor, and for an address that is taken or none', async () => {
  const stranger = await app.signUp()
  expect((await propose(stranger, 'email', 'stranger@new.example')).code).toBe(10022)
  const dan = await verified()
  expect((await propose(dan, 'secondFactor')).code).toBe(11006)
  expect((await propose(dan, 'email', stranger.email)).code).toBe(10007)
  expect((await propose(dan, 'email')).code).toBe(11001)
  expect((await propose(dan, 'secondFactor', 'dan@new.example')).code).toBe(11001)
  const proposed = await propose(dan, 'email', 'dan@new.example')
  const other = await app.signUp()
  await changeEmail(app, other, 'dan@new.example')
  expect((await approveProposal(risk, proposed)).code).toBe(10007)
  expect(await isIn(dan)).toBe(true)
})

test('I16.7: a customer’s page has the legal name, the customer’s own limits, and each position’s price and result', async () => {
  const gil = await verified()
  await app.call('saveLimits', { dailyLoss: '250' }, { token: gil.token })
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  await expect.poll(async () => (await app.call('buyContract', buy, { token: gil.token })).code).toBe(20004)
  const shown = resultOf<CustomerShown>(await risk.call('opsCustomer', { id: gil.id }))
  expect(shown.legalName).toMatch(/\w \w/)
  expect(shown.ownLimits).toMatchObject({ dailyLoss: { value: '250.000000' }, weeklyLoss: { value: null } })
  expect(shown.positions).toEqual([
    expect.objectContaining({
      code: 'BTCUSDT',
      lastPrice: expect.stringMatching(/^\d/),
      profit: expect.stringMatching(/^-?\d/),
    }),
  ])
  const unverified = await app.signUp()
  expect(resultOf<CustomerShown>(await risk.call('opsCustomer', { id: unverified.id })).legalName).toBeNull()
})
