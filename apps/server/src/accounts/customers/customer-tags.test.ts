import type { CustomerShown, FoundCustomer } from '@candor/contract'
import { mostTagsOfCustomer } from '@candor/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let risk: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  risk = await signInOperator(app, 'risk')
})
afterAll(() => app.dispose())

const tag = (id: string, word: string, on = true) => risk.call('opsTagCustomer', { id, tag: word, on })
const tagsOf = async (id: string) => resultOf<CustomerShown>(await risk.call('opsCustomer', { id })).tags
const inUse = async () =>
  resultOf<{ tag: string; customers: number }[]>(await risk.call('opsCustomerTags', {}))
async function tagged(request: object) {
  const { items } = resultOf<{ items: FoundCustomer[] }>(
    await risk.call('opsFindCustomers', { q: '', ...request }),
  )
  return items.map(({ id, tags }) => ({ id, tags }))
}

test('I16.7: customers are tagged, found by a tag, and each change is in the audit log once', async () => {
  const [anna, ben] = [await app.signUp(), await app.signUp()]
  for (const [word, code] of [
    [' ', 'too_small'],
    ['a, b', 'invalid_format'],
    ['a\u202eb', 'invalid_format'],
    ['x'.repeat(25), 'too_big'],
  ] as const) {
    const refused = await tag(anna.id, word)
    expect([refused.code, refused.result.issues]).toEqual([11001, [{ path: 'tag', code }]])
  }
  expect((await tag(anna.id, ' VIP ')).code).toBe(200)
  expect((await tag(anna.id, 'vip')).code).toBe(200)
  await tag(anna.id, 'call back')
  await tag(ben.id, 'vip')
  expect(await tagsOf(anna.id)).toEqual(['call back', 'vip'])
  expect(await inUse()).toEqual([
    { tag: 'call back', customers: 1 },
    { tag: 'vip', customers: 2 },
  ])
  expect(await tagged({ tag: 'vip' })).toEqual([
    { id: ben.id, tags: ['vip'] },
    { id: anna.id, tags: ['call back', 'vip'] },
  ])
  expect(await tagged({ tag: 'Vip', q: anna.email })).toMatchObject([{ id: anna.id }])
  expect(await tagged({ tag: 'nobody has it' })).toEqual([])
  expect((await tag(anna.id, 'vip', false)).code).toBe(200)
  expect((await tag(anna.id, 'vip', false)).code).toBe(200)
  expect(await tagsOf(anna.id)).toEqual(['call back'])
  const admin = await signInOperator(app, 'admin')
  const { items } = resultOf<{ items: { action: string }[] }>(
    await admin.call('opsAudit', { subject: `customer:${anna.id}` }),
  )
  const actions = items.map(({ action }) => action)
  expect(actions.filter((action) => action !== 'customers.view')).toEqual([
    'customers.untag',
    'customers.tag',
    'customers.tag',
  ])
})

test('I16.7: a customer has at most so many tags, also when they are added at one moment', async () => {
  const { id } = await app.signUp()
  const words = Array.from({ length: mostTagsOfCustomer + 4 }, (_, at) => `tag ${at}`)
  const responses = await Promise.all(words.map((word) => tag(id, word)))
  expect(responses.filter(({ code }) => code === 200)).toHaveLength(mostTagsOfCustomer)
  expect(await tagsOf(id)).toHaveLength(mostTagsOfCustomer)
  const refused = await tag(id, 'one more')
  expect([refused.code, refused.result.issues]).toEqual([11001, [{ path: 'tag', code: 'too_many' }]])
  // One that is there already is no further one.
  expect((await tag(id, (await tagsOf(id))[0] ?? '')).code).toBe(200)
})

test('I16.7: a tag of an earlier form can be removed', async () => {
  const { id } = await app.signUp()
  const former = 'longer, and with a comma in it'
  const row = { user_id: id, tag: former, operator_id: risk.id, at: new Date() }
  await app.db.query.insertInto('accounts_tags').values(row).execute()
  expect((await tag(id, former)).code).toBe(11001)
  expect((await tag(id, former, false)).code).toBe(200)
  expect(await tagsOf(id)).toEqual([])
})

test('I16.7: the tags of an erased customer are deleted', async () => {
  const person = await app.signUp()
  await tag(person.id, 'to be erased')
  await app.call('sendCode', { email: person.email, purpose: 'security' })
  const code = app.messages(person.email).findLast((message) => message.code !== undefined)?.code
  expect((await app.call('closeAccount', { password: person.password, code }, person)).code).toBe(200)
  await app.moveClock(7 * 86_400_000 + 60_000)
  await expect.poll(() => app.messages(person.email).at(-1)?.kind).toBe('closingErased')
  const left = await app.db.query
    .selectFrom('accounts_tags')
    .selectAll()
    .where('user_id', '=', person.id)
    .execute()
  expect(left).toEqual([])
})
