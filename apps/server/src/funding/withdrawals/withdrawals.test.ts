import { randomBytes, randomUUID } from 'node:crypto'
import type { CallName } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freezeOf, placeFreeze } from '../../accounts/freezes/freezes.ts'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import { house } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeNow, signInOperator, type TestOperator } from '../../testing/test-operators.ts'

const dayMs = 86_400_000
const to = { method: 'coin', coin: 'USDT', network: 'ERC20' } as const
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const kind = 'withdrawal' as const

let app: TestApp
let rita: TestOperator
let fay: TestOperator
let ana: Person

interface Person {
  readonly token: string
  readonly id: string
  readonly email: string
  readonly password: string
}

beforeAll(async () => {
  app = await startTestApp()
  ana = await richPerson('30000')
  await confirmed(ana)
  await app.moveClock(dayMs)
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

/** A customer whose real account was paid this much USDT. */
async function richPerson(amount: string): Promise<Person> {
  const person = await app.signUp()
  const ledger = createLedger(app.db, { now: () => app.now() })
  const outcome = await ledger.post({
    id: `deposit:${randomUUID()}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'deposit',
        from: { class: 'world', owner: house, asset: 'USDT' },
        to: { class: 'customer', owner: person.id, asset: 'USDT' },
        minor: BigInt(amount) * 1_000_000n,
      },
    ],
  })
  expect(outcome.ok).toBe(true)
  return person
}

/** As an announcement whose moment has come. */
async function parameterBecomes(key: string, value: string | number): Promise<void> {
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  const made = { key, value, reason: 'a test', changedBy: 'ana', approvedBy: 'ben' }
  expect(await parameters.change(made)).toMatchObject({ version: expect.any(Number) })
  const known = async () => (await app.call('getParamByKey', { key })).result
  await expect.poll(known).toBe(value)
}

const call = (who: Person, name: CallName, input: object = {}, key?: string) =>
  app.call(name, input, { token: who.token, mode: 'real', ...(key === undefined ? {} : { key }) })
/** Letters about decisions, without those that carry a code or tell of a change. */
const lettersTo = ({ email }: Person) =>
  app
    .messages(email)
    .flatMap(({ kind, code }) => (code === undefined && kind !== 'accountChange' ? [kind] : []))
const mailed = (who: Person, what: string) =>
  app.messages(who.email).findLast((message) => message.kind === what)?.code ?? 'none'

async function confirmed(who: Person): Promise<void> {
  const { result } = await call(who, 'addAddress', {
    network: 'ERC-20',
    address: address.toLowerCase(),
    label: '',
  })
  const response = await call(who, 'confirmAddress', { id: result.id, code: mailed(who, 'code-address') })
  expect(response.code).toBe(200)
}

async function newCode(who: Person): Promise<string> {
  // Mails to one address are slowed: a minute gives another one.
  await app.moveClock(61_000)
  await app.call('sendCode', { email: who.email, purpose: 'withdrawal' })
  return mailed(who, 'code-withdrawal')
}
async function withdraw(who: Person, amount: string, change: object = {}): Promise<CallResponse> {
  return call(who, 'withdrawal', { ...to, address, amount, code: await newCode(who), ...change })
}
async function usdtOf(who: Person) {
  const { result } = await call(who, 'getUserInfo')
  const { available, held } = result.balances.find(({ asset }) => asset === 'USDT') ?? {}
  return [available, held]
}
async function listed(who: Person, id: string) {
  const { items } = resultOf<{ items: Record<string, unknown>[] }>(await call(who, 'listWithdrwal'))
  return items.find((item) => item.id === id)
}

describe('refusals', () => {
  it('demo 11030, no method 10025, no address 10021, another network 11001, too little 10016', async () => {
    const body = { ...to, address, amount: '100', code: '000000' }
    expect((await app.call('withdrawal', body, { token: ana.token })).code).toBe(11030)
    const { method: _, ...noMethod } = body
    for (const [input, code] of [
      [noMethod, 10025],
      [{ ...body, method: 'cheque' }, 10025],
      [{ ...body, address: undefined }, 10021],
      [{ ...body, address: address.replace('EE7', 'Ee7') }, 10021],
      [{ ...body, method: 'bank' }, 10021],
      [{ ...body, network: 'BTC' }, 11001],
      [{ ...body, amount: '9.999999' }, 10016],
      [{ ...body, amount: '0' }, 10016],
      [{ ...body, code: '' }, 11010],
      [{ ...body, code: 'wrong1' }, 11010],
    ] as const)
      expect((await call(ana, 'withdrawal', input)).code, JSON.stringify(input)).toBe(code)
  })

  it('11021 for an address outside the book or less than a day old; 10011 above the balance; a refusal leaves the code valid', async () => {
    const code = await newCode(ana)
    const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const body = { ...to, address: other, amount: '100', code }
    expect((await call(ana, 'withdrawal', body)).code).toBe(11021)
    const { password } = ana
    const second = { network: 'ERC20', address: other, label: 'second', password }
    const { result } = await call(ana, 'addAddress', second)
    expect((await call(ana, 'withdrawal', body)).code).toBe(11021)
    expect((await call(ana, 'confirmAddress', { id: result.id, code: '000000' })).code).toBe(11010)
    await call(ana, 'confirmAddress', { id: result.id, code: mailed(ana, 'code-address') })
    expect(await call(ana, 'withdrawal', body)).toMatchObject({
      code: 11021,
      result: { usableAt: expect.any(String) },
    })
    expect((await withdraw(ana, '30000.000001')).code).toBe(10011)
    expect((await call(ana, 'addAddress', { network: 'TRC20', address, label: '' })).code).toBe(10021)
    const book = async () => JSON.stringify((await call(ana, 'listAddress', {})).result)
    expect(await book()).toContain(result.id)
    expect((await call(ana, 'removeAddress', { id: result.id })).code).toBe(200)
    expect(await book()).not.toContain(result.id)
    expect((await call(ana, 'removeAddress', { id: result.id })).code).toBe(11004)
  })

  it('11031 below three units in all; 10022 only where a deposit waits for identity', async () => {
    const ben = await richPerson('2')
    await confirmed(ben)
    await app.moveClock(dayMs)
    expect((await withdraw(ben, '10')).code).toBe(11031)
    await app.db.pool.query(
      `INSERT INTO funding_deposits (id, user_id, coin, network, chain, address, own_address, amount, hash, hash_last6,
         confirmations_needed, waits_for, created_at)
       VALUES ($1, $2, 'USDT', 'ERC20', 'ethereum', 'a', true, 1, $3, right($3, 6), 1, 'identity', 0)`,
      [randomUUID(), ben.id, randomBytes(32).toString('hex')],
    )
    expect((await call(ben, 'withdrawal', { ...to, address, amount: '10', code: 'x' })).code).toBe(10022)
  })

  it('11011 where a second factor is on and its code is missing', async () => {
    const eve = await richPerson('100')
    const { secret } = (await call(eve, 'totpStart', { password: eve.password })).result
    await call(eve, 'totpConfirm', { totp: codeNow(app, secret) })
    await confirmed(eve)
    await app.moveClock(dayMs)
    const code = await newCode(eve)
    const body = { ...to, address, amount: '20', code }
    expect((await call(eve, 'withdrawal', body)).code).toBe(11011)
    expect((await call(eve, 'withdrawal', { ...body, totp: codeNow(app, secret) })).code).toBe(20003)
  })
})

describe('later states', () => {
  beforeAll(async () => {
    rita = await signInOperator(app, 'reviewer')
    fay = await signInOperator(app, 'finance')
  })

  it('held at once with the fee within it, one effect a key, and back when the customer cancels', async () => {
    const body = { ...to, address: address.toLowerCase(), amount: '1000', code: await newCode(ana) }
    const key = randomUUID()
    const made = await call(ana, 'withdrawal', body, key)
    expect(made).toMatchObject({
      code: 20003,
      result: { amount: '1000.000000', fee: '5.000000', received: '995.000000', address, status: 'pending' },
    })
    expect((await call(ana, 'withdrawal', body, key)).text).toBe(made.text)
    expect((await call(ana, 'withdrawal', body)).code).toBe(11010)
    expect(await usdtOf(ana)).toEqual(['29000.000000', '1000.000000'])
    const { id } = made.result
    expect((await call(ana, 'cancelWithdrawal', { id })).result).toMatchObject({ status: 'cancelled' })
    expect((await call(ana, 'cancelWithdrawal', { id })).code).toBe(11006)
    expect((await call(ana, 'cancelWithdrawal', { id: randomUUID() })).code).toBe(11004)
    expect(await usdtOf(ana)).toEqual(['30000.000000', '0.000000'])
    expect((await call(ana, 'listWithdrwal', { format: 'csv' })).text).toContain(id)
  })

  it('rejected with a reason: everything is back', async () => {
    const { id } = (await withdraw(ana, '100')).result
    const decision = await opened(rita, id)
    expect((await rita.call('opsReject', { ...decision, reason: 'withdraw.reason.notYours' })).code).toBe(200)
    expect(await usdtOf(ana)).toEqual(['30000.000000', '0.000000'])
    expect(await listed(ana, id)).toMatchObject({
      status: 'rejected',
      timeline: [{ status: 'pending' }, { status: 'rejected', reason: 'withdraw.reason.notYours' }],
    })
    await expect.poll(() => lettersTo(ana)).toEqual(['withdrawalRefused'])
    expect(app.messages(ana.email).at(-1)?.text).toContain(
      'We didn’t pay out your withdrawal of 100.00 USDT. This address',
    )
  })

  it('above 10 000 USDT two people approve; then it is sent, and completed by two where no node looks', async () => {
    const { id } = (await withdraw(ana, '20000')).result
    const first = await opened(rita, id)
    expect((await rita.call('opsApprove', first)).result).toMatchObject({ approvalsMissing: 1 })
    expect((await rita.call('opsApprove', await opened(rita, id))).code).toBe(11008)
    await rita.call('opsRelease', { kind, id })
    const second = await opened(fay, id)
    expect((await fay.call('opsApprove', { ...second, shownHash: '0'.repeat(64) })).code).toBe(11006)
    expect((await fay.call('opsApprove', second)).result).toMatchObject({ status: 'approved' })
    expect((await call(ana, 'cancelWithdrawal', { id })).code).toBe(11006)
    const hash = `0x${randomBytes(32).toString('hex')}`
    expect((await fay.call('opsSent', { ...(await opened(fay, id)), hash: 'nonsense' })).code).toBe(11001)
    expect((await fay.call('opsSent', { ...(await opened(fay, id)), hash })).result).toMatchObject({
      status: 'sent',
    })
    expect(await usdtOf(ana)).toEqual(['10000.000000', '20000.000000'])
    await fay.call('opsApprove', await opened(fay, id))
    expect((await rita.call('opsApprove', await opened(rita, id))).result).toMatchObject({
      status: 'completed',
    })
    expect(await usdtOf(ana)).toEqual(['10000.000000', '0.000000'])
    expect(await listed(ana, id)).toMatchObject({ status: 'completed', hash, late: false })
    const letters = ['withdrawalApproved', 'withdrawalSent', 'withdrawalCompleted']
    await expect.poll(() => lettersTo(ana)).toEqual(['withdrawalRefused', ...letters])
    const statement = (await call(ana, 'statement')).text
    expect(statement).toContain('"kind":"withdrawal"')
    expect(statement).toContain('"kind":"withdrawal-fee"')
    // Another one cannot name the same payment.
    const again = (await withdraw(ana, '100')).result.id
    // The sum of the customer's day is above the limit already.
    expect((await rita.call('opsApprove', await opened(rita, again))).result).toMatchObject({
      approvalsMissing: 1,
    })
    await fay.call('opsApprove', await opened(fay, again))
    expect((await rita.call('opsSent', { ...(await opened(rita, again)), hash })).result).toMatchObject({
      issues: [{ path: 'hash', code: 'used' }],
    })
    const failed = { ...(await opened(rita, again)), reason: 'withdraw.reason.paymentFailed' }
    expect((await rita.call('opsReject', failed)).result).toMatchObject({ status: 'failed' })
    expect(await usdtOf(ana)).toEqual(['10000.000000', '0.000000'])
  })

  it('to a bank card a day after it was bound; its full number is for the operator who pays', async () => {
    const card = { bank: 'Sparkasse', branch: 'Mitte', accountName: 'Ana', cardNumber: '4111111111111111' }
    const { password } = ana
    const bankAccountId = (await call(ana, 'updateBankInfo', { ...card, password })).result.id
    const bank = { method: 'bank', bankAccountId, network: undefined, address: undefined }
    expect((await withdraw(ana, '100', bank)).code).toBe(11021)
    // A longer wait that holds from now on is not for a card that was bound before.
    await parameterBecomes('withdrawal.newAddressHours', 72)
    await app.moveClock(dayMs)
    rita = await signInOperator(app, 'reviewer')
    expect((await withdraw(ana, '100', { ...bank, bankAccountId: randomUUID() })).code).toBe(10021)
    const made = await withdraw(ana, '100', bank)
    await parameterBecomes('withdrawal.newAddressHours', 24)
    expect(made.result).toMatchObject({ method: 'bank', bankAccount: 'Sparkasse •••• 1111', fee: '2.000000' })
    const { id } = made.result
    const before = await rita.call('opsCase', { kind, id })
    expect(before.text).not.toContain('4111111111111111')
    expect(before.text).toContain('•••• 1111')
    const { shownHash } = await opened(rita, id)
    expect((await rita.call('opsCase', { kind, id })).text).toContain('4111111111111111')
    expect((await fay.call('opsCase', { kind, id })).text).not.toContain('4111111111111111')
    // What was seen of it masked is not what is approved.
    expect((await rita.call('opsApprove', { kind, id, shownHash: before.result.shownHash })).code).toBe(11006)
    expect(shownHash).not.toBe(before.result.shownHash)
  })

  it('a freeze does not trap money: out to an address confirmed before, not to a later one, and not under a legal hold', async () => {
    const cy = await richPerson('500')
    await confirmed(cy)
    await app.moveClock(dayMs)
    const freeze = (legalHoldUntil: Date | null) =>
      app.db.transaction((tx) =>
        placeFreeze(tx, {
          id: randomUUID(),
          userId: cy.id,
          reason: 'a test',
          proposedBy: randomUUID(),
          approvedBy: randomUUID(),
          at: new Date(app.now()),
          legalHoldUntil,
        }),
      )
    await freeze(null)
    expect(await freezeOf(app.db.query, cy.id)).not.toBeNull()
    expect((await withdraw(cy, '50')).code).toBe(20003)
    await freeze(new Date(app.now() + dayMs))
    expect((await withdraw(cy, '50')).code).toBe(10008)
    await app.moveClock(dayMs)
    expect((await withdraw(cy, '50')).code).toBe(20003)
  })

  it('past its deadline it is late for its customer, and counted publicly', async () => {
    await app.moveClock(dayMs + 1)
    const { items } = resultOf<{ items: { status: string; late: boolean }[] }>(
      await call(ana, 'listWithdrwal', { status: 'pending' }),
    )
    expect(items).toMatchObject([{ late: true }])
    const record = resultOf<{ late: number; openLate: number }>(await app.call('serviceRecord'))
    expect(record).toMatchObject({ deadlineHours: 24, paid: 1, refused: 2, cancelled: 1 })
    const { late, openLate } = record
    expect([late > 0, openLate]).toEqual([true, late])
  })

  it('T18: a request keeps its fee and its deadline after a change of the terms', async () => {
    const dana = await richPerson('1000')
    await confirmed(dana)
    await app.moveClock(3 * dayMs)
    expect((await withdraw(dana, '100')).code).toBe(20003)
    const shown = async () =>
      resultOf<{ items: { fee: string; deadlineAt: string }[] }>(await call(dana, 'listWithdrwal', {}))
        .items[0]
    const before = await shown()
    expect(before).toMatchObject({ fee: '2.000000' })
    await parameterBecomes('withdrawalFlat', '20')
    await parameterBecomes('withdrawal.deadlineHours', 72)
    expect(await shown()).toEqual(before)
  })

  it('the database refuses every move the table of states does not know', async () => {
    const { rows } = await app.db.pool.query<{ id: string; status: string }>(
      `SELECT DISTINCT ON (status) id, status FROM funding_withdrawals`,
    )
    for (const { id, status } of rows)
      for (const next of ['pending', 'completed'] as const)
        await expect(
          app.db.pool.query('UPDATE funding_withdrawals SET status = $2 WHERE id = $1', [id, next]),
          `${status} to ${next}`,
        ).rejects.toThrow('no move')
  })
})

/** Takes a case and answers what a decision names. */
async function opened(by: TestOperator, id: string) {
  expect((await by.call('opsClaim', { kind, id })).code).toBe(200)
  const { result } = await by.call('opsCase', { kind, id })
  return { kind, id, shownHash: result.shownHash }
}
