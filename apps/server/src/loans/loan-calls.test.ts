import { randomUUID } from 'node:crypto'
import { loanAgreement, loanPreview, loanProduct } from '@candor/contract'
import { rate, usdt } from '@candor/money'
import { languageCodes } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { noon } from '../testing/module-fixture.ts'
import { agreementFor, hashOfAgreement } from './applications/agreement.ts'
import { agreementPaper } from './applications/agreement-paper.ts'
import { approveLoan, rejectLoan } from './applications/review-loan.ts'
import { type LoansFixture, openLoansFixture } from './loans-fixture.ts'
import { findLoan } from './loans-store.ts'

let fixture: LoansFixture
beforeAll(async () => {
  fixture = await openLoansFixture()
})
afterAll(() => fixture.dispose())
beforeEach(() => {
  fixture.clock.set(noon)
})
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

const day = 86_400_000
const request = { amount: '1000', days: 30 }
const signed = async (as: string, change: object = {}) => {
  const { result } = await fixture.call('previewLoan', request, { as })
  const signature = randomUUID()
  fixture.signatures.add(signature)
  const whole = { ...request, agreementHash: result.agreementHash, signature, signedName: 'Ana Silva' }
  return { ...whole, ...change }
}
const issue = (path: string, code: string) => ({ code: 11001, result: { issues: [{ path, code }] } })

describe('calls User: what is lent', () => {
  it('listLoanProducts: the five terms with their rates, free days and yearly rates', async () => {
    const { code, result } = await fixture.call('listLoanProducts', {}, { as: await fixture.borrower() })
    const products = z.array(loanProduct).parse(result)
    expect(code).toBe(200)
    expect(products.map(({ days, apr }) => [days, apr])).toEqual([
      [7, '0.0645'],
      [15, '0.0914'],
      [30, '0.1031'],
      [60, '0.1087'],
      [90, '0.1101'],
    ])
    expect(products[0]).toMatchObject({
      minAmount: '100.000000',
      tier1Most: '5000.000000',
      tier2Most: '50000.000000',
      dailyRate: '0.0003',
      overlayRate: '0.0005',
      freeDays: 3,
      yearlyRate: '0.1095',
    })
  })

  it('previewLoan: schedule, total interest, APR, the agreement and its hash', async () => {
    const { code, result } = await fixture.call('previewLoan', request, { as: await fixture.borrower() })
    expect([code, result]).toMatchObject([
      200,
      { totalInterest: '8.100000', totalRepayment: '1008.100000', apr: '0.1031', yearlyRate: '0.1095' },
    ])
    const { schedule, agreement, agreementHash } = loanPreview.parse(result)
    expect(schedule).toHaveLength(30)
    expect(schedule[2]).toEqual({ day: 3, interest: '0.000000', owed: '1000.000000' })
    expect(schedule[3]).toEqual({ day: 4, interest: '0.300000', owed: '1000.300000' })
    expect(schedule[29]?.owed).toBe('1008.100000')
    expect(agreementHash).toBe(hashOfAgreement(agreement))
    const words = agreement.sections.map(({ text }) => text).join(' ')
    for (const figure of ['1,000.00 USDT', '30 days', '1,008.10 USDT', '10.31%', '0.03%', '0.05%'])
      expect(words).toContain(figure)
  })

  it('previewLoan refuses an amount and days that are not lent', async () => {
    const as = await fixture.borrower()
    const preview = (change: object) => fixture.call('previewLoan', { ...request, ...change }, { as })
    expect(await preview({ amount: '99' })).toMatchObject(issue('amount', 'least'))
    expect(await preview({ amount: '50000.000001' })).toMatchObject(issue('amount', 'most'))
    expect(await preview({ amount: '100.0000001' })).toMatchObject(issue('amount', 'decimal'))
    for (const days of [29, 'many', undefined]) expect((await preview({ days })).code).toBe(10023)
  })
})

describe('calls User: loan', () => {
  it('answers 20001 with the loan; its whole amount is set aside in the loan capital', async () => {
    const as = await fixture.borrower()
    const before = await fixture.house('loan-capital')
    const { code, result } = await fixture.call('loan', await signed(as), { as })
    expect([code, result]).toMatchObject([
      20001,
      {
        amount: '1000.000000',
        days: 30,
        freeDays: 3,
        dailyRate: '0.0003',
        overlayRate: '0.0005',
        totalInterest: '8.100000',
        currentInterest: '0.000000',
        interestFrom: null,
        dueAt: null,
        totalRepayment: '1008.100000',
        repaid: '0.000000',
        owed: '0.000000',
        apr: '0.1031',
        signedName: 'Ana Silva',
        status: 'pending',
        timeline: [{ status: 'pending', at: new Date(noon).toISOString() }],
      },
    ])
    const after = await fixture.house('loan-capital')
    expect(after.held - before.held).toBe(usdt('1000').minor)
    expect(await fixture.money(as)).toBe(0n)
  })

  it('11030 before 10022, 10022 before any field, then the fields in their order', async () => {
    const stranger = await fixture.customer(0n, 0n)
    expect((await fixture.call('loan', {}, { as: stranger, mode: 'demo' })).code).toBe(11030)
    expect((await fixture.call('loan', {}, { as: stranger })).code).toBe(10022)
    const as = await fixture.borrower()
    const send = async (change: object) => fixture.call('loan', await signed(as, change), { as })
    expect((await fixture.call('loan', {}, { as })).code).toBe(11001)
    expect((await send({ days: 8 })).code).toBe(10023)
    expect((await send({ days: undefined })).code).toBe(10023)
    expect(await send({ amount: '5000.01', days: 30 })).toMatchObject(issue('amount', 'limit'))
    expect(await send({ amount: '1001' })).toMatchObject(issue('agreementHash', 'changed'))
    expect((await send({ signedName: '   ' })).result.issues).toMatchObject([{ path: 'signedName' }])
    expect(await send({ signature: randomUUID() })).toMatchObject({
      code: 11023,
      result: { reason: 'unknown', path: 'signature' },
    })
    fixture.customers.set(as, { country: null, frozen: true })
    expect((await send({})).code).toBe(10008)
    expect((await fixture.call('listLoanRecord', {}, { as })).result.items).toEqual([])
  })

  it('an agreement is signed in the language it was shown in: in another one its hash is another', async () => {
    const terms = {
      amountMinor: usdt('1000').minor,
      days: 30,
      freeDays: 3,
      dailyRate: rate('0.0003'),
      overdueRate: rate('0.0005'),
    }
    const contents = { lender: 'Candor', borrower: 'ana', terms }
    const hashes = languageCodes.map((language) =>
      hashOfAgreement(agreementFor(translator(language), { ...contents, language })),
    )
    expect(new Set(hashes).size).toBe(languageCodes.length)
  })

  it('10015 reserve: what the capital does not cover is not lent, even when ten ask for the last of it at once', async () => {
    const poor = await openLoansFixture(usdt('2500').minor)
    try {
      const people = await Promise.all(Array.from({ length: 6 }, () => poor.borrower()))
      const asks = people.map(async (as) => {
        const preview = await poor.call('previewLoan', request, { as })
        const signature = randomUUID()
        poor.signatures.add(signature)
        const { agreementHash } = preview.result
        return poor.call('loan', { ...request, agreementHash, signature, signedName: 'A' }, { as })
      })
      const responses = await Promise.all(asks)
      expect(responses.filter(({ code }) => code === 20001)).toHaveLength(2)
      for (const refused of responses.filter(({ code }) => code !== 20001))
        expect(refused).toMatchObject({ code: 10015, result: { reason: 'reserve' } })
    } finally {
      await poor.dispose()
    }
  })

  it('the same key gives the first answer and one loan; the limit holds when ten ask at once', async () => {
    const as = await fixture.borrower()
    const body = await signed(as)
    const key = randomUUID()
    const same = await Promise.all(Array.from({ length: 5 }, () => fixture.call('loan', body, { as, key })))
    expect(new Set(same.map(({ code, result }) => `${code} ${result.id}`)).size).toBe(1)
    const { agreementHash } = (await fixture.call('previewLoan', { amount: '2000', days: 30 }, { as })).result
    const ten = Array.from({ length: 10 }, () => {
      const signature = randomUUID()
      fixture.signatures.add(signature)
      return fixture.call(
        'loan',
        { amount: '2000', days: 30, agreementHash, signature, signedName: 'A' },
        { as },
      )
    })
    const codes = (await Promise.all(ten)).map(({ code }) => code)
    // 1 000 stand already: two of 2 000 fit into 5 000.
    expect(codes.sort()).toEqual([...Array(8).fill(11001), 20001, 20001])
  })
})

describe('rulebook Loans: the review', () => {
  it('approved: the money is in the live account, days begin, the receipt and the paper exist', async () => {
    const as = await fixture.borrower()
    const id = await fixture.lend(as)
    expect(await fixture.money(as)).toBe(usdt('1000').minor)
    expect(await fixture.loan(as, id)).toMatchObject({
      status: 'repaying',
      owed: '1000.000000',
      interestFrom: new Date(noon + 3 * day).toISOString(),
      dueAt: new Date(noon + 30 * day).toISOString(),
    })
    await expect(fixture.ledger.transaction((tx) => approveLoan(fixture.context, tx, id))).rejects.toThrow(
      '11004',
    )
    const row = await findLoan(fixture.db.query, { id })
    if (row === null) throw new Error('the loan is gone')
    const paper = await agreementPaper(fixture.context, row)
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await agreementPaper(fixture.context, row)).equals(paper)).toBe(true)
  })

  it('rejected with a reason: the capital is free again, the customer reads why', async () => {
    const as = await fixture.borrower()
    const before = await fixture.house('loan-capital')
    const id = await fixture.request(as)
    await fixture.ledger.transaction((tx) => rejectLoan(fixture.context, tx, id, 'loans.reason.signature'))
    expect(await fixture.house('loan-capital')).toEqual(before)
    const { timeline, status } = await fixture.loan(as, id)
    expect([status, timeline]).toMatchObject([
      'rejected',
      [{ status: 'pending' }, { status: 'rejected', reason: 'loans.reason.signature' }],
    ])
    expect((await fixture.call('repayLoan', { id }, { as })).code).toBe(11004)
  })

  it('5 000 with identity, 50 000 once a loan was repaid on time or a reviewer raised the customer', async () => {
    const as = await fixture.borrower(100n)
    const left = async () => (await fixture.call('loanLimit', {}, { as })).result
    expect(await left()).toMatchObject({ verified: true, tier: 1, most: '5000.000000', left: '5000.000000' })
    const id = await fixture.lend(as, '1000', 7)
    expect(await left()).toMatchObject({ left: '4000.000000' })
    await fixture.call('repayLoan', { id }, { as })
    expect(await left()).toMatchObject({ tier: 2, most: '50000.000000', left: '50000.000000' })
    const raised = await fixture.borrower()
    fixture.raised.add(raised)
    expect((await fixture.call('loanLimit', {}, { as: raised })).result).toMatchObject({ tier: 2 })
    const stranger = await fixture.customer(0n, 0n)
    expect((await fixture.call('loanLimit', {}, { as: stranger })).result).toMatchObject({
      verified: false,
      left: '0.000000',
    })
  })
})

describe('calls User: what is another’s is not found', () => {
  it('I15.12g: a loan shows the agreement that was signed, which its hash is over', async () => {
    const as = await fixture.borrower()
    const id = await fixture.lend(as)
    const { agreement, agreementHash, language } = (await fixture.call('getLoan', { id }, { as })).result
    expect(hashOfAgreement(loanAgreement.parse(agreement))).toBe(agreementHash)
    expect(loanAgreement.parse(agreement).sections.length).toBeGreaterThan(4)
    expect(language).toBe('en')
  })

  it('getLoan, repayLoan and loanAgreement of another customer are 11004; a demo account has no loans', async () => {
    const id = await fixture.lend(await fixture.borrower())
    const other = await fixture.borrower(10n)
    for (const call of ['getLoan', 'repayLoan', 'loanAgreement'] as const) {
      expect((await fixture.call(call, { id }, { as: other })).code).toBe(11004)
      expect((await fixture.call(call, { id }, { as: other, mode: 'demo' })).code).toBe(11030)
    }
    const { items } = (await fixture.call('listLoanRecord', {}, { as: other, mode: 'demo' })).result
    expect(items).toEqual([])
  })
})
