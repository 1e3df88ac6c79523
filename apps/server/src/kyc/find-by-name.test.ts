import type { FoundCustomer } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { claimIdentity, identityForm } from '../testing/test-identity.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { addServiceToken } from '../testing/tokens/test-service-tokens.ts'

let app: TestApp
let reviewer: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  reviewer = await signInOperator(app, 'reviewer')
})
afterAll(() => app.dispose())

type Name = readonly [firstName: string, lastName: string]
const send = async (person: Awaited<ReturnType<TestApp['signUp']>>, [firstName, lastName]: Name) =>
  expect(
    (await app.call('identification', await identityForm(app, person.token, { firstName, lastName }), person))
      .code,
  ).toBe(20001)

/** Signs a customer up who sends an identity check with this name. */
async function customerNamed(...name: Name) {
  const person = await app.signUp()
  await send(person, name)
  return person
}

async function found(q: string, by: Pick<TestOperator, 'call'> = reviewer) {
  const { items } = resultOf<{ items: FoundCustomer[] }>(await by.call('opsFindCustomers', { q }))
  return items.map(({ id, foundBy }) => ({ id, foundBy }))
}

test('I16.7: a customer is found by whole words of the legal name, in any order, without accents and capitals', async () => {
  const zoe = await customerNamed('Zoë Marie', 'García-López')
  const wang = await customerNamed('小明', '王')
  for (const words of ['zoe garcia', 'LOPEZ Marie', ' García-López ', 'zoe marie garcia lopez'])
    expect([words, await found(words)]).toEqual([words, [{ id: zoe.id, foundBy: 'name' }]])
  for (const words of ['王小明', '小明 王', '王'])
    expect([words, await found(words)]).toEqual([words, [{ id: wang.id, foundBy: 'name' }]])
  for (const words of ['zoe gar', 'zoe miller', 'garcialope', '-', '小'])
    expect([words, await found(words)]).toEqual([words, []])
})

test('I16.7: the newest check names a customer; a check of a version before gets its words from the job', async () => {
  const person = await customerNamed('Ulrike', 'Quandt')
  const { id, shown } = await claimIdentity(app, reviewer, person.id)
  const item = { item: 'lastName', reason: 'kyc.reason.differs' }
  const refusal = { kind: 'kyc', id, shownHash: shown.result.shownHash, reason: item.reason, items: [item] }
  expect((await reviewer.call('opsReject', refusal)).code).toBe(200)
  await send(person, ['Ulrike', 'Quandtner'])
  expect([await found('quandt'), await found('quandtner')]).toEqual([
    [],
    [{ id: person.id, foundBy: 'name' }],
  ])
  // A process of the version before stored the check: it knows no words, and moves only `case_id`.
  const older = app.db.query.updateTable('kyc_marks').where('user_id', '=', person.id)
  await older.set({ names_of: id }).execute()
  expect(await found('quandtner')).toEqual([])
  await app.moveClock(11 * 60_000)
  await expect.poll(() => found('quandtner')).toEqual([{ id: person.id, foundBy: 'name' }])
})

test('I16.7: a service token, which is shown no legal name and no document, finds nobody by them', async () => {
  const person = await customerNamed('Ottoline', 'Vandermeer')
  const pair = [await signInOperator(app, 'admin'), await signInOperator(app, 'risk')] as const
  const token = await addServiceToken(app, [...pair], { name: 'CRM', scopes: ['customers:read'] })
  expect(await found('ottoline vandermeer')).toEqual([{ id: person.id, foundBy: 'name' }])
  expect(await found('ottoline vandermeer', token)).toEqual([])
  expect(await found(person.email, token)).toEqual([{ id: person.id, foundBy: null }])
})
