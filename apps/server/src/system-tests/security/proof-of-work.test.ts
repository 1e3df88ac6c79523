import type { CallName, WorkAsked } from '@candor/contract'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import { MessageDays } from '../../platform/limits/message-days.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { operatorFrame, signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let sandbox: TestApp
let admin: TestOperator
const set = async (of: TestApp, isSandbox: boolean, key: string, value: number) =>
  new Parameters(of.db, { now: () => of.now() }, { sandbox: isSandbox }).change({
    ...{ key, value, reason: 'a test', changedBy: 'a', approvedBy: 'b' },
  })
beforeAll(async () => {
  app = await startTestApp({ sandbox: false })
  sandbox = await startTestApp()
  admin = await signInOperator(app, 'admin')
  await set(app, false, 'limits.messages.mail', 1)
  await set(sandbox, true, 'limits.messages.mail', 1)
})
afterAll(async () => {
  await app.dispose()
  await sandbox.dispose()
})

/** As any client of ALTCHA does it; our web app's own way: `solve-work.test.ts`. */
async function solveWork(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

let people = 0
const somebody = () => `person${++people}@candor.example`
const sendCode = (email: string, work?: string, of = app) =>
  of.call('sendCode', { email, purpose: 'register', ...(work === undefined ? {} : { work }) })
/** Asks until the day is unusual for the server too, and answers what it asks then. */
async function challenged(): Promise<string> {
  const challengeNow = async () => resultOf<Partial<WorkAsked>>(await sendCode(somebody())).challenge ?? ''
  await expect.poll(challengeNow, { interval: 1_000 }).not.toBe('')
  return challengeNow()
}

test('I12.12: outside a sandbox who did not say where they live is asked before real money moves, and says it once', async () => {
  const email = somebody()
  const work = await solveWork(await challenged())
  expect((await sendCode(email, work)).code).toBe(200)
  const person = { userName: 'nowhere', email, password: 'a long and plain phrase' }
  const code = app.messages(email).at(-1)?.code
  const again = await solveWork(await challenged())
  const { token } = (await app.call('register', { ...person, code, work: again })).result
  const call = (name: CallName, input: object, mode: 'demo' | 'real' = 'real') =>
    app.call(name, input, { token, mode })
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  expect((await call('buyContract', order)).result).toEqual({ reason: 'country', country: null })
  expect((await call('buyContract', order, 'demo')).result).not.toMatchObject({ reason: 'country' })
  expect((await call('getUserInfo', {})).result).toMatchObject({ countryStanding: 'unknown' })
  expect((await call('saveSettings', { country: 'FR' })).code).toBe(20005)
  expect((await call('buyContract', order)).result).not.toMatchObject({ reason: 'country' })
  expect((await call('saveSettings', { country: 'DE' })).result.issues).toEqual([
    { path: 'country', code: 'given' },
  ])
  expect((await call('getUserInfo', {})).result).toMatchObject({ countryStanding: 'open' })
})

test('I12.4: on an unusual day a code, a sign-up and a recovery cost a calculation, which is good once', async () => {
  const work = await solveWork(await challenged())
  const email = somebody()
  expect((await sendCode(email, work)).code).toBe(200)
  const code = app.messages(email).at(-1)?.code
  expect(code).toMatch(/^\d{6}$/)
  expect((await sendCode(somebody(), work)).code).toBe(11052)
  // Signing up and recovery ask for it too.
  const person = { userName: 'worker', email, password: 'a long and plain phrase', code, country: 'DE' }
  const refused = await app.call('register', person)
  expect(refused.code).toBe(11052)
  const more = await solveWork(resultOf<WorkAsked>(refused).challenge)
  const registered = await app.call('register', { ...person, work: more })
  expect(registered.code).toBe(200)
  // So does a code that a customer requests for another address.
  const session = { token: registered.result.token }
  const toStranger = { email: somebody() }
  const unproven = await app.call('sendEmailCode', toStranger, session)
  expect(unproven.code).toBe(11052)
  const last = await solveWork(resultOf<WorkAsked>(unproven).challenge)
  expect((await app.call('sendEmailCode', { ...toStranger, work: last }, session)).code).toBe(200)
  expect((await app.call('forget', { email, code: '000000' })).code).toBe(11052)
})

test('I12.4: a calculation that was not done, of another challenge, or made up is refused, and asked for again', async () => {
  const challenge = await challenged()
  const right = JSON.parse(Buffer.from(await solveWork(challenge), 'base64').toString())
  const { parameters } = right.challenge
  const odd: unknown[] = [
    'no Base64',
    {},
    { ...right, solution: { ...right.solution, counter: right.solution.counter + 1 } },
    { ...right, challenge: { ...right.challenge, parameters: { ...parameters, keyPrefix: '0' } } },
    {
      ...right,
      challenge: { ...right.challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 } },
    },
    { ...right, challenge: { parameters } },
  ]
  for (const one of odd) {
    const work = typeof one === 'string' ? one : Buffer.from(JSON.stringify(one)).toString('base64')
    const refused = await sendCode(somebody(), work)
    expect([refused.code, typeof resultOf<WorkAsked>(refused).challenge]).toEqual([11052, 'string'])
  }
})

test('I12.4: every admin hears of an unusual day, once', async () => {
  const letters = () => app.messages(admin.email).filter(({ kind }) => kind === 'operators-alarm')
  await challenged()
  await expect.poll(() => letters().length).toBe(1)
  expect(letters()[0]?.text).toMatch(/email codes were sent today; up to 1 are usual here/)
  expect(letters()[0]?.text).toMatch(operatorFrame)
  // Another process that looks at the same day.
  let alarms = 0
  const other = new MessageDays(
    { db: app.db, clock: { now: () => app.now() } },
    async () => 1,
    async () => {
      alarms += 1
    },
  )
  expect([await other.isUnusual('mail'), alarms]).toEqual([true, 0])
})

test('I12.4: a sandbox never asks for a calculation', async () => {
  await sandbox.db.pool.query(`INSERT INTO limits_messages (day, kind, sent) VALUES ($1, 'mail', 1000)`, [
    new Date(sandbox.now()).toISOString().slice(0, 10),
  ])
  for (let n = 0; n < 4; n++) expect((await sendCode(somebody(), undefined, sandbox)).code).toBe(200)
})

test('I12.4: a mailbox is one recipient, whatever label its address has', async () => {
  const codes = async (address: (n: number) => string) => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => sendCode(address(n), undefined, sandbox)),
    )
    return made.map(({ code }) => code)
  }
  expect(
    (await codes((n) => `folded+${n}@candor.example`)).filter((code) => code === 11002).length,
  ).toBeGreaterThan(0)
  expect((await codes((n) => `apart${n}@candor.example`)).every((code) => code === 200)).toBe(true)
})

test('I12.4: neighbours of one range share a budget of codes', async () => {
  const { rangeOf } = await import('../../platform/limits/network-of.ts')
  expect(rangeOf('203.0.113.7')).toBe('203.0.113.0/24')
  expect(rangeOf('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(rangeOf('2001:db8:1:2::5')).toBe('2001:db8:1::/48')
  const own = await startTestApp({ trustProxy: '127.0.0.1' })
  try {
    await set(own, true, 'limits.codesOfRange.burst', 1)
    await set(own, true, 'limits.codesOfRange.perHour', 1)
    const from = (n: number) =>
      own.call(
        'sendCode',
        { email: somebody(), purpose: 'register' },
        { headers: { 'x-forwarded-for': `203.0.113.${n}` } },
      )
    const codesNow = async () =>
      (await Promise.all(Array.from({ length: 30 }, (_, n) => from(n)))).map(({ code }) => code)
    await expect.poll(async () => (await codesNow()).includes(11002), { interval: 1 }).toBe(true)
    const elsewhere = { headers: { 'x-forwarded-for': '203.0.114.1' } }
    expect((await own.call('sendCode', { email: somebody(), purpose: 'register' }, elsewhere)).code).toBe(200)
  } finally {
    await own.dispose()
  }
})
