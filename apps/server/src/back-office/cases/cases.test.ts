import { createHash, randomUUID } from 'node:crypto'
import type { CaseShown, OperatorRole } from '@candor/contract'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProofs } from '../../accounts/identity-proofs.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { fundsWithoutEngine } from '../../ledger/test-funds.ts'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { someSecrets } from '../../platform/keys/test-secrets.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import { checkChain } from '../../proofs/audit/audit-chain.ts'
import { canonicalJson } from '../../proofs/canonical-json.ts'
import type { Operator } from '../operators/operator.ts'
import { addOperator } from '../operators/people/add-operator.ts'
import type { CaseKind, CaseLine } from './case-kind.ts'
import { Cases } from './cases.ts'

let db: TestDatabase
let cases: Cases
const clock = new ManualClock(1_800_000_000_000)
const audit = createAudit(clock)
const anna = { id: randomUUID(), userName: 'anna' }
const people: Partial<Record<OperatorRole, Operator>> = {}
const who = (role: OperatorRole): Operator => {
  const found = people[role]
  if (found === undefined) throw new Error(`nobody is ${role}`)
  return found
}

beforeAll(async () => {
  db = await freshDatabase()
  // A capability's own table, as its migration would make it.
  await withClient(db.owner, (client) =>
    client.query(
      `CREATE TABLE asked (id text PRIMARY KEY, amount int NOT NULL, status text NOT NULL DEFAULT 'pending', deadline timestamptz);
       GRANT SELECT, INSERT, UPDATE ON asked TO candor_app`,
    ),
  )
  for (const role of ['reviewer', 'finance', 'content'] as const) {
    const accounts = { db, clock, audit, identity: identityProofs, secrets: someSecrets }
    const made = await addOperator(
      accounts,
      {
        email: `${role}@x.example`,
        role,
        password: 'a long and plain phrase',
      },
      'command-line',
    )
    if ('refused' in made) throw new Error(made.refused)
    people[role] = { id: made.id, email: `${role}@x.example`, role, sessionId: randomUUID() }
  }
  cases = new Cases(
    {
      ...{ db, clock, audit },
      spending: { ledger: createLedger(db, clock), funds: fundsWithoutEngine(db, clock) },
      hashOf: (shown) => createHash('sha256').update(canonicalJson(shown)).digest('hex'),
    },
    (key) => key,
  )
  cases.register(withdrawals)
})
afterAll(() => db.dispose())

interface Row {
  readonly id: string
  readonly amount: number
  readonly status: string
  readonly deadline: Date | null
}

const lineOf = ({ id, amount, status, deadline }: Row): CaseLine => ({
  id,
  customer: anna,
  summary: `${amount} USDT`,
  status,
  createdAt: new Date(clock.now()),
  deadlineAt: deadline,
})
const rows = async (where: string, values: unknown[] = [], reader: Kysely<Schema> = db.query) => {
  const text = `SELECT * FROM asked WHERE ${where} ORDER BY deadline, id`
  return (await reader.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}
const created = new Date(1_800_000_000_000)
const withdrawals: CaseKind = {
  kind: 'withdrawal',
  roles: ['reviewer', 'finance'],
  reasons: ['codes.10025'],
  waiting: async () => (await rows("status = 'pending'")).map(lineOf),
  closed: async () => (await rows("status <> 'pending'")).map(lineOf),
  ofCustomer: async () => (await rows('true')).map(lineOf),
  details: async (reader, id) => {
    const [row] = await rows('id = $1', [id], reader)
    if (row === undefined) return null
    return {
      ...lineOf(row),
      createdAt: created,
      sections: [
        { title: 'Asked', rows: [{ label: 'Amount', value: String(row.amount), tone: 'plain' }], images: [] },
      ],
      timeline: [],
      allowed: row.status === 'pending' ? ['approve', 'reject'] : [],
      approvalsNeeded: row.amount > 10_000 ? 2 : 1,
    }
  },
  decide: async (tx, { id, decision, approvers }) => {
    const status = decision === 'approve' ? `approved by ${approvers.length}` : 'rejected'
    await sql`UPDATE asked SET status = ${status} WHERE id = ${id}`.execute(tx)
    return status
  },
  image: async (_id, fileId) =>
    fileId === 'front' ? { contentType: 'image/png', bytes: Buffer.from('png') } : null,
}

let caseCount = 0
async function newCase(
  amount: number,
  deadlineInMs = 3_600_000,
): Promise<{ kind: 'withdrawal'; id: string }> {
  caseCount += 1
  const id = `case${caseCount}`
  const deadline = new Date(clock.now() + deadlineInMs)
  await db.pool.query('INSERT INTO asked (id, amount, deadline) VALUES ($1, $2, $3)', [id, amount, deadline])
  return { kind: 'withdrawal', id }
}

const show = (ref: { kind: 'withdrawal'; id: string }, role: OperatorRole = 'reviewer'): Promise<CaseShown> =>
  cases.show(ref, who(role))
const refusedWith = (code: number) => expect.objectContaining({ code })

test('T10: only the operator who claimed the case decides it, and only exactly what was shown', async () => {
  const ref = await newCase(50)
  const { shownHash, claimedBy } = await show(ref)
  expect(claimedBy).toBeNull()
  await expect(cases.decide('approve', { ...ref, shownHash }, who('reviewer'))).rejects.toEqual(
    refusedWith(11007),
  )
  await cases.claim(ref, who('reviewer'))
  await expect(cases.claim(ref, who('finance'))).rejects.toEqual(refusedWith(11007))
  await expect(cases.decide('approve', { ...ref, shownHash }, who('finance'))).rejects.toEqual(
    refusedWith(11007),
  )
  await db.pool.query('UPDATE asked SET amount = 5000 WHERE id = $1', [ref.id])
  await expect(cases.decide('approve', { ...ref, shownHash }, who('reviewer'))).rejects.toEqual(
    refusedWith(11006),
  )
  const now = (await show(ref)).shownHash
  expect(await cases.decide('approve', { ...ref, shownHash: now }, who('reviewer'))).toEqual({
    status: 'approved by 1',
    approvalsMissing: 0,
  })
  await cases.claim(ref, who('reviewer'))
  const after = (await show(ref)).shownHash
  await expect(
    cases.decide('reject', { ...ref, shownHash: after, reason: 'codes.10025' }, who('reviewer')),
  ).rejects.toEqual(refusedWith(11006))
})

test('a claim expires after ten minutes, and can be released before', async () => {
  const ref = await newCase(50)
  await cases.claim(ref, who('reviewer'))
  clock.advance(10 * 60_000)
  await cases.claim(ref, who('finance'))
  expect((await show(ref)).claimedBy?.email).toBe('finance@x.example')
  await cases.release(ref, who('finance'))
  expect((await show(ref)).claimedBy).toBeNull()
})

test('a case that is not claimed cannot be released: nothing is written, and an unknown case is 11004', async () => {
  const ref = await newCase(50)
  await cases.claim(ref, who('reviewer'))
  await cases.release(ref, who('finance'))
  expect((await show(ref)).claimedBy?.email).toBe('reviewer@x.example')
  await cases.release(ref, who('reviewer'))
  await cases.release(ref, who('reviewer'))
  const entries = await db.query
    .selectFrom('trust_audit')
    .select('actor')
    .where('subject', '=', `withdrawal:${ref.id}`)
    .where('action', '=', 'withdrawal.release')
    .execute()
  expect(entries).toHaveLength(1)
  const absent = { ...ref, id: '01890000-0000-7000-8000-000000000000' }
  await expect(cases.release(absent, who('reviewer'))).rejects.toEqual(refusedWith(11004))
})

test('T10: above the limit a second person has to approve: the first again is 11008', async () => {
  const ref = await newCase(20_000)
  const { shownHash } = await show(ref)
  const approve = async (role: OperatorRole) => {
    await cases.claim(ref, who(role))
    return cases.decide('approve', { ...ref, shownHash }, who(role))
  }
  expect(await approve('reviewer')).toEqual({ status: 'pending', approvalsMissing: 1 })
  expect((await show(ref)).approvals.map(({ email }) => email)).toEqual(['reviewer@x.example'])
  await expect(approve('reviewer')).rejects.toEqual(refusedWith(11008))
  await cases.release(ref, who('reviewer'))
  expect(await approve('finance')).toEqual({ status: 'approved by 2', approvalsMissing: 0 })
})

test('T10: a first approval of a case that has changed since counts for nothing', async () => {
  const ref = await newCase(20_000)
  await cases.claim(ref, who('reviewer'))
  await cases.decide('approve', { ...ref, shownHash: (await show(ref)).shownHash }, who('reviewer'))
  await db.pool.query('UPDATE asked SET amount = 90000 WHERE id = $1', [ref.id])
  await cases.claim(ref, who('finance'))
  const { shownHash, approvals } = await show(ref)
  expect(approvals).toEqual([])
  expect(await cases.decide('approve', { ...ref, shownHash }, who('finance'))).toMatchObject({
    approvalsMissing: 1,
  })
})

test('a refusal gives one of the kind’s reasons', async () => {
  const ref = await newCase(50)
  await cases.claim(ref, who('reviewer'))
  const { shownHash, reasons } = await show(ref)
  expect(reasons).toEqual([{ key: 'codes.10025', text: 'codes.10025' }])
  for (const reason of [undefined, 'because'])
    await expect(cases.decide('reject', { ...ref, shownHash, reason }, who('reviewer'))).rejects.toEqual(
      refusedWith(11001),
    )
  const done = await cases.decide('reject', { ...ref, shownHash, reason: 'codes.10025' }, who('reviewer'))
  expect(done.status).toBe('rejected')
})

test('a role that is not named neither sees nor decides; an unknown case is 11004', async () => {
  const ref = await newCase(50)
  await expect(show(ref, 'content')).rejects.toEqual(refusedWith(11005))
  await expect(cases.claim(ref, who('content'))).rejects.toEqual(refusedWith(11005))
  await expect(show({ ...ref, id: 'none' })).rejects.toEqual(refusedWith(11004))
  await expect(cases.queue({ kind: 'kyc', state: 'waiting', limit: 20 }, who('reviewer'))).resolves.toEqual({
    items: [],
    nextCursor: null,
  })
})

test('T11: past its deadline a case is late', async () => {
  const ref = await newCase(50, -1)
  const { items } = await cases.queue({ kind: 'withdrawal', state: 'waiting', limit: 100 }, who('reviewer'))
  expect(items.find(({ id }) => id === ref.id)).toMatchObject({ late: true })
})

test('T14: an image is seen only with the case held, and each view is an entry', async () => {
  const ref = await newCase(50)
  await expect(cases.image(ref, 'front', who('reviewer'))).rejects.toEqual(refusedWith(11007))
  await cases.claim(ref, who('reviewer'))
  expect((await cases.image(ref, 'front', who('reviewer'))).bytes.toString()).toBe('png')
  await cases.image(ref, 'front', who('reviewer'))
  const views = await db.query
    .selectFrom('trust_audit')
    .select('action')
    .where('subject', '=', `withdrawal:${ref.id}`)
    .where('action', '=', 'withdrawal.view-image')
    .execute()
  expect(views).toHaveLength(2)
  await expect(cases.image(ref, 'none', who('reviewer'))).rejects.toEqual(refusedWith(11004))
})

test('T14: two people at once: one holds the case, every action is in the chain, and the chain holds', async () => {
  const ref = await newCase(50)
  const tries = await Promise.allSettled([
    cases.claim(ref, who('reviewer')),
    cases.claim(ref, who('finance')),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await checkChain(db)).findings).toEqual([])
})

const setOperator = async (role: OperatorRole, change: string) => {
  await db.pool.query(`UPDATE operators_people SET ${change} WHERE id = $1`, [who(role).id])
}

test('T10: a first approval stops counting once its author was disabled or got another role, even if they return', async () => {
  const ref = await newCase(20_000)
  const { shownHash } = await show(ref)
  const approve = async (role: OperatorRole) => {
    await cases.claim(ref, who(role))
    return (await cases.decide('approve', { ...ref, shownHash }, who(role))).approvalsMissing
  }
  const leavesAndReturns = [
    ['disabled_at = now()', 'disabled_at = NULL'],
    ["role = 'content'", "role = 'reviewer'"],
  ] as const
  for (const [leaves, returns] of leavesAndReturns) {
    expect(await approve('reviewer')).toBe(1)
    await setOperator('reviewer', leaves)
    expect((await show(ref, 'finance')).approvals).toEqual([])
    await setOperator('reviewer', returns)
    expect((await show(ref, 'finance')).approvals).toEqual([])
  }
  expect(await approve('reviewer')).toBe(1)
  expect(await approve('finance')).toBe(0)
})

test('T10: an operator who is disabled during their decision decides nothing', async () => {
  const ref = await newCase(50)
  const { shownHash } = await show(ref)
  await cases.claim(ref, who('reviewer'))
  for (const [leaves, returns] of [
    ['disabled_at = now()', 'disabled_at = NULL'],
    ["role = 'content'", "role = 'reviewer'"],
  ] as const) {
    await setOperator('reviewer', leaves)
    for (const decision of ['approve', 'reject'] as const)
      await expect(
        cases.decide(decision, { ...ref, shownHash, reason: 'codes.10025' }, who('reviewer')),
      ).rejects.toEqual(refusedWith(11005))
    await setOperator('reviewer', returns)
  }
  expect(await cases.decide('approve', { ...ref, shownHash }, who('reviewer'))).toMatchObject({
    approvalsMissing: 0,
  })
})

test('I12.8: the past of a customer is shown of the queues that the role decides', async () => {
  cases.register({ ...withdrawals, kind: 'recharge', roles: ['finance'] })
  const ref = await newCase(50)
  const past = async (role: OperatorRole) => new Set((await show(ref, role)).history.map(({ kind }) => kind))
  expect(await past('finance')).toEqual(new Set(['withdrawal', 'recharge']))
  expect(await past('reviewer')).toEqual(new Set(['withdrawal']))
})
