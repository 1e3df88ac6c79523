import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { CodeAdmission } from './code-admission.ts'
import type { Codes } from './codes-store.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ trustProxy: '127.0.0.1' })
})
afterAll(() => app.dispose())

const tooMany = 11002
const places = Array.from({ length: 8 }, (_, n) => `0x${String(n).repeat(40)}`)
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const sendEmailCode = async ({ token }: Pick<Person, 'token'>, email: string, address = '203.0.113.7') =>
  (await app.call('sendEmailCode', { email }, { token, ...from(address) })).code
const codesOf = async (calls: readonly Promise<number>[]) =>
  (await Promise.all(calls)).toSorted((a, b) => a - b)
const refusals = (codes: readonly number[]) => codes.filter((code) => code === tooMany).length

async function set(key: 'limits.codesOfAccount' | 'limits.codesOfNetwork', value: number): Promise<void> {
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  for (const part of ['burst', 'perHour'] as const) {
    const by = { reason: 'a test of codes', changedBy: 'a', approvedBy: 'b' }
    await parameters.change({ key: `${key}.${part}`, value, ...by })
  }
}

async function sentToday(): Promise<number> {
  const { rows } = await app.db.pool.query<{ sent: number }>(
    `SELECT coalesce(sum(sent), 0)::int AS sent FROM limits_messages WHERE kind = 'mail'`,
  )
  return rows[0]?.sent ?? 0
}

test('I12.4: a signed-in customer’s codes to one mailbox count as one recipient’s, whatever label the address has', async () => {
  const person = await app.signUp()
  const codes = await codesOf(
    Array.from({ length: 8 }, (_, n) => sendEmailCode(person, `v.ic.tim+${n}@gmail.com`)),
  )
  expect([codes.filter((code) => code === 200).length, refusals(codes)]).toEqual([5, 3])
  expect((await app.call('sendCode', { email: 'victim@gmail.com', purpose: 'register' })).code).toBe(tooMany)
})

test('I12.4: a code for an address to withdraw to spends the budget of the customer’s mailbox, before the address is added', async () => {
  const person = await app.signUp()
  const mine = `folded+${person.userName}@candor.example`
  expect(await sendEmailCode(person, mine)).toBe(200)
  const { code } = await app.letter(mine, 'code-email')
  expect((await app.call('saveEmail', { email: mine, code }, { token: person.token })).code).toBe(20005)
  const sendCode = async () =>
    (await app.call('sendCode', { email: 'folded@candor.example', purpose: 'register' })).code
  expect(refusals(await codesOf(Array.from({ length: 6 }, sendCode)))).toBeGreaterThan(0)
  const wanted = { network: 'ERC20', address: places[0], label: 'mine' }
  const session = { token: person.token, mode: 'real' } as const
  expect((await app.call('addAddress', wanted, session)).code).toBe(tooMany)
  expect(resultOf<unknown[]>(await app.call('listAddress', {}, session))).toEqual([])
})

test('I12.4: every code of a signed-in customer is counted for the alarm about an unusual day', async () => {
  const person = await app.signUp()
  const before = await sentToday()
  expect(await sendEmailCode(person, 'counted@candor.example')).toBe(200)
  expect(await sentToday()).toBe(before + 1)
  const wanted = { network: 'ERC20', address: places[1], label: 'mine' }
  const session = { token: person.token, mode: 'real' } as const
  const { id } = (await app.call('addAddress', wanted, session)).result
  expect(await sentToday()).toBe(before + 2)
  expect((await app.call('confirmAddress', { id }, session)).code).toBe(200)
  expect(await sentToday()).toBe(before + 3)
})

let strangers = 0
const toStranger = (person: Person, address?: string) =>
  sendEmailCode(person, `stranger${++strangers}@candor.example`, address)
const manyBy = (person: Person) => codesOf(Array.from({ length: 30 }, () => toStranger(person)))

test('I12.4: codes of a signed-in customer have a budget, whoever they go to and wherever they are requested', async () => {
  const [person, other] = [await app.signUp(), await app.signUp()]
  await set('limits.codesOfAccount', 1)
  const refusedElsewhere = async () => {
    await manyBy(person)
    return toStranger(person, '203.0.114.1')
  }
  await expect.poll(refusedElsewhere, { interval: 1 }).toBe(tooMany)
  expect(await toStranger(other)).toBe(200)
})

test('I12.4: codes of signed-in customers spend the budget of their network', async () => {
  const people = [await app.signUp(), await app.signUp(), await app.signUp()]
  await set('limits.codesOfAccount', 10_000)
  // The server learns of it a moment later: until then a refusal would be by the budget of the account, which is spent by so many.
  const refusedOfOne = async () => {
    const person = await app.signUp()
    return refusals(await codesOf(Array.from({ length: 30 }, () => toStranger(person, '203.0.113.9'))))
  }
  await expect.poll(refusedOfOne).toBe(0)
  await set('limits.codesOfNetwork', 1)
  const [first, second, third] = people as [Person, Person, Person]
  // The budget fills up again while they call: both are refused once they come soon enough after the first.
  const refusedNow = async () => {
    await manyBy(first)
    return Promise.all([toStranger(second), toStranger(third)])
  }
  await expect.poll(refusedNow, { interval: 1 }).toEqual([tooMany, tooMany])
  // Not of the same range: that has a budget as well, which the refused calls have spent.
  expect(await toStranger(third, '198.51.100.8')).toBe(200)
})

/** Compiled and never run. */
async function sendElsewhere(context: OpenedAccounts, codes: Codes): Promise<void> {
  const wanted = { recipientKey: 'a', purpose: 'security' } as const
  // @ts-expect-error: a use case cannot make a code.
  await context.codes.issue
  // @ts-expect-error: nor send a message at once.
  context.messages
  // @ts-expect-error: an admission is only to be had for a spent budget.
  new CodeAdmission('mail', 'somebody@candor.example')
  // @ts-expect-error: nor is a code made without one.
  await codes.issue({ kind: 'mail', use: () => undefined, checkRecipient: () => undefined }, wanted)
}

test('I12.4: a code that spends no budget does not compile', () => {
  expectTypeOf(sendElsewhere).toBeFunction()
})
