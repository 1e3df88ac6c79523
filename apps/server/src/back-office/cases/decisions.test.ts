import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CasesFixture, openCasesFixture } from '../../testing/cases-fixture.ts'
import type { Operator } from '../operators/operator.ts'
import type { ApprovalWeight } from './case-kind.ts'

const dayMs = 24 * 3_600_000
let fixture: CasesFixture
beforeAll(async () => {
  fixture = await openCasesFixture()
})
afterAll(() => fixture.dispose())
beforeEach(() => {
  fixture.store.clear()
  fixture.clock.advance(30 * dayMs)
})

const code = (refused: number) => expect.objectContaining({ code: refused })

test('a decision is carried out with what the operator gave, and written down', async () => {
  const { cases, store, db, rita, newCase, decide } = fixture
  const keys = ['name', 'address'].map((key) => ({ key, label: key }))
  const ref = newCase({ items: keys })
  const items = [{ item: 'name', reason: 'codes.10022' }] as const
  const given = { decision: 'reject', reason: 'codes.10025', items, note: 'a note', hash: '0xA' } as const
  for (const odd of [
    { ...given, items: [{ item: 'other', reason: 'codes.10022' }] },
    { ...given, items: [{ item: 'name', reason: 'codes.1' }] },
  ])
    await expect(decide(ref, rita, odd)).rejects.toEqual(code(11001))
  await expect(decide(newCase(), rita, given)).rejects.toEqual(code(11001))
  const unknown = { issues: [{ path: 'reason', code: 'unknown' }] }
  await expect(decide(ref, rita, { ...given, reason: 'odd' })).rejects.toMatchObject({ details: unknown })
  store.calls = []
  store.locked = []
  expect(await decide(ref, rita, given)).toEqual({ status: 'reject by 1', approvalsMissing: 0 })
  expect(store.verdicts).toEqual([
    {
      ...{ id: ref.id, decision: 'reject', operator: rita, approvers: [rita.id], reason: 'codes.10025' },
      ...{ items, note: 'a note', hash: '0xA' },
    },
  ])
  expect(store.calls).toEqual([`before reject of ${ref.id}`, `after ${ref.id}`])
  expect(store.locked).toEqual([ref.id])
  const { rows } = await db.pool.query(
    `SELECT action, body::jsonb AS body FROM trust_audit WHERE subject = $1 AND action = 'recharge.reject'`,
    [`recharge:${ref.id}`],
  )
  expect(rows[0].body).toMatchObject({
    ...{ actor: rita.id, reason: 'codes.10025', before: { status: 'pending', shown: expect.any(String) } },
    after: { status: 'reject by 1', approvers: [rita.id], why: [], items, note: 'a note', hash: '0xA' },
  })
  expect((await cases.show(ref, rita)).claimedBy).toBeNull()
})

test('T10: two people refuse for the same reason, and name the same transaction', async () => {
  const { cases, store, db, rita, fay, newCase, decide } = fixture
  const refused = newCase({ rejectionsNeeded: 2 })
  const reject = (by: Operator, reason: string) => decide(refused, by, { decision: 'reject', reason })
  expect((await reject(rita, 'codes.10025')).approvalsMissing).toBe(1)
  const { approvals, awaitsSecond } = await cases.show(refused, fay)
  expect([awaitsSecond, (await cases.show(newCase(), fay)).awaitsSecond]).toEqual([true, false])
  expect(approvals).toMatchObject([{ email: rita.email, decision: 'reject', reason: 'text of codes.10025' }])
  expect((await reject(fay, 'codes.10025')).status).toBe('reject by 2')
  expect(store.verdicts[0]?.approvers).toEqual([rita.id, fay.id])
  const apart = newCase({ rejectionsNeeded: 2, approvalsNeeded: 2 })
  for (const [by, given] of [
    [rita, { decision: 'reject', reason: 'codes.10025' }],
    [fay, { decision: 'reject', reason: 'codes.10022' }],
    [fay, { decision: 'approve' }],
  ] as const)
    expect((await decide(apart, by, given)).approvalsMissing).toBe(1)
  const paid = newCase({ approvalsNeeded: 2 })
  expect((await decide(paid, rita, { hash: '0xAB' })).approvalsMissing).toBe(1)
  expect((await cases.show(paid, fay)).approvals[0]?.hash).toBe('0xab')
  expect((await decide(paid, fay, { hash: '0xab' })).status).toBe('approve by 2')
  const other = newCase({ approvalsNeeded: 2 })
  await decide(other, rita, { hash: '0x1' })
  expect((await decide(other, fay, { hash: '0x2' })).approvalsMissing).toBe(1)
  const action = await db.query
    .selectFrom('trust_audit')
    .select('action')
    .where('subject', '=', `recharge:${refused.id}`)
    .where('actor', '=', rita.id)
    .execute()
  expect(action.map((one) => one.action)).toContain('recharge.first-rejection')
  // A payment that two approved is entered by one.
  expect((await decide(newCase({ approvalsNeeded: 2 }), rita, { decision: 'sent' })).status).toBe('sent by 1')
})

const money = (valueMinor: bigint | null): ApprovalWeight => ({
  money: { valueMinor, limitMinor: 1_000n },
  notSeenOnChain: false,
})

test('rulebook Deposits: above the sum of a day, unseen or without a price, an approval needs two people', async () => {
  const { cases, store, clock, rita, fay, newCase, decide } = fixture
  const approve = async (value: ApprovalWeight, by = rita) => {
    store.weight = value
    const ref = newCase()
    const { secondPerson, approvalsNeeded } = await cases.show(ref, by)
    const { approvalsMissing } = await decide(ref, by)
    expect(approvalsNeeded).toBe(approvalsMissing + 1)
    return secondPerson
  }
  expect(await approve(money(600n))).toEqual([])
  expect(await approve(money(400n))).toEqual([])
  expect(await approve(money(1n))).toEqual(['customerDay', 'reviewerDay'])
  expect(await approve(money(1n), fay)).toEqual(['customerDay'])
  expect(await approve({ ...money(1n), notSeenOnChain: true }, fay)).toEqual([
    'notSeenOnChain',
    'customerDay',
  ])
  expect(await approve(money(null), fay)).toEqual(['noPrice'])
  expect(await approve({ money: null, notSeenOnChain: false })).toEqual([])
  clock.advance(dayMs)
  expect(await approve(money(1_000n))).toEqual([])
  store.weight = { money: null, notSeenOnChain: false }
  expect((await cases.show(newCase({ approvalsNeeded: 2 }), rita)).secondPerson).toEqual(['byRule'])
  store.weight = null
  expect((await cases.show(newCase({ approvalsNeeded: 2 }), rita)).secondPerson).toEqual(['byRule'])
})

test('rulebook Deposits: who approved a customer’s identity and withdrawal alone does not approve their deposit alone', async () => {
  const { cases, store, fay, newCase, decide } = fixture
  store.weight = { money: null, notSeenOnChain: false }
  for (const kind of ['kyc', 'withdrawal'] as const) await decide(newCase({}, kind), fay)
  expect((await cases.show(newCase(), fay)).secondPerson).toEqual(['allThree'])
  const another = { customer: { id: randomUUID(), userName: 'ben' } }
  expect((await cases.show(newCase(another), fay)).secondPerson).toEqual([])
})
