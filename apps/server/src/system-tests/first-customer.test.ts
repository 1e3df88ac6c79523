import type { ContractOrder, ConversionQuote, OpsCalls, OpsResultOf, Reserve } from '@candor/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { customer as accountOf, ofHouse, transfer } from '../ledger/test-accounts.ts'
import { openExchange, type TestExchange } from '../testing/exchanges/test-exchange.ts'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import {
  approveProposal,
  proposeTreasury,
  signInOperator,
  type TestOperator,
} from '../testing/test-operators.ts'

let exchange: TestExchange
let app: TestApp
let finance: TestOperator
let admin: TestOperator
beforeAll(async () => {
  exchange = await openExchange({ BTCUSDT: 50_000, ETHUSDT: 3_000 })
  for (const [name, value] of Object.entries(exchange.env)) vi.stubEnv(name, value)
  app = await startTestApp({ sandbox: false, feed: 'live' })
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
  await exchange.close()
  vi.unstubAllEnvs()
})

type TreasuryInput = Parameters<typeof proposeTreasury>[1]
const done = async (request: TreasuryInput) => {
  const response = await approveProposal(admin, await proposeTreasury(finance, request))
  expect([response.code, response.text]).toEqual([200, response.text])
}
const free = async (place: string) => {
  const { accounts } = resultOf<OpsResultOf<OpsCalls['opsTreasury']>>(await finance.call('opsTreasury'))
  return accounts.find((one) => one.place === place && one.coin === 'USDT')?.free
}

test('I11.5: an empty real installation serves nobody; funded by two people it fills a real order and a conversion on live prices, and what they need stays', async () => {
  const { token, id } = await app.signUp()
  const real = { token, mode: 'real' } as const
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, { token })
  const deposit = transfer('deposit', ofHouse('world', 'USDT'), accountOf(id, 'USDT'), 20_000_000_000n)
  await createLedger(app.db, { now: () => app.now() }).post({
    id: 'deposit',
    reference: null,
    steps: [deposit],
  })
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.4', leverage: 2, protected: false }
  const buy = () => app.call('buyContract', order, real)
  const refusedForReserve = { code: 10015, result: { reason: 'reserve' } }

  // The same order in demo shows that prices are there.
  await expect
    .poll(async () => (await app.call('buyContract', { ...order, lots: '0.01' }, { token })).code)
    .toBe(20004)
  expect(await buy()).toMatchObject(refusedForReserve)
  expect(await app.call('previewContract', order, real)).toMatchObject(refusedForReserve)
  const quoteRequest = { from: 'USDT', to: 'BTC', amount: '1000' }
  expect(await app.call('quoteConvert', quoteRequest, real)).toMatchObject(refusedForReserve)

  await done({ place: 'trading-capital', amount: '10000' })
  // A loss beyond the balance would still have no payer.
  const capital = async () =>
    resultOf<Reserve>(await finance.call('opsReserve')).sides.find(({ mode }) => mode === 'real')?.capital
  await expect.poll(capital).toBe('10000.000000')
  expect(await buy()).toMatchObject(refusedForReserve)
  await done({ place: 'negative-balance', amount: '1500' })
  await expect.poll(async () => (await buy()).code).toBe(20004)
  await done({ place: 'conversion', coin: 'BTC', amount: '0.01' })
  expect(await app.call('quoteConvert', quoteRequest, real)).toMatchObject(refusedForReserve)
  await done({ place: 'conversion', coin: 'BTC', amount: '0.05' })
  const { quoteId } = resultOf<ConversionQuote>(await app.call('quoteConvert', quoteRequest, real))
  expect((await app.call('convert', { ...quoteRequest, quoteId }, real)).code).toBe(20004)

  // 0.4 lots at 2: some 10 000 of margin, a tenth of which stays in the cover for losses.
  expect(Number(await free('negative-balance'))).toBeCloseTo(500, -1)
  const take = (place: 'trading-capital' | 'negative-balance', amount: string) =>
    proposeTreasury(finance, { act: 'take-out', place, amount })
  expect(await take('negative-balance', '600')).toMatchObject({ code: 11001 })
  // Ten steps up, each within what is believed: the position wins some 1 000, and that divided by 0.8 stays.
  for (let mid = 50_250; mid <= 52_500; mid += 250) {
    exchange.setPrice('BTCUSDT', mid)
    await expect
      .poll(async () =>
        Number((await app.call('getMarketInfo', { id: 'BTCUSDT' })).text.match(/"bid":"(\d+)/)?.[1]),
      )
      .toBeGreaterThan(mid - 2)
  }
  await expect.poll(async () => Math.round(Number(await free('trading-capital')) / 100)).toBe(88)
  expect(await take('trading-capital', '9500')).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'amount', code: 'promised' }] },
  })
  await done({ act: 'take-out', place: 'trading-capital', amount: '5000' })

  const { items } = resultOf<{ items: ContractOrder[] }>(
    await app.call('listContractOrder', { status: 'open' }, real),
  )
  expect(items).toHaveLength(1)
  const closed = await app.call('closeContract', { id: items[0]?.id }, real)
  expect(closed).toMatchObject({ code: 200, result: { status: 'closed' } })
  expect(Number(resultOf<ContractOrder>(closed).profit)).toBeGreaterThan(900)
  const rest = await free('trading-capital')
  await done({ act: 'take-out', place: 'trading-capital', amount: String(rest) })
  expect(await free('trading-capital')).toBe('0.000000')
  await expect.poll(async () => (await buy()).code).toBe(10015)
})
