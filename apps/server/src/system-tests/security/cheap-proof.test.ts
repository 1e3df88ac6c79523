import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askOps } from '../../testing/test-operators.ts'

const hashes = vi.hoisted(() => ({ made: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counted =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      hashes.made += 1
      return work(...args)
    }
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())
beforeEach(() => {
  hashes.made = 0
})

const password = 'a long and plain phrase'
const many = Array.from({ length: 50 }, (_, n) => `made-up-${n}`.padEnd(43, 'x'))

test('I12.1: made-up reset tokens cost no hash, and a real one is good', async () => {
  const answers = await Promise.all(many.map((resetToken) => app.call('forget', { resetToken, password })))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([11010]))
  expect(hashes.made).toBe(0)
})

test('I12.1: made-up invitations of operators cost no hash', async () => {
  const answers = await Promise.all(
    many.map((token) => askOps(app, 'opsJoin', { token, password, totp: '123456' }, '')),
  )
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([11004]))
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
  for (const answer of await Promise.all([...registrations, ...signIns])) expect(answer.code).not.toBe(200)
  expect(hashes.made).toBe(0)
})

test('I12.1: who asks for more hashes than may wait is told to come again, and nobody else is', async () => {
  const { userName, password: right } = await app.signUp()
  const flood = { 'x-forwarded-for': '203.0.113.7' }
  const asked = Array.from({ length: 70 }, () =>
    app.call('login', { account: userName, password: right }, { headers: flood }),
  )
  const answers = await Promise.all(asked)
  const turnedAway = answers.filter(({ status }) => status === 429)
  expect(turnedAway.length).toBeGreaterThan(0)
  for (const { headers } of turnedAway) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.every(({ code, status }) => code === 200 || status === 429)).toBe(true)
})
