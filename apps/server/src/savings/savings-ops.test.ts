import type { Savings, SavingsShown } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { customer as accountOf, ofHouse, transfer } from '../ledger/test-accounts.ts'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { proposeTreasury, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { msUntilOneOClock } from '../testing/time/test-clock.ts'

let app: TestApp
let finance: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  await app.moveClock(msUntilOneOClock(app.now()))
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
})
afterAll(() => app.dispose())

const reason = 'what we can pay'
const offer = (fields: object = {}) =>
  finance.call('opsProposeSavings', {
    coin: 'ETH',
    taking: true,
    minAmount: '10',
    dailyRate: '0.0001',
    reason,
    ...fields,
  })
const fund = (amount: string) =>
  proposeTreasury(finance, { place: 'savings-reserve', coin: 'ETH', amount, reason })
const issueOf = ({ code, result }: { code: number; result: unknown }) => {
  const [first] = (result as { issues: { path: string; code: string }[] }).issues
  return `${code} ${first?.path} ${first?.code}`
}
async function approved(proposal: Awaited<ReturnType<typeof offer>>) {
  const { id } = resultOf<{ id: string }>(proposal)
  const { shownHash } = resultOf<{ shownHash: string }>(await admin.call('opsProposal', { id }))
  expect((await finance.call('opsApproveProposal', { id, shownHash })).code).toBe(11008)
  return admin.call('opsApproveProposal', { id, shownHash })
}
const shown = async () => {
  const { coins } = resultOf<{ coins: SavingsShown[] }>(await finance.call('opsSavings'))
  return coins.find(({ coin }) => coin === 'ETH')
}
const holder = async () => {
  const { token, id } = await app.signUp()
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `savings-test:${id}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'ETH'), accountOf(id, 'ETH'), 800_000_000_000n)],
  })
  expect(outcome.ok).toBe(true)
  return (name: 'enterSavings' | 'listSavings' | 'getUserInfo', input: object = {}) =>
    app.call(name, input, { token, mode: 'real' })
}

type Call = Awaited<ReturnType<typeof holder>>
/** Savings in the coin that a new sandbox does not offer. */
const mineOf = async (call: Call) =>
  resultOf<Savings[]>(await call('listSavings')).find(({ coin }) => coin === 'ETH')

test('I15.s4: a new sandbox offers savings in two coins that their reserves cover; the books add up', async () => {
  const { token, id } = await app.signUp()
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `savings-test:${id}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'USDT'), accountOf(id, 'USDT'), 5_000_000_000n)],
  })
  expect(outcome.ok).toBe(true)
  const call = (name: 'enterSavings' | 'listSavings', input: object = {}) =>
    app.call(name, input, { token, mode: 'real' })
  const [usdt, btc, ...others] = resultOf<Savings[]>(await call('listSavings'))
  expect(usdt).toMatchObject({ coin: 'USDT', minAmount: '10.000000', dailyRate: '0.0001' })
  expect(btc).toMatchObject({ coin: 'BTC', minAmount: '0.00100000', dailyRate: '0.00002' })
  expect(others).toEqual([])
  expect((await call('enterSavings', { coin: 'USDT', amount: '5000' })).code).toBe(20005)
  expect(await reconcile(app.db)).toEqual([])
})

test('T2, T10: savings are off until two operators offer a coin and fund its reserve; then a day is paid, and the books add up', async () => {
  const call = await holder()
  expect(await mineOf(call)).toBeUndefined()
  const money = { coin: 'ETH', amount: '500' }
  expect((await call('enterSavings', money)).code).toBe(10010)
  expect(await shown()).toMatchObject({ offer: null, reserve: '0.000000000' })
  expect(issueOf(await offer({ dailyRate: '0.0006' }))).toBe('11001 dailyRate tooHigh')
  expect(issueOf(await offer({ minAmount: '0.000001' }))).toBe('11001 minAmount tooSmall')
  expect(issueOf(await offer({ minAmount: '0.0000000001' }))).toBe('11001 minAmount invalid')
  expect((await approved(await offer())).code).toBe(200)
  // Offered, but nothing is promised that is not reserved.
  expect(await call('enterSavings', money)).toMatchObject({ code: 10015, result: { reason: 'reserve' } })
  expect((await approved(await fund('3'))).code).toBe(200)
  expect((await call('enterSavings', money)).code).toBe(20005)
  expect(await shown()).toMatchObject({
    offer: { taking: true, dailyRate: '0.0001', yearlyRate: '0.0365', next: null },
    held: '500.000000000',
    customers: 1,
    reserve: '3.000000000',
    reserved: '1.500000000',
    missing: '0.000000000',
    room: '500.000000000',
  })
  await app.moveClock(48 * 3_600_000)
  await expect.poll(async () => (await mineOf(call))?.paid).toBe('0.050000000')
  const info = resultOf<{ balances: { asset: string; available: string }[] }>(await call('getUserInfo'))
  expect(info.balances.find(({ asset }) => asset === 'ETH')?.available).toBe('300.050000000')
  expect(await reconcile(app.db)).toEqual([])
})

test('T18: a rate the reserve does not cover for everything held is not approved; a lower one holds after thirty days', async () => {
  // The clock went on beyond the sessions of before.
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
  expect(issueOf(await approved(await offer({ dailyRate: '0.0005' })))).toBe('11001 dailyRate reserve')
  expect((await approved(await offer({ dailyRate: '0.00005', taking: false }))).code).toBe(200)
  const day = new Date(Math.floor(app.now() / 86_400_000) * 86_400_000 + 31 * 86_400_000).toISOString()
  expect(await shown()).toMatchObject({
    offer: { taking: false, dailyRate: '0.0001', next: { dailyRate: '0.00005', from: day } },
  })
  const changes = resultOf<{ changes: { proposedBy: string; approvedBy: string }[] }>(
    await finance.call('opsSavings'),
  ).changes
  expect(changes[0]).toMatchObject({ proposedBy: finance.email, approvedBy: admin.email, reason })
})
