import { randomUUID } from 'node:crypto'
import type { AccountSummary, FrozenState } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

const dayMs = 86_400_000
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const later = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let app: TestApp
let risk: TestOperator
let finance: TestOperator
let reviewer: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  await signInAll()
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

/** Operators' sessions end with the working day, which the clock moves past. */
async function signInAll(): Promise<void> {
  risk = await signInOperator(app, 'risk')
  finance = await signInOperator(app, 'finance')
  reviewer = await signInOperator(app, 'reviewer')
}

const card = { bank: 'Bank of X', branch: 'Main', accountName: 'Ana Lima', cardNumber: '4111111111111111' }

interface Customer {
  readonly id: string
  readonly email: string
  readonly userName: string
  readonly password: string
  token: string
}

const call = (who: Customer, name: Parameters<TestApp['call']>[0], input: object = {}) =>
  app.call(name, input, { token: who.token, mode: 'real' })
const mailed = ({ email }: Customer, kind: string) =>
  app.messages(email).findLast((message) => message.kind === kind)?.code ?? 'none'

/** A customer with 5 000 USDT and an address that was confirmed more than a day ago. */
async function customer(): Promise<Customer> {
  const who = await app.signUp()
  const ledger = createLedger(app.db, { now: () => app.now() })
  const { ok } = await ledger.post({
    id: `deposit:${randomUUID()}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'deposit',
        from: { class: 'world', owner: house, asset: 'USDT' },
        to: { class: 'customer', owner: who.id, asset: 'USDT' },
        minor: 5_000_000_000n,
      },
    ],
  })
  expect(ok).toBe(true)
  await confirm(who, address)
  const { password } = who
  expect((await call(who, 'updateBankInfo', { ...card, password })).code).toBe(20005)
  await app.moveClock(dayMs)
  await signInAll()
  return who
}

async function confirm(who: Customer, place: string): Promise<void> {
  const { password } = who
  const { result } = await call(who, 'addAddress', { network: 'ERC20', address: place, label: '', password })
  const code = mailed(who, 'code-address')
  expect((await call(who, 'confirmAddress', { id: result.id, code })).code).toBe(200)
}

/** Frozen by two people in the console, and signed in again after it. */
async function freeze(who: Customer, legalHoldUntil: string | null = null): Promise<void> {
  const input = { id: who.id, reason: 'a letter of the bank', why: 'paymentCheck', legalHoldUntil }
  const { id } = (await risk.call('opsFreeze', input)).result
  const { shownHash } = (await finance.call('opsProposal', { id })).result
  expect((await finance.call('opsApproveProposal', { id, shownHash })).code).toBe(200)
  const again = await app.call('login', { account: who.userName, password: who.password })
  expect(again.code).toBe(200)
  who.token = again.result.token
}

async function withdraw(
  who: Customer,
  place: string | { readonly bankAccountId: string } = address,
): Promise<CallResponse> {
  // Mails to one address are slowed: a minute gives another one.
  await app.moveClock(61_000)
  await app.call('sendCode', { email: who.email, purpose: 'withdrawal' })
  const code = mailed(who, 'code-withdrawal')
  const where =
    typeof place === 'string'
      ? { method: 'coin', network: 'ERC20', address: place }
      : { method: 'bank', ...place }
  return call(who, 'withdrawal', { coin: 'USDT', amount: '100', code, ...where })
}

const frozenOf = async (who: Customer): Promise<FrozenState | null> =>
  resultOf<AccountSummary>(await call(who, 'getUserInfo')).frozen
const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const inDays = (days: number) => new Date(app.now() + days * dayMs).toISOString()

/** Places an order as soon as the market has a price. */
async function placed(who: Customer, input: object): Promise<string> {
  let response: CallResponse | undefined
  await expect
    .poll(async () => {
      response = await app.call('buyContract', input, { token: who.token })
      return response.code
    })
    .toBe(20004)
  return response?.result.id ?? ''
}

test('T13: a frozen customer signs in, reads why, closes a position, cancels an order, and opens and moves nothing in', async () => {
  const who = await customer()
  const position = await placed(who, buy)
  const order = await placed(who, { ...buy, kind: 'limit', price: '1000' })
  await freeze(who)
  expect(await frozenOf(who)).toEqual({
    since: expect.any(String),
    reason: 'paymentCheck',
    legalHold: false,
    reviewAt: null,
  })
  const inDemo = (name: Parameters<TestApp['call']>[0], input: object) =>
    app.call(name, input, { token: who.token })
  expect((await inDemo('buyContract', buy)).code).toBe(10008)
  expect((await inDemo('reverseContract', { id: position })).code).toBe(10008)
  expect((await inDemo('editContract', { id: order, price: '2000' })).code).toBe(10008)
  expect((await inDemo('editContract', { id: position, stopLoss: '1' })).code).toBe(200)
  expect((await inDemo('cancelContract', { id: order })).code).toBe(200)
  expect((await inDemo('closeContract', { id: position })).code).toBe(200)
  expect((await inDemo('closeAllContracts', {})).code).toBe(200)
})

test('T13: a frozen customer withdraws to an address confirmed and a card bound before, and to no other', async () => {
  const who = await customer()
  // Confirmed before the freeze, but still waiting its day: it may be used once the day is over.
  await confirm(who, later)
  await freeze(who)
  expect((await withdraw(who)).code).toBe(20003)
  const cards = resultOf<{ id: string }[]>(await call(who, 'listBankInfo'))
  expect((await withdraw(who, { bankAccountId: cards[0]?.id ?? '' })).code).toBe(20003)
  expect((await call(who, 'updateBankInfo', card)).code).toBe(10008)
  expect((await withdraw(who, later)).code).toBe(11021)
  expect((await call(who, 'addAddress', { network: 'ERC20', address: later, label: '' })).code).toBe(10008)
  await app.moveClock(dayMs)
  expect((await withdraw(who, later)).code).toBe(20003)
})

test('T13: an address confirmed during a freeze does not become one confirmed before it when the freeze is reviewed', async () => {
  const who = await customer()
  await freeze(who)
  const since = (await frozenOf(who))?.since
  // Not through the door, which is shut: as a defect or somebody with the database would.
  await app.db.pool.query(
    `INSERT INTO funding_payout_addresses (id, user_id, network, address, label, created_at, confirmed_at, usable_at)
     VALUES (gen_random_uuid(), $1, 'ERC20', $2, '', $3, $3, $3)`,
    [who.id, later, app.now()],
  )
  await app.moveClock(60_000)
  await freeze(who, inDays(1))
  expect((await frozenOf(who))?.since).toBe(since)
  await app.moveClock(dayMs + 60_000)
  const response = await withdraw(who, later)
  expect([response.code, response.result]).toEqual([10008, { reason: 'newPlace' }])
  expect((await withdraw(who)).code).toBe(20003)
})

test('T13: a legal hold refuses a withdrawal with the review date, stops an earlier one, and lapses on that date', async () => {
  const who = await customer()
  const withdrawal = resultOf<{ id: string; deadlineAt: string }>(await withdraw(who))
  const reviewAt = inDays(2)
  await freeze(who, reviewAt)
  expect(await frozenOf(who)).toMatchObject({ legalHold: true, reviewAt })
  const refused = await withdraw(who)
  expect([refused.code, refused.result]).toEqual([10008, { reason: 'legalHold', reviewAt }])

  const kind = 'withdrawal'
  const opened = async () => {
    await reviewer.call('opsClaim', { kind, id: withdrawal.id })
    return resultOf<{ shownHash: string; allowed: string[]; sections: { title: string }[] }>(
      await reviewer.call('opsCase', { kind, id: withdrawal.id }),
    )
  }
  const held = await opened()
  expect([held.allowed, held.sections[0]?.title]).toEqual([['reject'], 'Legal hold'])
  const { shownHash } = held
  expect((await reviewer.call('opsApprove', { kind, id: withdrawal.id, shownHash })).code).toBe(11006)

  await app.moveClock(2 * dayMs)
  await signInAll()
  expect(await frozenOf(who)).toMatchObject({ legalHold: false, reviewAt })
  expect((await withdraw(who)).code).toBe(20003)
  // Its deadline went on: that it is late is seen by its customer and counted for everybody.
  const { items } = resultOf<{ items: { id: string; late: boolean; deadlineAt: string }[] }>(
    await call(who, 'listWithdrwal'),
  )
  expect(items.find(({ id }) => id === withdrawal.id)).toMatchObject({
    late: true,
    deadlineAt: withdrawal.deadlineAt,
  })
  const free = await opened()
  expect(free.allowed).toEqual(['approve', 'reject'])
  expect(
    (await reviewer.call('opsApprove', { kind, id: withdrawal.id, shownHash: free.shownHash })).code,
  ).toBe(200)
})

test('T13: a withdrawal requested before a freeze without a hold is paid as usual, and can be cancelled', async () => {
  const who = await customer()
  const [first, second] = [(await withdraw(who)).result.id, (await withdraw(who)).result.id]
  await freeze(who)
  const kind = 'withdrawal'
  await reviewer.call('opsClaim', { kind, id: first })
  const { shownHash } = (await reviewer.call('opsCase', { kind, id: first })).result
  expect((await reviewer.call('opsApprove', { kind, id: first, shownHash })).code).toBe(200)
  expect((await call(who, 'cancelWithdrawal', { id: second })).code).toBe(200)
})

test('T13: a freeze applies to open sessions at once, and the customer’s own freeze also refuses sign-in', async () => {
  const who = await customer()
  const old = who.token
  expect((await app.call('limits', {}, { token: old })).code).toBe(200)
  await freeze(who)
  const address = { network: 'ERC20', address: later, label: '' }
  expect((await app.call('addAddress', address, { token: old, mode: 'real' })).code).toBe(10008)
  expect((await call(who, 'freeze')).code).toBe(200)
  expect((await call(who, 'getUserInfo')).code).toBe(401)
  expect((await app.call('login', { account: who.userName, password: who.password })).code).toBe(11018)
})
