import { createHash, randomUUID } from 'node:crypto'
import type { OperatorRole } from '@candor/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identityProofs } from '../../accounts/identity-proofs.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { someSecrets } from '../../platform/keys/test-secrets.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import { canonicalJson } from '../../proofs/canonical-json.ts'
import type { Operator } from '../operators/operator.ts'
import { addOperator } from '../operators/people/add-operator.ts'
import type { ProposalKind, ProposalPeople } from './proposal-kind.ts'
import type { ProposalKindName } from './proposal-kind-names.ts'
import { Proposals } from './proposals.ts'

const hourMs = 3_600_000
const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const audit = createAudit(clock)
const customer = randomUUID()
let db: TestDatabase
let proposals: Proposals
const people = {} as Record<'admin' | 'risk' | 'finance', Operator>
/** Effects of approvals, reservations by the engine, and the state that a proposal shows. */
let applied: (readonly [unknown, ProposalPeople, bigint])[] = []
let reserved: (readonly [string, bigint])[] = []
let approved: unknown[] = []
let state = 'as it was'
let obstacle: Refusal | null = null

type Note = { readonly text: string; readonly userId?: string }
/** Kinds of this test alone. */
const noteKind = 'notes.write' as ProposalKindName

const note: ProposalKind<Note> = {
  kind: noteKind,
  roles: ['admin', 'risk'],
  parse: (payload) => payload as Note,
  show: async (_db, { text }) => ({
    summary: `Write “${text}”`,
    sections: [{ title: 'Now', rows: [{ label: 'State', value: state, tone: 'plain' }], images: [] }],
  }),
  judge: async () => {
    if (obstacle !== null) throw obstacle
  },
  apply: async (_tx, payload, by, money) => void applied.push([payload, by, money.minor]),
  afterApproval: async (payload) => void approved.push(payload),
}
const taking = (kind: string, upTo: boolean): ProposalKind<Note> => {
  const { judge: _judge, afterApproval: _afterApproval, ...plain } = note
  return {
    ...plain,
    kind: kind as ProposalKindName,
    lastsMs: hourMs,
    takes: () => ({ userId: customer, minor: 70n, upTo }),
  }
}

async function newOperator(role: OperatorRole): Promise<Operator> {
  const email = `${role}@x.example`
  const accounts = { db, clock, audit, identity: identityProofs, secrets: someSecrets }
  const made = await addOperator(accounts, { email, role, password: 'a long and plain phrase' }, 'system')
  if ('refused' in made) throw new Error(made.refused)
  return { id: made.id, email, role, sessionId: randomUUID() }
}

beforeAll(async () => {
  db = await freshDatabase({ max: 3 })
  for (const role of ['admin', 'risk', 'finance'] as const) people[role] = await newOperator(role)
  const grant = (way: string) => async (_userId: string, _mode: string, minor: bigint) => {
    reserved.push([way, minor])
    const account = { class: 'customer', owner: customer, asset: 'USDT' } as const
    return { granted: { fence: 0n, number: 1n, account, minor, until: clock.now() + 1_000 } }
  }
  const funds = { reserve: grant('all'), reserveUpTo: grant('up to'), settle: async () => undefined }
  proposals = new Proposals({
    ...{ db, clock, audit, spending: { ledger: createLedger(db, clock), funds } },
    hashOf: (shown) => createHash('sha256').update(canonicalJson(shown)).digest('hex'),
  })
  for (const kind of [note, taking('money.take', false), taking('money.some', true)]) proposals.register(kind)
})
afterAll(() => db.dispose())
beforeEach(() => {
  applied = []
  reserved = []
  approved = []
  state = 'as it was'
  obstacle = null
})

const propose = (payload: Note = { text: 'hello' }, kind = 'notes.write', by = people.admin) =>
  proposals.propose({ kind, payload, reason: 'a test' }, by)
const approve = async (id: string, by = people.risk) =>
  proposals.approve(id, (await proposals.show(id, by)).shownHash, by)
const code = (refused: number) => expect.objectContaining({ code: refused })
/** Actor, action and reason of each entry of the audit log about a proposal. */
async function actionsOn(id: string) {
  const { rows } = await db.pool.query(
    `SELECT actor, action, body::jsonb ->> 'reason' AS reason FROM trust_audit WHERE subject = $1 ORDER BY seq`,
    [`proposal:${id}`],
  )
  return rows.map(({ actor, action, reason }) => [actor, action, reason])
}

test('T10: one proposes, another approves what is shown, and it happens then', async () => {
  const { admin, risk } = people
  const made = await propose()
  expect(made).toMatchObject({
    ...{ kind: 'notes.write', summary: 'Write “hello”', reason: 'a test', status: 'pending' },
    ...{ proposedBy: { id: admin.id, email: admin.email }, proposedAt: new Date(clock.now()).toISOString() },
    ...{ expiresAt: new Date(clock.now() + 72 * hourMs).toISOString(), decidedBy: null, decidedAt: null },
  })
  expect(applied).toEqual([])
  expect((await proposals.show(made.id, admin)).mayApprove).toBe(false)
  const shown = await proposals.show(made.id, risk)
  expect(shown.mayApprove).toBe(true)
  expect(shown.sections.map(({ title }) => title)).toEqual(['Now'])
  clock.advance(1_000)
  const decidedAt = new Date(clock.now()).toISOString()
  expect(await proposals.approve(made.id, shown.shownHash, risk)).toMatchObject({
    ...{ status: 'approved', decidedBy: { id: risk.id, email: risk.email }, decidedAt, decidedReason: null },
  })
  const by = { proposalId: made.id, reason: 'a test', proposedBy: admin.id, approvedBy: risk.id }
  expect(applied).toEqual([[{ text: 'hello' }, by, 0n]])
  expect(approved).toEqual([{ text: 'hello' }])
  expect(await actionsOn(made.id)).toEqual([
    [admin.id, 'notes.write.propose', 'a test'],
    [risk.id, 'notes.write.approve', 'a test'],
  ])
  const { rows } = await db.pool.query(
    `SELECT body::jsonb AS body FROM trust_audit WHERE subject = $1 AND action = 'notes.write.approve'`,
    [`proposal:${made.id}`],
  )
  expect(rows[0].body).toMatchObject({
    before: { proposedBy: admin.id },
    after: { shownHash: shown.shownHash, payload: { text: 'hello' } },
  })
  await expect(approve(made.id)).rejects.toEqual(code(11006))
  expect(applied).toHaveLength(1)
})

test('T10: nobody approves their own proposal, what has changed since, or what their role does not decide', async () => {
  const { admin, risk, finance } = people
  const { id } = await propose()
  await expect(approve(id, admin)).rejects.toEqual(code(11008))
  await expect(approve(id, finance)).rejects.toEqual(code(11005))
  const { shownHash } = await proposals.show(id, risk)
  await expect(proposals.approve(id, shownHash, finance)).rejects.toEqual(code(11005))
  state = 'another'
  await expect(proposals.approve(id, shownHash, risk)).rejects.toEqual(code(11006))
  for (const none of [randomUUID(), 'no id']) {
    await expect(proposals.show(none, risk)).rejects.toEqual(code(11004))
    await expect(proposals.approve(none, shownHash, risk)).rejects.toEqual(code(11004))
    await expect(proposals.reject(none, 'no', risk)).rejects.toEqual(code(11004))
    await expect(proposals.withdraw(none, risk)).rejects.toEqual(code(11004))
  }
  await expect(propose({ text: 'x' }, 'notes.write', finance)).rejects.toEqual(code(11005))
  await expect(propose({ text: 'x' }, 'notes.read')).rejects.toEqual(code(11004))
  expect(() => proposals.register(note)).toThrow('registered twice')
  expect(applied).toEqual([])
})

test('T10: a proposal stops counting once its author was disabled, and says so', async () => {
  const { id } = await propose({ text: 'x' }, 'notes.write', people.risk)
  const { shownHash } = await proposals.show(id, people.admin)
  await db.pool.query('UPDATE operators_people SET disabled_at = now() WHERE id = $1', [people.risk.id])
  await db.pool.query('UPDATE operators_people SET disabled_at = NULL WHERE id = $1', [people.risk.id])
  const shown = await proposals.show(id, people.admin)
  expect(shown.mayApprove).toBe(false)
  expect(shown.sections.at(-1)?.title).toBe('Can no longer be approved')
  await expect(proposals.approve(id, shownHash, people.admin)).rejects.toEqual(code(11008))
  await proposals.reject(id, 'no', people.admin)
  expect((await proposals.show(id, people.admin)).sections).toEqual([])
})

test('an undecided proposal lapses after its time, and is then neither approved nor rejected', async () => {
  const { id } = await propose({ text: 'x' }, 'money.take')
  const { shownHash } = await proposals.show(id, people.risk)
  clock.advance(hourMs)
  await expect(proposals.approve(id, shownHash, people.risk)).rejects.toEqual(code(11006))
  await expect(proposals.reject(id, 'no', people.risk)).rejects.toEqual(code(11006))
  expect((await proposals.pending(people.risk, 100)).map((one) => one.id)).not.toContain(id)
  expect(await proposals.lapse()).toBeGreaterThan(0)
  expect(await proposals.show(id, people.risk)).toMatchObject({
    status: 'expired',
    decidedBy: null,
    sections: [],
  })
  expect((await actionsOn(id)).at(-1)).toEqual(['system', 'money.take.expire', null])
  const fresh = await propose()
  expect(await proposals.lapse()).toBe(0)
  expect((await proposals.show(fresh.id, people.risk)).status).toBe('pending')
})

test('a proposal is rejected by another with a reason, or withdrawn by its author alone, once', async () => {
  const { admin, risk } = people
  const [first, second] = [await propose(), await propose()]
  await expect(proposals.reject(first.id, 'no', admin)).rejects.toEqual(code(11008))
  expect(await proposals.reject(first.id, 'not now', risk)).toMatchObject({
    ...{ status: 'rejected', decidedReason: 'not now', decidedBy: { id: risk.id, email: risk.email } },
  })
  await expect(proposals.withdraw(first.id, admin)).rejects.toEqual(code(11006))
  await expect(proposals.withdraw(second.id, risk)).rejects.toEqual(code(11005))
  expect(await proposals.withdraw(second.id, admin)).toMatchObject({
    status: 'withdrawn',
    decidedReason: null,
  })
  await expect(proposals.reject(second.id, 'no', risk)).rejects.toEqual(code(11006))
  expect((await actionsOn(first.id)).at(-1)).toEqual([risk.id, 'notes.write.reject', 'not now'])
  expect((await actionsOn(second.id)).at(-1)).toEqual([admin.id, 'notes.write.withdraw', null])
})

test('what a proposal takes from a customer is reserved for an approval that may be given', async () => {
  const [all, some] = [await propose({ text: 'a' }, 'money.take'), await propose({ text: 'b' }, 'money.some')]
  await expect(approve(all.id, people.admin)).rejects.toEqual(code(11008))
  expect(reserved).toEqual([])
  await approve(all.id)
  await approve(some.id)
  expect(reserved).toEqual([
    ['all', 70n],
    ['up to', 70n],
  ])
  expect(applied.map(([payload, , minor]) => [payload, minor])).toEqual([
    [{ text: 'a' }, 70n],
    [{ text: 'b' }, 70n],
  ])
})

test('what stands in the way of a proposal is shown before it is approved', async () => {
  const { id } = await propose()
  const obstacles = async () => (await proposals.show(id, people.risk)).sections.slice(1)
  const section = (value: unknown) => [
    { title: 'Cannot be approved now', rows: [{ label: 'Reason', value, tone: 'bad' }], images: [] },
  ]
  const issues = [
    { path: 'amount', code: 'too_small' },
    { path: 'text', code: 'taken' },
  ]
  obstacle = new Refusal('invalidInput', { issues })
  expect(await obstacles()).toEqual(section('amount: too_small; text: taken'))
  obstacle = new Refusal('insufficientFunds', { free: '0', stale: false })
  expect(await obstacles()).toEqual(section(expect.stringMatching(/^[A-Z].*\.$/)))
  obstacle = null
  expect(await obstacles()).toEqual([])
  const broken = new Error('the database is away') as Refusal
  obstacle = broken
  await expect(proposals.show(id, people.risk)).rejects.toBe(broken)
})

test('proposals are listed newest first in pages, of the kinds that a role decides, and by status', async () => {
  const { admin, finance } = people
  const made = [await propose(), await propose(), await propose()]
  const newest = made.map(({ id }) => id).toReversed()
  const first = await proposals.list({ limit: 2 }, admin)
  expect(first.items.map(({ id }) => id)).toEqual(newest.slice(0, 2))
  expect(first.nextCursor).toBe(newest[1])
  const second = await proposals.list({ limit: 1, cursor: newest[1] }, null)
  expect(second.items.map(({ id }) => id)).toEqual(newest.slice(2))
  expect(first.items[0]).not.toHaveProperty('payload')
  expect(await proposals.list({ limit: 2 }, finance)).toEqual({ items: [], nextCursor: null })
  expect(await proposals.pending(finance, 10)).toEqual([])
  const [last = ''] = newest
  await approve(last)
  expect((await proposals.list({ limit: 100, status: 'approved' }, admin)).items[0]?.id).toBe(last)
  const pending = await proposals.list({ limit: 100, status: 'pending' }, admin)
  expect([pending.items.map(({ id }) => id).includes(last), pending.nextCursor]).toEqual([false, null])
  const waiting = (await proposals.pending(admin, 100)).map(({ expiresAt }) => expiresAt)
  expect(waiting).toEqual(waiting.toSorted())
  expect(await proposals.pending(admin, 1)).toHaveLength(1)
})
