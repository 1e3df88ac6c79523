import type { ClaimShown, Recharge } from '@candor/contract'
import { languages } from '@candor/texts/languages.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { writeLetter } from '../../platform/email/write-letter.ts'
import { openExchange, type TestExchange } from '../../testing/exchanges/test-exchange.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { approveProposal, signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let exchange: TestExchange
let app: TestApp
let finance: TestOperator
let admin: TestOperator
let reviewer: TestOperator
beforeAll(async () => {
  exchange = await openExchange({ BTCUSDT: 50_000 })
  for (const [name, value] of Object.entries(exchange.env)) vi.stubEnv(name, value)
  app = await startTestApp({ feed: 'live' })
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
  reviewer = await signInOperator(app, 'reviewer')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
  await exchange.close()
  vi.unstubAllEnvs()
})

type Person = Awaited<ReturnType<typeof depositor>>
let hashes = 0

const payment = (hash: string) => ({ coin: 'USDT', network: 'ERC20', amount: '500', hash })

async function customer() {
  const person = await app.signUp()
  return { ...person, real: { token: person.token, mode: 'real' } as const }
}

async function creditByTwo(id: string): Promise<void> {
  for (const who of [reviewer, admin]) {
    await who.call('opsClaim', { kind: 'recharge', id })
    const { shownHash } = (await who.call('opsCase', { kind: 'recharge', id })).result
    await who.call('opsApprove', { kind: 'recharge', id, shownHash })
  }
}

/** A customer whose deposit of 500 USDT a reviewer credited. */
async function depositor() {
  const person = await customer()
  hashes += 1
  const hash = `0x${String(hashes).padStart(64, 'a')}`
  const { id } = (await app.call('recharge', payment(hash), person.real)).result
  await creditByTwo(id)
  return { ...person, hash, credited: '500.000000', depositId: id }
}

const deposit = async ({ real, depositId }: Person) =>
  resultOf<{ items: Recharge[] }>(await app.call('listRecharge', {}, real)).items.find(
    ({ id }) => id === depositId,
  )
const available = async ({ real }: Pick<Person, 'real'>) => {
  const { balances } = (await app.call('getUserInfo', {}, real)).result
  return balances.find(({ asset }) => asset === 'USDT')?.available
}
/** Turns this much of it into another coin. */
async function spend({ real }: Person, amount: string): Promise<void> {
  const input = { from: 'USDT', to: 'BTC', amount }
  const quoted = () => app.call('quoteConvert', input, real)
  await expect.poll(async () => (await quoted()).code).toBe(200)
  const { quoteId } = resultOf<{ quoteId: string }>(await quoted())
  expect((await app.call('convert', { ...input, quoteId }, real)).code).toBe(20004)
}
const propose = (depositId: string, by = finance): Promise<CallResponse> =>
  by.call('opsReverseDeposit', { depositId, why: 'notYours', reason: 'the sender asked for it' })
const claims = async () => resultOf<ClaimShown[]>(await finance.call('opsReversals'))

test('I11.6: two people reverse a wrong credit, once, with a letter, a notice and a statement line', async () => {
  const anna = await depositor()
  expect([(await deposit(anna))?.status, await available(anna)]).toEqual(['approved', '500.000000'])
  const proposed = await propose(anna.depositId)
  expect(await approveProposal(finance, proposed)).toMatchObject({ code: 11008 })
  expect(await available(anna)).toBe('500.000000')
  const again = await propose(anna.depositId, admin)
  expect((await approveProposal(admin, proposed)).code).toBe(200)
  expect(await available(anna)).toBe('0.000000')
  expect((await approveProposal(finance, again)).code).toBe(11006)
  expect((await propose(anna.depositId)).code).toBe(11006)
  expect(await deposit(anna)).toMatchObject({
    status: 'approved',
    reversal: {
      taken: '500.000000',
      claim: '0.000000',
      claimState: 'none',
      reason: 'mail.depositReversed.notYours',
    },
  })
  const { items } = resultOf<{ items: object[] }>(await app.call('statement', {}, anna.real))
  expect(items[0]).toMatchObject({
    kind: 'deposit-reversal',
    amount: '-500.000000',
    balanceAfter: '0.000000',
  })
  await expect.poll(() => app.messages(anna.email).at(-1)?.kind).toBe('depositReversed')
  const notices = resultOf<{ items: { kind: string; facts: object }[] }>(
    await app.call('notifications', {}, anna.real),
  )
  expect(notices.items[0]).toMatchObject({ kind: 'depositReversed', facts: { claim: 'no' } })
})

test('I11.6: a payment reversed for one customer is credited to its owner, and never again to the first', async () => {
  const [anna, ben, cleo] = [await depositor(), await customer(), await customer()]
  const { hash, credited } = anna
  const claim = async (of: typeof ben) => app.call('recharge', payment(hash), of.real)
  expect((await claim(ben)).code).toBe(11020)
  expect((await approveProposal(admin, await propose(anna.depositId))).code).toBe(200)
  const { code, result } = await claim(ben)
  expect(code).toBe(20002)
  for (const other of [anna, ben, cleo]) expect((await claim(other)).code).toBe(11020)
  await creditByTwo(result.id)
  expect([await available(anna), await available(ben)]).toEqual(['0.000000', credited])
  // A second error about the same payment is mended in the same way.
  expect((await approveProposal(admin, await propose(result.id))).code).toBe(200)
  await creditByTwo((await claim(cleo)).result.id)
  expect([await available(ben), await available(cleo)]).toEqual(['0.000000', credited])
  expect((await claim(await customer())).code).toBe(11020)
  await expect(app.db.pool.query('UPDATE funding_deposits SET reversed = true')).rejects.toThrow('denied')
})

test('I11.6: the missing part becomes a claim that nothing collects; the account never goes below zero', async () => {
  const ben = await depositor()
  await spend(ben, '380')
  expect((await approveProposal(admin, await propose(ben.depositId))).code).toBe(200)
  expect(await available(ben)).toBe('0.000000')
  expect((await deposit(ben))?.reversal).toMatchObject({
    taken: '120.000000',
    claim: '380.000000',
    claimState: 'open',
  })
  expect((await claims())[0]).toMatchObject({
    id: ben.depositId,
    customer: { id: ben.id, userName: ben.userName },
    claim: '380.000000',
    state: 'open',
  })
  await expect.poll(() => app.messages(ben.email).at(-1)?.text).toContain('380')
  // Money that comes later stays the customer's.
  const later = transfer('deposit', ofHouse('world', 'USDT'), accountOf(ben.id, 'USDT'), 50_000_000n)
  const ledger = createLedger(app.db, { now: () => app.now() })
  await ledger.post({ id: `later:${ben.id}`, reference: null, steps: [later] })
  expect(await available(ben)).toBe('50.000000')

  const close = (by: TestOperator) =>
    by.call('opsCloseClaim', { id: ben.depositId, outcome: 'waived', reason: 'our own mistake' })
  const closing = await close(finance)
  expect((await approveProposal(finance, closing)).code).toBe(11008)
  expect((await approveProposal(admin, closing)).code).toBe(200)
  expect((await deposit(ben))?.reversal?.claimState).toBe('waived')
  expect((await close(finance)).code).toBe(11004)
})

test('nothing is left: the whole becomes a claim, and nothing is posted', async () => {
  const cleo = await depositor()
  await spend(cleo, '500')
  expect((await approveProposal(admin, await propose(cleo.depositId))).code).toBe(200)
  expect((await deposit(cleo))?.reversal).toMatchObject({ taken: '0.000000', claim: '500.000000' })
  const { rows } = await app.db.pool.query('SELECT 1 FROM ledger_postings WHERE id = $1', [
    `deposit-reversal:${cleo.depositId}`,
  ])
  expect(rows).toEqual([])
})

test('I11.6: of a deposit that backs a losing position the free part is debited, the rest is a claim, and the position is judged by what is left', async () => {
  const eve = await depositor()
  await app.call('answerUnderstanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, eve.real)
  const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  let orderId = ''
  await expect
    .poll(async () => {
      const bought = await app.call('buyContract', order, eve.real)
      orderId = bought.result?.id ?? ''
      return bought.code
    })
    .toBe(20004)
  const position = async () => (await app.call('getContractOrderById', { id: orderId }, eve.real)).result
  exchange.setPrice('BTCUSDT', 48_000)
  await expect.poll(position).toMatchObject({ status: 'open', profit: '-20.020000' })
  expect((await approveProposal(admin, await propose(eve.depositId))).code).toBe(200)
  // 500 less a commission of 0.50001, a loss of 20.02 and 250.005 of margin.
  expect((await deposit(eve))?.reversal).toMatchObject({
    taken: '229.474990',
    claim: '270.525010',
    claimState: 'open',
  })
  expect([await available(eve), (await app.call('getUserInfo', {}, eve.real)).result]).toMatchObject([
    '20.020000',
    { free: '0.000000', stale: false },
  ])
  expect(await position()).toMatchObject({ status: 'open' })
  // With the whole deposit its level would be far above 100 %: by what is left it is below 50 %.
  exchange.setPrice('BTCUSDT', 35_000)
  await expect.poll(position).toMatchObject({ status: 'closed', closeReason: 'stopOut' })
  // 270.025 less a loss of 150.02 and 0.34999 of commission: nobody else paid for it.
  expect(await available(eve)).toBe('119.655010')
  exchange.setPrice('BTCUSDT', 50_000)
})

test('only a credited deposit is reversed, by the permitted roles', async () => {
  expect((await propose('00000000-0000-0000-0000-000000000000')).code).toBe(11004)
  expect((await propose((await depositor()).depositId, reviewer)).code).toBe(11005)
  await expect(app.db.pool.query('UPDATE funding_reversals SET claim = 0')).rejects.toThrow('denied')
})

test('the triple of a reversal leads from a customer to the world and nowhere else', async () => {
  const { rows } = await app.db.pool.query(
    "SELECT debited_class, credited_class, money FROM ledger_permitted WHERE kind = 'deposit-reversal'",
  )
  expect(rows).toEqual([{ debited_class: 'customer', credited_class: 'world', money: 'real' }])
  const dan = await app.signUp()
  const post = async (id: string, kind: string) => {
    const steps = [transfer(kind, ofHouse('world', 'USDT'), accountOf(dan.id, 'USDT'), 1n)]
    return createLedger(app.db, { now: () => app.now() }).post({ id, reference: null, steps })
  }
  expect(await post('other-way', 'deposit-reversal')).toMatchObject({ ok: false, why: 'forbidden' })
})

test('the letter states in every language what was debited, and a claim only if there is one', () => {
  const facts = {
    coin: 'USDT',
    amount: '500',
    received: '120',
    owed: '380',
    reason: 'mail.depositReversed.twice',
  }
  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    const [owing, settled] = (['yes', 'no'] as const).map(
      (back) => writeLetter('depositReversed', { ...facts, back }, language, null).text,
    )
    expect([owing?.includes('380'), owing?.includes('120'), settled?.includes('380')], language).toEqual([
      true,
      true,
      false,
    ])
  }
})
