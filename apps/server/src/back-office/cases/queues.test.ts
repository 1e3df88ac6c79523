import { createHash, randomUUID } from 'node:crypto'
import type { CaseKindName } from '@candor/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identityProofs } from '../../accounts/identity-proofs.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { fundsWithoutEngine } from '../../ledger/test-funds.ts'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { someSecrets } from '../../platform/keys/test-secrets.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import { canonicalJson } from '../../proofs/canonical-json.ts'
import type { Operator } from '../operators/operator.ts'
import { addOperator } from '../operators/people/add-operator.ts'
import type { ApprovalWeight, CaseDetails, CaseKind, CaseLine, CaseVerdict } from './case-kind.ts'
import { Cases } from './cases.ts'

const dayMs = 24 * 3_600_000
const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const audit = createAudit(clock)
const ana = { id: randomUUID(), userName: 'ana' }
let db: TestDatabase
let cases: Cases
let rita: Operator
let fay: Operator
/** Cases of the queues by id, as their capability has them, and what was decided. */
const store = new Map<string, CaseDetails & { readonly kind: CaseKindName }>()
let verdicts: CaseVerdict[] = []
let calls: string[] = []
/** Cases that were read under a lock. */
let locked: string[] = []
let weight: ApprovalWeight | null = null

const byAge = (a: CaseLine, b: CaseLine) => b.createdAt.getTime() - a.createdAt.getTime()
const kindOf = (kind: CaseKindName, changes: Partial<CaseKind> = {}): CaseKind => {
  const own = () => [...store.values()].filter((one) => one.kind === kind)
  return {
    ...{ kind, roles: ['reviewer', 'finance'], reasons: ['codes.10025', 'codes.10022'] },
    waiting: async () => own().filter(({ status }) => status === 'pending'),
    closed: async ({ before, limit }) =>
      own()
        .filter(({ status, createdAt }) => status !== 'pending' && createdAt < before)
        .sort(byAge)
        .slice(0, limit),
    ofCustomer: async (id) => own().filter(({ customer }) => customer.id === id),
    details: async (_db, id, lock) => {
      if (lock) locked.push(id)
      return store.get(id) ?? null
    },
    weigh: async () => weight,
    beforeDecision: async (id, decision) => void calls.push(`before ${decision} of ${id}`),
    decide: async (_tx, verdict) => {
      verdicts.push(verdict)
      return `${verdict.decision} by ${verdict.approvers.length}`
    },
    afterDecision: async (id) => void calls.push(`after ${id}`),
    ...changes,
  }
}

beforeAll(async () => {
  db = await freshDatabase({ max: 3 })
  const accounts = { db, clock, audit, identity: identityProofs, secrets: someSecrets }
  const add = async (role: 'reviewer' | 'finance', name: string): Promise<Operator> => {
    const email = `${name}@x.example`
    const made = await addOperator(accounts, { email, role, password: 'a long and plain phrase' }, 'system')
    if ('refused' in made) throw new Error(made.refused)
    return { id: made.id, email, role, sessionId: randomUUID() }
  }
  rita = await add('reviewer', 'rita')
  fay = await add('finance', 'fay')
  const spending = { ledger: createLedger(db, clock), funds: fundsWithoutEngine(db, clock) }
  const hashOf = (shown: Parameters<typeof canonicalJson>[0]) =>
    createHash('sha256').update(canonicalJson(shown)).digest('hex')
  cases = new Cases({ db, clock, audit, spending, hashOf }, (key) => `text of ${key}`)
  cases.register(kindOf('recharge', { namedBy: async (_tx, { hash }) => hash?.toLowerCase() ?? null }))
  cases.register(kindOf('withdrawal'))
  cases.register(kindOf('kyc'))
  cases.register(kindOf('loan', { roles: ['finance'] }))
})
afterAll(() => db.dispose())
beforeEach(() => {
  store.clear()
  verdicts = []
  calls = []
  locked = []
  weight = null
  clock.advance(30 * dayMs)
})

let made = 0
function newCase(changes: Partial<CaseDetails> = {}, kind: CaseKindName = 'recharge') {
  made += 1
  const id = `case ${made}`
  store.set(id, {
    ...{ kind, id, customer: ana, summary: 'a summary', status: 'pending', createdAt: new Date(clock.now()) },
    ...{
      deadlineAt: null,
      sections: [],
      timeline: [],
      allowed: ['approve', 'reject', 'sent'],
      approvalsNeeded: 1,
    },
    ...changes,
  })
  return { kind, id }
}
type Ref = ReturnType<typeof newCase>
async function decide(
  ref: Ref,
  by: Operator,
  {
    decision = 'approve',
    ...more
  }: Partial<Parameters<Cases['decide']>[1]> & { decision?: 'approve' | 'reject' | 'sent' } = {},
) {
  await cases.claim(ref, by)
  const { shownHash } = await cases.show(ref, by)
  return cases.decide(decision, { ...ref, shownHash, ...more }, by)
}
const code = (refused: number) => expect.objectContaining({ code: refused })

test('waiting cases are shown in pages by number, and decided ones by their age', async () => {
  const ids = Array.from({ length: 5 }, () => newCase().id)
  const page = (state: 'waiting' | 'decided', limit: number, cursor?: string) =>
    cases.queue({ kind: 'recharge', state, limit, cursor }, rita)
  const first = await page('waiting', 2)
  expect([first.items.map(({ id }) => id), first.nextCursor]).toEqual([ids.slice(0, 2), '2'])
  const last = await page('waiting', 3, '2')
  expect([last.items.map(({ id }) => id), last.nextCursor]).toEqual([ids.slice(2), null])
  store.clear()
  const closedIds = Array.from({ length: 3 }, (_, n) => {
    clock.advance(1_000)
    return newCase({ status: `decided ${n}`, allowed: [] }).id
  }).toReversed()
  const newest = await page('decided', 2)
  expect(newest.items.map(({ id }) => id)).toEqual(closedIds.slice(0, 2))
  expect(newest.nextCursor).toBe(newest.items[1]?.createdAt)
  const older = await page('decided', 2, newest.nextCursor ?? '')
  expect([older.items.map(({ id }) => id), older.nextCursor]).toEqual([closedIds.slice(2), null])
  expect(await page('decided', 1, '2020-01-01T00:00:00.000Z')).toEqual({ items: [], nextCursor: null })
})

test('a line of a queue has its claim, whether it is late, and whether it awaits a second person', async () => {
  const at = (ms: number) => ({ deadlineAt: new Date(clock.now() + ms) })
  const [none, now, late] = [newCase(), newCase(at(0)), newCase({ ...at(-1), approvalsNeeded: 2 })]
  await cases.claim(none, rita)
  await decide(late, fay)
  const { items } = await cases.queue({ kind: 'recharge', state: 'waiting', limit: 10 }, rita)
  const claimedUntil = new Date(clock.now() + 600_000).toISOString()
  expect(
    items.map(({ late: isLate, claimedBy, claimedUntil: until, awaitsSecond }) => [
      isLate,
      claimedBy,
      until,
      awaitsSecond,
    ]),
  ).toEqual([
    [false, { id: rita.id, email: rita.email }, claimedUntil, false],
    [false, null, null, false],
    [true, null, null, true],
  ])
  expect(items[1]).toMatchObject({
    ...{ kind: 'recharge', id: now.id, customer: ana, summary: 'a summary', status: 'pending' },
    deadlineAt: new Date(clock.now()).toISOString(),
  })
  expect(items[0]?.deadlineAt).toBeNull()
  // Once it has changed, or nothing is to be decided any more, it awaits nobody.
  store.set(late.id, { ...(store.get(late.id) as CaseDetails & { kind: 'recharge' }), allowed: [] })
  const after = await cases.queue({ kind: 'recharge', state: 'waiting', limit: 10 }, rita)
  expect(after.items[2]?.awaitsSecond).toBe(false)
})

test('T14: what is masked is read by who holds the case alone, and each look is in the log', async () => {
  const rows = [
    { label: 'Name', value: 'Ana Lima', tone: 'good', masked: 'A••• L•••' },
    { label: 'Number', value: 'X123', tone: 'bad', masked: true },
    { label: 'Country', value: 'DE', tone: 'plain' },
  ] as const
  const ref = newCase({ sections: [{ title: 'Evidence', rows, images: [] }] })
  const shown = async () => {
    const { sections, shownHash } = await cases.show(ref, rita)
    return { values: sections[0]?.rows.map(({ value, tone }) => [value, tone]), shownHash }
  }
  const before = await shown()
  expect(before.values).toEqual([
    ['A••• L•••', 'plain'],
    ['••••', 'plain'],
    ['DE', 'plain'],
  ])
  await cases.claim(ref, rita)
  await expect(cases.decide('approve', { ...ref, shownHash: before.shownHash }, rita)).rejects.toEqual(
    code(11006),
  )
  const whole = await shown()
  expect(whole.values).toEqual([
    ['Ana Lima', 'good'],
    ['X123', 'bad'],
    ['DE', 'plain'],
  ])
  const plain = newCase({ sections: [{ title: 'Evidence', rows: [rows[2]], images: [] }] })
  await cases.claim(plain, rita)
  await cases.show(plain, rita)
  const looks = await db.query
    .selectFrom('trust_audit')
    .select('subject')
    .where('action', '=', 'recharge.view')
    .execute()
  expect(looks).toEqual([{ subject: `recharge:${ref.id}` }])
})

test('a case is shown with its timeline, items, reasons, and the customer’s other cases, newest first', async () => {
  const step = { status: 'pending', at: new Date(clock.now()), by: null, reason: null }
  const items = [{ key: 'name', label: 'Name' }]
  const ref = newCase({ timeline: [step], items, hashNeeded: true, rejectionsNeeded: 2 })
  clock.advance(1)
  const [other, elsewhere] = [newCase({ status: 'done' }), newCase({}, 'loan')]
  newCase({ customer: { id: randomUUID(), userName: 'ben' } })
  const shown = await cases.show(ref, rita)
  expect(shown).toMatchObject({
    ...{ timeline: [{ ...step, at: step.at.toISOString() }], items, hashNeeded: true },
    ...{ approvalsNeeded: 1, secondPerson: [], rejectionsNeeded: 2, approvals: [] },
    allowed: ['approve', 'reject', 'sent'],
    reasons: [
      { key: 'codes.10025', text: 'text of codes.10025' },
      { key: 'codes.10022', text: 'text of codes.10022' },
    ],
    history: [{ kind: 'recharge', id: other.id, summary: 'a summary', status: 'done' }],
  })
  const plain = await cases.show(other, fay)
  expect([plain.hashNeeded, plain.rejectionsNeeded, plain.items]).toEqual([false, 1, []])
  expect(plain.history.map(({ id }) => id)).toEqual([elsewhere.id, ref.id])
  expect((await cases.ofCustomer(ana.id, fay)).map(({ id }) => id)).toEqual([other.id, elsewhere.id, ref.id])
  expect((await cases.ofCustomer(ana.id, rita)).map(({ id }) => id)).toEqual([other.id, ref.id])
})

test('a decision is carried out with what the operator gave, and written down', async () => {
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
  calls = []
  locked = []
  expect(await decide(ref, rita, given)).toEqual({ status: 'reject by 1', approvalsMissing: 0 })
  expect(verdicts).toEqual([
    {
      ...{ id: ref.id, decision: 'reject', operator: rita, approvers: [rita.id], reason: 'codes.10025' },
      ...{ items, note: 'a note', hash: '0xA' },
    },
  ])
  expect(calls).toEqual([`before reject of ${ref.id}`, `after ${ref.id}`])
  expect(locked).toEqual([ref.id])
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
  const refused = newCase({ rejectionsNeeded: 2 })
  const reject = (by: Operator, reason: string) => decide(refused, by, { decision: 'reject', reason })
  expect((await reject(rita, 'codes.10025')).approvalsMissing).toBe(1)
  const { approvals, awaitsSecond } = await cases.show(refused, fay)
  expect([awaitsSecond, (await cases.show(newCase(), fay)).awaitsSecond]).toEqual([true, false])
  expect(approvals).toMatchObject([{ email: rita.email, decision: 'reject', reason: 'text of codes.10025' }])
  expect((await reject(fay, 'codes.10025')).status).toBe('reject by 2')
  expect(verdicts[0]?.approvers).toEqual([rita.id, fay.id])
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
  const approve = async (value: ApprovalWeight, by = rita) => {
    weight = value
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
  weight = { money: null, notSeenOnChain: false }
  expect((await cases.show(newCase({ approvalsNeeded: 2 }), rita)).secondPerson).toEqual(['byRule'])
  weight = null
  expect((await cases.show(newCase({ approvalsNeeded: 2 }), rita)).secondPerson).toEqual(['byRule'])
})

test('rulebook Deposits: who approved a customer’s identity and withdrawal alone does not approve their deposit alone', async () => {
  weight = { money: null, notSeenOnChain: false }
  for (const kind of ['kyc', 'withdrawal'] as const) await decide(newCase({}, kind), fay)
  expect((await cases.show(newCase(), fay)).secondPerson).toEqual(['allThree'])
  const another = { customer: { id: randomUUID(), userName: 'ben' } }
  expect((await cases.show(newCase(another), fay)).secondPerson).toEqual([])
})

test('a queue is registered once, and a capability that is not here has none', async () => {
  expect(() => cases.register(kindOf('recharge'))).toThrow('the case kind recharge is registered twice')
  const ref = newCase({}, 'names')
  await expect(cases.show(ref, rita)).rejects.toEqual(code(11004))
  await expect(cases.claim(ref, rita)).rejects.toEqual(code(11004))
  await expect(cases.claim({ kind: 'recharge', id: 'none' }, rita)).rejects.toEqual(code(11004))
  const claimed = newCase()
  await cases.claim(claimed, rita)
  const log = await db.query
    .selectFrom('trust_audit')
    .select('subject')
    .where('action', '=', 'recharge.claim')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  expect(log).toEqual({ subject: `recharge:${claimed.id}` })
  expect(await cases.queue({ kind: 'names', state: 'waiting', limit: 1 }, rita)).toEqual({
    items: [],
    nextCursor: null,
  })
})
