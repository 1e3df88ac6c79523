import { randomUUID } from 'node:crypto'
import { usdt } from '@candor/money'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { house } from '../../ledger/ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { recomputeLoan } from '../../proofs/receipts/recomputation/recompute-loan.ts'
import { openTestEngine } from '../../testing/test-engine.ts'
import { ordersHandlers } from '../../trading/orders/routes.ts'
import { ownLoanReceipt } from '../loan-receipt.ts'
import { type LoansFixture, openLoansFixture } from '../loans-fixture.ts'
import { chargeDueLoans } from './charge-due-loans.ts'
import { daysOf } from './repayment-store.ts'

let fixture: LoansFixture
beforeAll(async () => {
  fixture = await openLoansFixture()
})
afterAll(() => fixture.dispose())
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const day = 86_400_000
const hour = 3_600_000
const upTo = (days: number) => Array.from({ length: days }, (_, at) => at + 1)
const chargedDays = async (id: string) => (await daysOf(fixture.db.query, id)).map((row) => row.day)
const lendAt = async (at: number, amount = '1000', days = 30, money = 0n) => {
  fixture.clock.set(at)
  const as = await fixture.borrower(money)
  return { as, id: await fixture.lend(as, amount, days) }
}
/** The customer spends what the loan brought. */
const spend = async (as: string, amount: string) => {
  const world = { class: 'trading-capital', owner: house, asset: 'USDT' } as const
  await fixture.ledger.open([world])
  const outcome = await fixture.ledger.post({
    id: randomUUID(),
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'contract-loss',
        from: { class: 'customer', owner: as, asset: 'USDT' },
        to: world,
        minor: usdt(amount).minor,
      },
    ],
  })
  expect(outcome.ok).toBe(true)
}
const noticesOf = (as: string) =>
  fixture
    .pushed()
    .filter(({ userId }) => userId === as)
    .map(({ notice: { kind, facts } }) => [kind, facts.amount])
const repay = (as: string, id: string, amount?: string, key?: string) =>
  fixture.call(
    'repayLoan',
    { id, ...(amount === undefined ? {} : { amount }) },
    { as, ...(key === undefined ? {} : { key }) },
  )
const receiptFindings = async (as: string, id: string) =>
  recomputeLoan((await ownLoanReceipt(fixture.db, id, as))?.document)

describe('proof: each day is charged exactly once', () => {
  it('a year with 29 February and both changes of the clocks, every six hours, the clock jumping back in between', async () => {
    const start = Date.UTC(2028, 0, 15, 13, 30)
    const { as, id } = await lendAt(start, '1000', 90)
    await spend(as, '1000')
    for (let at = start, turn = 0; at <= start + 365 * day; at += 6 * hour, turn++) {
      fixture.clock.set(turn % 50 === 49 ? at - 20 * day : at)
      if (turn % 4 === 0 || turn % 50 === 49) await fixture.charge()
    }
    fixture.clock.set(start + 365 * day)
    await fixture.charge()
    expect(await chargedDays(id)).toEqual(upTo(365))
    // 87 days at 0.30, then 275 at 0.05 % of 1 026.10.
    expect(await fixture.loan(as, id)).toMatchObject({
      status: 'overdue',
      totalInterest: '167.188750',
      overdueInterest: '141.088750',
      owed: '1167.188750',
    })
    expect(await receiptFindings(as, id)).toEqual([])
  })

  it('however the clock jumps, no day is charged twice and none is left out', async () => {
    const start = Date.UTC(2027, 9, 20, 9)
    const jumps = fc.array(fc.integer({ min: -30 * 24, max: 40 * 24 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(jumps, async (hours) => {
        const { as, id } = await lendAt(start, '500', 15)
        await spend(as, '500')
        let furthest = start
        let at = start
        for (const jump of hours) {
          at += jump * hour
          furthest = Math.max(furthest, at)
          fixture.clock.set(at)
          await Promise.all([fixture.charge(), fixture.charge()])
        }
        expect(await chargedDays(id)).toEqual(upTo(Math.floor((furthest - start) / day)))
        expect(await receiptFindings(as, id)).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})

describe('rulebook Loans: repaying', () => {
  const start = Date.UTC(2027, 3, 10, 22)

  it('at expiry what is there is debited, the rest is overdue; money that comes is debited as the next day ends; then repaid', async () => {
    const before = {
      capital: await fixture.house('loan-capital'),
      earned: await fixture.house('loan-interest'),
    }
    const { as, id } = await lendAt(start)
    await spend(as, '600')
    fixture.clock.set(start + 30 * day)
    await fixture.charge()
    expect(await fixture.money(as)).toBe(0n)
    expect(await fixture.loan(as, id)).toMatchObject({
      status: 'overdue',
      repaid: '400.000000',
      owed: '608.100000',
      principalLeft: '608.100000',
    })
    await fixture.fund('customer', as, 'USDT', usdt('1000').minor)
    fixture.clock.set(start + 31 * day)
    await fixture.charge()
    expect(await fixture.loan(as, id)).toMatchObject({
      status: 'repaid',
      overdueInterest: '0.304050',
      repaid: '1008.404050',
      owed: '0.000000',
      timeline: [{ status: 'pending' }, { status: 'repaying' }, { status: 'overdue' }, { status: 'repaid' }],
    })
    expect(await fixture.money(as)).toBe(usdt('391.59595').minor)
    expect((await fixture.house('loan-capital')).balance).toBe(before.capital.balance)
    expect((await fixture.house('loan-interest')).balance - before.earned.balance).toBe(usdt('8.40405').minor)
    expect(await receiptFindings(as, id)).toEqual([])
    // Once each, however often it is charged again.
    await fixture.charge()
    expect(noticesOf(as)).toEqual([
      ['loanCharged', '400.000000'],
      ['loanOverdue', '1000.000000'],
      ['loanCharged', '608.404050'],
      ['loanRepaid', '1000.000000'],
    ])
    // Late: the next loan is still tier 1.
    expect((await fixture.call('loanLimit', {}, { as })).result).toMatchObject({
      tier: 1,
      left: '5000.000000',
    })
  })

  it('I11.2: at expiry what backs a losing position is not debited, only what is free; the rest is overdue', async () => {
    const { as, id } = await lendAt(start)
    fixture.clock.set(start + 30 * day - hour / 2)
    await fixture.fund('trading-capital', 'house', 'USDT', usdt('100000').minor)
    await fixture.fund('negative-balance', 'house', 'USDT', usdt('100000').minor)
    const { runtime: contracts, funds, close } = await openTestEngine(fixture)
    onTestFinished(close)
    const { clock, proofs } = fixture
    const sign = (document: Readonly<Record<string, unknown>>) => ({ keyId: '-', signature: '-', document })
    const trade = await fixture.serve(ordersHandlers({ runtime: contracts, clock, proofs, sign }))
    fixture.warm('BTCUSDT', '50000')
    const order = { code: 'BTCUSDT', direction: 'buy', lots: '0.02', leverage: 2, protected: false }
    const bought = await trade('buyContract', order, { as, mode: 'real' })
    expect(bought.code).toBe(20004)
    fixture.clock.set(start + 30 * day)
    fixture.warm('BTCUSDT', '48500')
    await chargeDueLoans({ ...fixture.context, funds })
    // 1 000 less 1 of commission, 500.0001 of margin and a loss of 30.0004.
    expect(await fixture.loan(as, id)).toMatchObject({ status: 'overdue', repaid: '468.999500' })
    expect(await funds.reserve(as, 'real', 1n)).toMatchObject({ short: { free: '0.000000' } })
    const position = await trade('getContractOrderById', { id: bought.result.id }, { as, mode: 'real' })
    expect(position.result).toMatchObject({ status: 'open', profit: '-30.000400' })
  })

  it('three days before it is due the customer is told once, and when they repaid it', async () => {
    const { as, id } = await lendAt(start, '500', 15, 10n)
    for (const days of [11, 12, 12.5, 13]) {
      fixture.clock.set(start + days * day)
      await fixture.charge()
      expect(noticesOf(as)).toEqual(days < 12 ? [] : [['loanDueSoon', '500.000000']])
    }
    const key = randomUUID()
    for (let times = 0; times < 2; times++) expect((await repay(as, id, undefined, key)).code).toBe(200)
    expect(noticesOf(as)).toEqual([
      ['loanDueSoon', '500.000000'],
      ['loanRepaid', '500.000000'],
    ])
  })

  it('while one is overdue nothing more is lent', async () => {
    const { as } = await lendAt(start)
    await spend(as, '1000')
    fixture.clock.set(start + 31 * day)
    await fixture.charge()
    expect((await fixture.call('loanLimit', {}, { as })).result).toMatchObject({
      overdue: true,
      left: '0.000000',
    })
    await expect(fixture.request(as, '100', 7)).rejects.toThrow('overdue')
  })

  it('a part lowers what each day costs; the whole ends it, with the days that are over and no more', async () => {
    const { as, id } = await lendAt(start, '1000', 30, 10n)
    fixture.clock.set(start + 5 * day + hour)
    const part = await repay(as, id, '500')
    // Two days at 0.30 first, the rest is principal.
    expect(part.result).toMatchObject({
      repaid: '500.000000',
      principalLeft: '500.600000',
      status: 'repaying',
    })
    fixture.clock.set(start + 6 * day + hour)
    const whole = await repay(as, id)
    expect(whole.result).toMatchObject({ repaid: '1000.750180', status: 'repaid', owed: '0.000000' })
    expect((await repay(as, id)).code).toBe(11004)
    expect(await receiptFindings(as, id)).toEqual([])
  })

  it('more than is owed is 11001, more than the account has 10011, the same key once, ten at once never too much', async () => {
    const { as, id } = await lendAt(start)
    expect(await repay(as, id, '1000.01')).toMatchObject({
      code: 11001,
      result: { issues: [{ path: 'amount', code: 'owed' }] },
    })
    for (const amount of ['0', '-1', '0.0000001']) expect((await repay(as, id, amount)).code).toBe(11001)
    const key = randomUUID()
    const twice = await Promise.all([repay(as, id, '100', key), repay(as, id, '100', key)])
    expect(twice.map(({ result }) => result.repaid)).toEqual(['100.000000', '100.000000'])
    await spend(as, '600')
    expect((await repay(as, id)).code).toBe(10011)
    const ten = await Promise.all(Array.from({ length: 10 }, () => repay(as, id, '100')))
    expect(ten.map(({ code }) => code).sort()).toEqual([...Array(7).fill(10011), 200, 200, 200].sort())
    expect(await fixture.money(as)).toBe(0n)
    expect(await fixture.loan(as, id)).toMatchObject({ repaid: '400.000000', owed: '600.000000' })
  })

  it('a frozen customer may repay (T13)', async () => {
    const { as, id } = await lendAt(start)
    fixture.customers.set(as, { country: null, frozen: true })
    expect((await repay(as, id)).result).toMatchObject({ status: 'repaid' })
  })
})

describe('the database itself', () => {
  it('refuses moves the states do not have, other terms, figures that do not add up, and any change of what was written once', async () => {
    const { as, id } = await lendAt(Date.UTC(2027, 5, 1))
    const pending = await fixture.request(as, '100', 7)
    const refused = async (statement: string, why: string) => {
      const asOwner = withClient(fixture.db.owner, (client) => client.query(statement))
      await expect(asOwner, statement).rejects.toThrow(why)
    }
    const set = (of: string, change: string) => `UPDATE loans SET ${change} WHERE id = '${of}'`
    await refused(set(id, `status = 'pending', started_at = NULL, next_due_at = NULL`), 'no move')
    await refused(
      set(id, `status = 'rejected', started_at = NULL, next_due_at = NULL, closed_at = 1`),
      'no move',
    )
    await refused(set(pending, `status = 'repaid', closed_at = 1`), 'no move')
    await refused(
      set(pending, `status = 'overdue', started_at = 1, next_due_at = 86400001, was_overdue = true`),
      'no move',
    )
    await refused(set(id, 'daily_rate = 0'), 'never changes')
    await refused(set(id, `agreement = '{}'`), 'never changes')
    await refused(set(id, 'principal_left = principal_left - 1'), 'check constraint')
    await refused(set(id, `status = 'repaid', closed_at = 1, next_due_at = NULL`), 'check constraint')
    for (const table of ['loan_moves', 'loan_days', 'loan_payments', 'loan_papers'])
      await refused(`TRUNCATE ${table}`, 'never changed')
    await expect(fixture.db.pool.query(`UPDATE loan_moves SET reason = 'x'`)).rejects.toThrow(
      'permission denied',
    )
  })

  it('T1: a loan takes a customer’s money for nothing but its principal, interest and overdue charges', async () => {
    const { rows } = await fixture.db.pool.query<{
      kind: string
      debited_class: string
      credited_class: string
      money: string
    }>(
      `SELECT kind, debited_class, credited_class, money FROM ledger_permitted
        WHERE kind LIKE 'loan-%' OR ('loan-interest' IN (debited_class, credited_class) AND kind NOT LIKE 'treasury-%')
        ORDER BY kind`,
    )
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'loan-interest customer loan-interest real',
      'loan-overdue customer loan-interest real',
      'loan-payout loan-capital customer real',
      'loan-principal customer loan-capital real',
    ])
  })
})
