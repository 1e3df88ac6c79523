import type { LoanStatus } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { type CallResponse, startTestApp, type TestApp } from '../testing/test-app.ts'
import { verifyIdentity } from '../testing/test-identity.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'

let app: TestApp
let reviewer: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  reviewer = await signInOperator(app, 'reviewer')
  admin = await signInOperator(app, 'admin')
})
afterAll(() => app.dispose())

type Person = Awaited<ReturnType<TestApp['signUp']>>

const real = (person: Person) => ({ token: person.token, mode: 'real' }) as const
const verified = async (): Promise<Person> => {
  const person = await app.signUp()
  await verifyIdentity(app, reviewer, person)
  return person
}

async function apply(person: Person, amount = '1000'): Promise<CallResponse> {
  const terms = { amount, days: 30 }
  const preview = await app.call('previewLoan', terms, real(person))
  const { agreementHash } = preview.result as Partial<Record<'agreementHash', string>>
  const signature = (await app.upload(person.token, 'signature')).result.fileId
  return app.call('loan', { ...terms, agreementHash, signature, signedName: 'Ada Okafor' }, real(person))
}

const claimed = async (id: string): Promise<{ kind: 'loan'; id: string; shown: CallResponse }> => {
  const ref = { kind: 'loan', id } as const
  expect((await reviewer.call('opsClaim', ref)).code).toBe(200)
  return { ...ref, shown: await reviewer.call('opsCase', ref) }
}

const standingOf = async (person: Person, id: string) =>
  (await app.call('getLoan', { id }, real(person))).result as Partial<{
    status: LoanStatus
    owed: string
    timeline: object[]
  }>
const money = async (person: Person) =>
  (await app.call('getUserInfo', {}, real(person))).result.balances.find(({ asset }) => asset === 'USDT')
const noticesOf = async (person: Person) => (await app.call('notifications', {}, real(person))).result.items

describe('console: an application for a loan', () => {
  test('is approved by whoever claimed it and names what was shown; the money is there, and the audit log says who', async () => {
    const person = await verified()
    const { code, result } = await apply(person)
    expect(code).toBe(20001)
    const ref = { kind: 'loan', id: result.id } as const
    const unclaimed = (await reviewer.call('opsCase', ref)).result.shownHash
    expect((await reviewer.call('opsApprove', { ...ref, shownHash: unclaimed })).code).toBe(11007)
    const content = await signInOperator(app, 'content')
    expect((await content.call('opsClaim', ref)).code).toBe(11005)
    const { shown, ...mine } = await claimed(result.id)
    expect(shown.text).toContain('Ada Okafor')
    const { shownHash } = shown.result
    expect((await reviewer.call('opsApprove', { ...mine, shownHash: 'a'.repeat(64) })).code).toBe(11006)
    expect(await standingOf(person, result.id)).toMatchObject({ status: 'pending' })
    expect((await reviewer.call('opsApprove', { ...mine, shownHash })).code).toBe(200)
    expect(await standingOf(person, result.id)).toMatchObject({ status: 'repaying', owed: '1000.000000' })
    expect(await money(person)).toMatchObject({ available: '1000.000000' })
    expect(await noticesOf(person)).toMatchObject([{ kind: 'loanApproved', facts: { loan: result.id } }])
    const { items } = (await admin.call('opsAudit', { subject: `loan:${result.id}` })).result
    expect(items.length).toBeGreaterThan(0)
    expect(await reconcile(app.db)).toEqual([])
  })

  test('is turned down with one of its reasons, which the customer reads; nothing is paid', async () => {
    const person = await verified()
    const { id } = (await apply(person)).result
    const { shown, ...ref } = await claimed(id)
    const { shownHash } = shown.result
    const reject = (reason: string) => reviewer.call('opsReject', { ...ref, shownHash, reason })
    expect((await reject('kyc.reason.glare')).code).toBe(11001)
    expect((await reject('loans.reason.ability')).code).toBe(200)
    expect(await standingOf(person, id)).toMatchObject({
      status: 'rejected',
      timeline: [{ status: 'pending' }, { status: 'rejected', reason: 'loans.reason.ability' }],
    })
    const evidence = { loan: id, reason: 'loans.reason.ability' }
    expect(await noticesOf(person)).toMatchObject([{ kind: 'loanRejected', mode: 'real', facts: evidence }])
    expect((await money(person))?.available ?? '0.000000').toBe('0.000000')
  })
})

describe('console: larger loans', () => {
  test('a reviewer opens them with a reason, once, to a verified customer; the audit log keeps it', async () => {
    const stranger = await app.signUp()
    const raise = (who: TestOperator, id: string, reason = 'steady income, seen on paper') =>
      who.call('opsRaiseTier', { id, reason })
    expect((await raise(reviewer, stranger.id)).code).toBe(10022)
    const person = await verified()
    expect(await apply(person, '20000')).toMatchObject({
      code: 11001,
      result: { issues: [{ path: 'amount', code: 'limit' }] },
    })
    const risk = await signInOperator(app, 'risk')
    expect((await raise(risk, person.id)).code).toBe(11005)
    expect((await raise(reviewer, person.id, ' ')).code).toBe(11001)
    expect((await raise(reviewer, person.id)).code).toBe(200)
    expect((await raise(reviewer, person.id)).code).toBe(11006)
    expect((await apply(person, '20000')).code).toBe(20001)
    const { items } = (await admin.call('opsAudit', { subject: `customer:${person.id}` })).result
    expect(items).toContainEqual(
      expect.objectContaining({
        actor: reviewer.email,
        action: 'accounts.raiseTier',
        reason: 'steady income, seen on paper',
        before: 1,
        after: 2,
      }),
    )
  })
})
