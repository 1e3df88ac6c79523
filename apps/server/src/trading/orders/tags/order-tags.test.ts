import { randomUUID } from 'node:crypto'
import type { AccountPerformance, ContractOrder, ListedOrder, TagInUse } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { resultOf } from '../../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const contract = { code: 'BTCUSDT', direction: 'buy', lots: '0.004', leverage: 2, protected: false }
const option = { code: 'BTCUSDT', direction: 'up', periodSeconds: 3600, amount: '10' }

interface Trader {
  readonly token: string
  readonly id: string
}

async function trader(): Promise<Trader> {
  const person = await app.signUp()
  await expect
    .poll(async () => (await app.call('previewContract', contract, { token: person.token })).code)
    .toBe(200)
  return person
}
async function buy({ token }: Trader): Promise<string> {
  const bought = await app.call('buyContract', contract, { token })
  expect(bought.code).toBe(20004)
  return resultOf<ContractOrder>(bought).id
}
async function tag({ token }: Trader, id: string, tags: readonly string[]): Promise<unknown> {
  const response = await app.call('tagOrder', { id, tags }, { token })
  const { code, result } = response
  return code === 200 ? resultOf<{ tags: string[] }>(response).tags : { code, result }
}
const tagsOf = async ({ token }: Trader, id: string) =>
  resultOf<ContractOrder>(await app.call('getContractOrderById', { id }, { token })).tags
const inUse = async ({ token }: Trader) => resultOf<TagInUse[]>(await app.call('listTags', {}, { token }))
const listed = async ({ token }: Trader, filter: object) =>
  resultOf<{ items: ListedOrder[]; totals: { count: number } }>(
    await app.call('listAllOrders', filter, { token }),
  )

test('I15.10i: tags of an order are set, replaced and removed, and every list shows them', async () => {
  const ana = await trader()
  const [first, second] = [await buy(ana), await buy(ana)]
  const bet = resultOf<ContractOrder>(await app.call('buyOptions', option, { token: ana.token })).id
  expect(await tag(ana, first, [' swing ', 'Breakout', 'SWING'])).toEqual(['Breakout', 'swing'])
  expect(await tag(ana, second, ['Swing'])).toEqual(['swing'])
  expect(await tag(ana, bet, ['swing'])).toEqual(['swing'])
  // The same again changes nothing.
  expect(await tag(ana, second, ['Swing'])).toEqual(['swing'])
  expect(await inUse(ana)).toEqual([
    { tag: 'Breakout', orders: 1 },
    { tag: 'swing', orders: 3 },
  ])

  expect(await tagsOf(ana, first)).toEqual(['Breakout', 'swing'])
  const contracts = await app.call('listContractOrder', {}, { token: ana.token })
  expect(resultOf<{ items: ContractOrder[] }>(contracts).items.map(({ tags }) => tags)).toEqual([
    ['swing'],
    ['Breakout', 'swing'],
  ])
  const shown = await app.call('getOptionsOrderById', { id: bet }, { token: ana.token })
  expect(shown.result).toMatchObject({ tags: ['swing'] })
  const { items, totals } = await listed(ana, { tag: 'swing' })
  expect(items.map(({ id }) => id).sort()).toEqual([first, second, bet].sort())
  expect(totals.count).toBe(3)
  expect((await listed(ana, { tag: ' Breakout ' })).items).toMatchObject([
    { id: first, tags: ['Breakout', 'swing'] },
  ])
  const file = await fetch(`${app.url}/swx/customer/order/listAllOrders?format=csv&tag=Breakout`, {
    headers: { authorization: ana.token, virtually: 'NO' },
  })
  expect(await file.text()).toContain('"Breakout, swing"')

  expect(await tag(ana, first, [])).toEqual([])
  expect(await inUse(ana)).toEqual([{ tag: 'swing', orders: 2 }])
})

test('I15.10i: parts that are closed share the tags of their order, and performance adds up by tag', async () => {
  const ana = await trader()
  const [parted, plain] = [await buy(ana), await buy(ana)]
  await tag(ana, parted, ['early', 'trend'])
  const close = async (id: string, lots?: string) =>
    expect((await app.call('closeContract', { id, ...(lots && { lots }) }, { token: ana.token })).code).toBe(
      200,
    )
  await close(parted, '0.001')
  const part = (await listed(ana, { status: 'closed' })).items[0]
  expect(part).toMatchObject({ partOf: parted, tags: ['early', 'trend'] })
  // Tags of a part are those of its order, whichever of the two is named.
  expect(await tag(ana, part?.id ?? '', ['trend'])).toEqual(['trend'])
  expect(await tagsOf(ana, parted)).toEqual(['trend'])
  await tag(ana, parted, ['early', 'trend'])
  await close(parted)
  await close(plain)

  const { trades } = resultOf<AccountPerformance>(await app.call('performance', {}, { token: ana.token }))
  const counts = trades.byTag.map((line) => [line.tag, line.count])
  expect(counts.slice(0, 2).sort()).toEqual([
    ['early', 2],
    ['trend', 2],
  ])
  expect(counts.slice(2)).toEqual([[null, 1]])
  expect(trades.byTag[0]?.net).toBe(trades.byTag[1]?.net)
})

test('I15.10i: without a tag performance has no lines of tags', async () => {
  const ana = await trader()
  const id = await buy(ana)
  await app.call('closeContract', { id }, { token: ana.token })
  const { trades } = resultOf<AccountPerformance>(await app.call('performance', {}, { token: ana.token }))
  expect([trades.count, trades.byTag]).toEqual([1, []])
})

test('I15.10i: tags that are none, and too many of them, are refused at their field', async () => {
  const ana = await trader()
  const id = await buy(ana)
  const refused = (path: string, code: string) => ({
    code: 11001,
    result: { issues: [{ path, code }] },
  })
  expect(await tag(ana, id, ['fine', ' '])).toMatchObject(refused('tags.1', 'too_small'))
  expect(await tag(ana, id, ['x'.repeat(25)])).toMatchObject(refused('tags.0', 'too_big'))
  expect(await tag(ana, id, ['a\tb'])).toMatchObject(refused('tags.0', 'invalid_format'))
  const six = ['1', '2', '3', '4', '5', '6']
  expect(await tag(ana, id, six)).toMatchObject(refused('tags', 'too_many'))
  expect(await tagsOf(ana, id)).toEqual([])

  await app.db.pool.query(
    `INSERT INTO orders_tags (order_id, tag, user_id, mode)
     SELECT gen_random_uuid(), 'tag ' || n, $1, 'demo' FROM generate_series(1, 50) n`,
    [ana.id],
  )
  expect(await tag(ana, id, ['one more'])).toMatchObject(refused('tags', 'too_many'))
  expect(await tag(ana, id, ['Tag 7'])).toEqual(['tag 7'])
})

test('I15.10i: an order of another customer, of the other account, or a plan is not found', async () => {
  const [ana, bob] = [await trader(), await app.signUp()]
  const id = await buy(ana)
  await tag(ana, id, ['mine'])
  const notFound = { code: 11004 }
  expect(await tag(bob, id, ['theirs'])).toMatchObject(notFound)
  expect(await app.call('tagOrder', { id, tags: [] }, { token: ana.token, mode: 'real' })).toMatchObject(
    notFound,
  )
  expect(await tag(ana, randomUUID(), [])).toMatchObject(notFound)
  expect(await tag(ana, 'no id', [])).toMatchObject(notFound)
  expect(await tagsOf(ana, id)).toEqual(['mine'])
  expect(await inUse(bob)).toEqual([])
  expect((await listed(bob, { tag: 'mine' })).items).toEqual([])
})

test('I15.10i: two changes at once do not pass the maximum together', async () => {
  const ana = await trader()
  const ids = [await buy(ana), await buy(ana)]
  await app.db.pool.query(
    `INSERT INTO orders_tags (order_id, tag, user_id, mode)
     SELECT gen_random_uuid(), 'tag ' || n, $1, 'demo' FROM generate_series(1, 49) n`,
    [ana.id],
  )
  await Promise.all(ids.map((id, at) => tag(ana, id, [`new ${at}`])))
  expect(await inUse(ana)).toHaveLength(50)
})
