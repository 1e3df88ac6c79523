import { createHash, randomUUID } from 'node:crypto'
import type { CaseKindName } from '@candor/contract'
import { identityProofs } from '../accounts/identity-proofs.ts'
import type {
  ApprovalWeight,
  CaseDetails,
  CaseKind,
  CaseLine,
  CaseVerdict,
} from '../back-office/cases/case-kind.ts'
import { Cases } from '../back-office/cases/cases.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import { addOperator } from '../back-office/operators/people/add-operator.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { fundsWithoutEngine } from '../ledger/test-funds.ts'
import { ManualClock } from '../platform/clock.ts'
import { freshDatabase } from '../platform/database/temporary/test-database.ts'
import { someSecrets } from '../platform/keys/test-secrets.ts'
import { createAudit } from '../proofs/audit/audit.ts'
import { canonicalJson } from '../proofs/canonical-json.ts'

type StoredCase = CaseDetails & { readonly kind: CaseKindName }
type CaseRef = Pick<StoredCase, 'kind' | 'id'>
type GivenDecision = Partial<Parameters<Cases['decide']>[1]> & {
  readonly decision?: 'approve' | 'reject' | 'sent'
}
const byAge = (a: CaseLine, b: CaseLine) => b.createdAt.getTime() - a.createdAt.getTime()

/** The capability behind the queues: the cases that it has, and what it was asked to do. */
class CaseStore {
  readonly cases = new Map<string, StoredCase>()
  verdicts: CaseVerdict[] = []
  calls: string[] = []
  /** Ids of the cases that were read under a lock. */
  locked: string[] = []
  weight: ApprovalWeight | null = null

  /** Forgets everything. */
  clear(): void {
    this.cases.clear()
    this.verdicts = []
    this.calls = []
    this.locked = []
    this.weight = null
  }

  /** Changes a case, as its capability may at any time. */
  change({ id }: CaseRef, changes: Partial<CaseDetails>): void {
    const before = this.cases.get(id)
    if (before === undefined) throw new Error(`there is no case ${id}`)
    this.cases.set(id, { ...before, ...changes })
  }

  /** The queue of these cases. */
  kindOf(kind: CaseKindName, changes: Partial<CaseKind> = {}): CaseKind {
    const own = () => [...this.cases.values()].filter((one) => one.kind === kind)
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
        if (lock) this.locked.push(id)
        return this.cases.get(id) ?? null
      },
      weigh: async () => this.weight,
      beforeDecision: async (id, decision) => void this.calls.push(`before ${decision} of ${id}`),
      decide: async (_tx, verdict) => {
        this.verdicts.push(verdict)
        return `${verdict.decision} by ${verdict.approvers.length}`
      },
      afterDecision: async (id) => void this.calls.push(`after ${id}`),
      ...changes,
    }
  }
}

export type CasesFixture = Awaited<ReturnType<typeof openCasesFixture>>

/** Queues of a database of their own, with a reviewer and a finance operator; their capability is the fixture’s `store`. */
export async function openCasesFixture() {
  const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
  const audit = createAudit(clock)
  const db = await freshDatabase({ max: 3 })
  const store = new CaseStore()
  const accounts = { db, clock, audit, identity: identityProofs, secrets: someSecrets }
  const add = async (role: 'reviewer' | 'finance', name: string): Promise<Operator> => {
    const email = `${name}@x.example`
    const made = await addOperator(accounts, { email, role, password: 'a long and plain phrase' }, 'system')
    if ('refused' in made) throw new Error(made.refused)
    return { id: made.id, email, role, sessionId: randomUUID() }
  }
  const spending = { ledger: createLedger(db, clock), funds: fundsWithoutEngine(db, clock) }
  const hashOf = (shown: Parameters<typeof canonicalJson>[0]) =>
    createHash('sha256').update(canonicalJson(shown)).digest('hex')
  const cases = new Cases({ db, clock, audit, spending, hashOf }, (key) => `text of ${key}`)
  cases.register(store.kindOf('recharge', { namedBy: async (_tx, { hash }) => hash?.toLowerCase() ?? null }))
  cases.register(store.kindOf('withdrawal'))
  cases.register(store.kindOf('kyc'))
  cases.register(store.kindOf('loan', { roles: ['finance'] }))
  return {
    ...{ db, clock, cases, store },
    ...{ rita: await add('reviewer', 'rita'), fay: await add('finance', 'fay') },
    ...casesOf(store, cases, clock),
    dispose: () => db.dispose(),
  }
}

function casesOf(store: CaseStore, cases: Cases, clock: ManualClock) {
  const ana = { id: randomUUID(), userName: 'ana' }
  let made = 0
  return {
    ana,
    /** Adds a waiting case of Ana’s, with these changes. */
    newCase(changes: Partial<CaseDetails> = {}, kind: CaseKindName = 'recharge'): CaseRef {
      made += 1
      const id = `case ${made}`
      store.cases.set(id, {
        ...{ kind, id, customer: ana, summary: 'a summary', status: 'pending' },
        ...{ createdAt: new Date(clock.now()), deadlineAt: null, sections: [], timeline: [] },
        ...{ allowed: ['approve', 'reject', 'sent'], approvalsNeeded: 1 },
        ...changes,
      })
      return { kind, id }
    },
    /** Claims a case, looks at it and decides it. */
    async decide(ref: CaseRef, by: Operator, { decision = 'approve', ...given }: GivenDecision = {}) {
      await cases.claim(ref, by)
      const { shownHash } = await cases.show(ref, by)
      return cases.decide(decision, { ...ref, shownHash, ...given }, by)
    },
  }
}
