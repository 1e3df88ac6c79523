import { randomUUID } from 'node:crypto'
import type { AccountClosure } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { placeFreeze } from '../freezes/freezes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

type Person = Awaited<ReturnType<TestApp['signUp']>>
const hindrancesOf = async ({ token }: Person) =>
  resultOf<AccountClosure>(await app.call('closing', {}, { token })).hindrances

test('T20: a contract, a waiting order and an option keep an account from being closed, also in demo', async () => {
  const people = [await app.signUp(), await app.signUp(), await app.signUp()] as const
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 300, amount: '100' }
  const requests = [
    ['buyContract', buy],
    ['buyContract', { ...buy, kind: 'limit', price: '1000' }],
    ['buyOptions', option],
  ] as const
  for (const [at, [name, input]] of requests.entries()) {
    const person = people[at] as Person
    expect(await hindrancesOf(person)).toEqual([])
    await expect.poll(async () => (await app.call(name, input, person)).code).toBe(20004)
    expect(await hindrancesOf(person)).toEqual(['orders'])
  }
})

test('T20: an account under a freeze is not closed', async () => {
  const person = await app.signUp()
  const [proposedBy, approvedBy] = [randomUUID(), randomUUID()]
  const freeze = { id: randomUUID(), userId: person.id, reason: 'a letter of the bank', legalHoldUntil: null }
  await app.db.transaction((tx) =>
    placeFreeze(tx, { ...freeze, proposedBy, approvedBy, at: new Date(app.now()) }),
  )
  expect(await hindrancesOf(person)).toEqual(['freeze'])
})
