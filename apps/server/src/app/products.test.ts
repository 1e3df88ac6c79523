import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceClock } from '../jobs/moved-clock.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { ofHouse, customer as realOf, transfer } from '../ledger/test-accounts.ts'
import { resultOf, startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

async function credit(userId: string, minor: bigint): Promise<void> {
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `test-credit:${userId}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'USDT'), realOf(userId, 'USDT'), minor)],
  })
  if (!outcome.ok) throw new Error('the credit was refused')
}

const ask = { code: 'BTCUSDT', direction: 'up', periodSeconds: 300, amount: '100' }

test('issue 3: an option bought over HTTP is settled by the running server, with a receipt anyone may see', async () => {
  const { token } = await app.signUp()
  await expect.poll(async () => (await app.ask('previewOptions', ask, { token })).code).toBe(200)
  const bought = await app.ask('buyOptions', ask, { token })
  expect([bought.code, bought.result]).toMatchObject([
    20004,
    { status: 'open', amount: '100.000000', payoutRate: '0.8' },
  ])
  const { id } = bought.result
  const held = await app.ask('getUserInfo', {}, { token })
  expect(held.result.balances).toEqual([{ asset: 'USDT', available: '9900.000000', held: '100.000000' }])

  await advanceClock(app.db, 300_000)
  await expect
    .poll(async () => (await app.ask('getOptionsOrderById', { id }, { token })).result)
    .toMatchObject({ status: 'closed', closeReason: 'expiry' })

  const closed = await app.ask('getOptionsOrderById', { id }, { token })
  const { profit } = resultOf<{ profit: string }>(closed)
  expect((await app.ask('getUserInfo', {}, { token })).result).toMatchObject({ todayEarnings: profit })

  const receipt = await app.ask('getReceipt', { orderId: id }, { token })
  expect(receipt.result).toMatchObject({
    document: { kind: 'option', order: { id }, events: [{ kind: 'open' }, { kind: 'close' }] },
  })
  const { publicId } = resultOf<{ publicId: string }>(receipt)
  const seen = await app.ask('publicReceipt', { id: publicId })
  expect(seen.result).toEqual(receipt.result)
  const other = await app.signUp()
  expect((await app.ask('getReceipt', { orderId: id }, { token: other.token })).status).toBe(404)
})

test('calls User resetDemo: open demo options give their stakes back, and the account stands at 10 000 again', async () => {
  const { token } = await app.signUp()
  const { id } = (await app.ask('buyOptions', { ...ask, periodSeconds: 3600 }, { token })).result
  expect((await app.ask('resetDemo', {}, { token })).code).toBe(200)
  const ended = await app.ask('getOptionsOrderById', { id }, { token })
  expect(ended.result).toMatchObject({ result: 'refunded', refundReason: 'reset', closeReason: 'user' })
  const { result } = await app.ask('getUserInfo', {}, { token })
  expect(result.balances).toEqual([{ asset: 'USDT', available: '10000.000000', held: '0.000000' }])
})

test('I11.8: more demo resets at once than there are connections, each with an open order, all end', async () => {
  const people = await Promise.all(Array.from({ length: 22 }, () => app.signUp()))
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  for (const { token } of people)
    await expect.poll(async () => (await app.ask('buyContract', order, { token })).code).toBe(20004)
  const codes = await Promise.all(
    people.map(async ({ token }) => (await app.ask('resetDemo', {}, { token })).code),
  )
  expect(codes).toEqual(people.map(() => 200))
  const [first] = people
  const { result } = await app.ask('getUserInfo', {}, { token: first?.token ?? '' })
  expect(result).toMatchObject({ free: '10000.000000', stale: false })
})

test('I11.1: with a losing position no door lets out more than is free, over HTTP', async () => {
  const { token, id } = await app.signUp()
  const real = { token, mode: 'real' } as const
  await app.ask('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, { token })
  await credit(id, 2_000_000_000n)
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  await expect.poll(async () => (await app.ask('buyContract', order, real)).code).toBe(20004)
  // The spread alone is a loss; what no position holds is still more than is free.
  const { balances } = (await app.ask('getUserInfo', {}, real)).result
  const amount = balances.find(({ asset }) => asset === 'USDT')?.available ?? ''
  const conversion = { from: 'USDT', to: 'BTC', amount }
  const held = await app.ask('quoteConvert', conversion, real)
  const doors = {
    buySmart: { productId: 'harbour', days: 30, amount },
    buyContract: { ...order, lots: '0.04' },
    convert: { ...conversion, quoteId: resultOf<{ quoteId: string }>(held).quoteId },
  } as const
  for (const [door, input] of Object.entries(doors)) {
    const answer = await app.ask(door as keyof typeof doors, input, real)
    expect([door, answer.code, answer.result]).toEqual([
      door,
      10011,
      { free: expect.any(String), stale: false },
    ])
  }
})

test('rulebook Accounts: demo cannot use smart plans, and is told so before its fields are looked at', async () => {
  const { token } = await app.signUp()
  expect((await app.ask('buySmart', {}, { token })).code).toBe(11030)
  expect((await app.ask('exitSmart', {}, { token, key: null })).code).toBe(11030)
  expect((await app.ask('buySmart', {}, { token, mode: 'real' })).code).toBe(10010)
  const products = await app.ask('listSmartProducts')
  expect(products.result).toHaveLength(3)
  const plan = { productId: 'harbour', days: 30, amount: '100' }
  expect((await app.ask('buySmart', plan, { token, mode: 'real' })).code).toBe(10011)
})
