import type { OperatorRole, ProposalEntry, ProposalShown, ShownSection } from '@candor/contract'
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import {
  ReservedMoney,
  type SpendOnceOptions,
  withReserved,
  withReservedUpTo,
} from '../../ledger/spend-once.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import type { Audit } from '../../proofs/audit/audit.ts'
import type { Json } from '../../proofs/canonical-json.ts'
import { countingWords, refuseOffDuty } from '../operators/on-duty.ts'
import type { Operator } from '../operators/operator.ts'
import { inTheWay } from './in-the-way.ts'
import type { CustomersMoney, ProposalDetails, ProposalKind, ProposalPeople } from './proposal-kind.ts'
import {
  addProposal,
  endProposal,
  entryOf,
  lapsedProposals,
  lockLapsed,
  lockProposal,
  type ProposalRow,
  proposalsPage,
  readProposal,
} from './proposals-store.ts'

export interface ProposalsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  /** A transaction that tells open tabs of what was posted in it. */
  readonly transaction: Database['transaction']
  readonly hashOf: (shown: Json) => string
  readonly spending: SpendOnceOptions
}

/** A kind whose payload type is known inside only. */
interface KnownKind {
  readonly roles: readonly OperatorRole[]
  readonly lastsMs: number
  show(db: Kysely<Schema>, payload: Json): Promise<ProposalDetails>
  takes(payload: Json): CustomersMoney | null
  apply(tx: Tx, payload: Json, by: ProposalPeople, money: ReservedMoney): Promise<void>
  afterApproval(payload: Json): Promise<void>
}

export interface ProposalRequest {
  readonly kind: string
  readonly payload: Json
  readonly reason: string
}

const threeDays = 72 * 3_600_000

/** Four eyes (trust T10): one proposes, another approves the hash of exactly what is shown, and it happens then. */
export class Proposals {
  private readonly deps: ProposalsDeps
  private readonly kinds = new Map<string, KnownKind>()

  constructor(deps: ProposalsDeps) {
    this.deps = deps
  }

  register<Payload extends Json>(kind: ProposalKind<Payload>): void {
    if (this.kinds.has(kind.kind)) throw new Error(`the proposal kind ${kind.kind} is registered twice`)
    this.kinds.set(kind.kind, {
      roles: kind.roles,
      lastsMs: kind.lastsMs ?? threeDays,
      show: (db, payload) => shownWith(kind, db, kind.parse(payload)),
      takes: (payload) => kind.takes?.(kind.parse(payload)) ?? null,
      apply: (tx, payload, by, money) => kind.apply(tx, kind.parse(payload), by, money),
      afterApproval: async (payload) => kind.afterApproval?.(kind.parse(payload)),
    })
  }

  /** Writes a proposal down; nothing else happens yet. */
  async propose(request: ProposalRequest, operator: Operator): Promise<ProposalEntry> {
    const { clock, audit } = this.deps
    const kind = this.kindFor(request.kind, operator)
    const id = newId()
    const now = clock.now()
    await this.deps.db.transaction(async (tx) => {
      const { summary } = await kind.show(tx, request.payload)
      await addProposal(tx, {
        ...request,
        id,
        summary,
        proposedBy: operator.id,
        at: new Date(now),
        expiresAt: new Date(now + kind.lastsMs),
      })
      await audit.write(tx, {
        actor: operator.id,
        action: `${request.kind}.propose`,
        subject: `proposal:${id}`,
        reason: request.reason,
        // By ids alone: a line for people may name a customer, and nothing is ever taken out of the log.
        after: { payload: request.payload },
      })
    })
    return this.entry(id)
  }

  /** Those of the kinds that this operator's role decides; of every kind for who can read the database anyway. */
  async list(
    request: {
      readonly status?: ProposalEntry['status'] | undefined
      readonly cursor?: string | undefined
      readonly limit: number
    },
    operator: Pick<Operator, 'role'> | null,
  ): Promise<{ items: ProposalEntry[]; nextCursor: string | null }> {
    const known = [...this.kinds].filter(
      ([, { roles }]) => operator === null || roles.includes(operator.role),
    )
    const page = await proposalsPage(this.deps.db.query, {
      kinds: known.map(([kind]) => kind),
      status: request.status,
      before: uuidOf(request.cursor),
      limit: request.limit,
    })
    return {
      items: page.map(entryOf),
      nextCursor: page.length < request.limit ? null : (page.at(-1)?.id ?? null),
    }
  }

  async show(id: string, operator: Operator): Promise<ProposalShown> {
    const { db } = this.deps
    const row = await readProposal(db.query, uuidOf(id) ?? absent)
    if (row === null) throw new Refusal('notFound')
    this.kindFor(row.kind, operator)
    const { sections, shownHash } = await this.shown(db.query, row)
    const pending = row.status === 'pending'
    const counts = pending && (await this.stillCounts(db.query, row))
    return {
      ...entryOf(row),
      sections: pending && !counts ? [...sections, proposerGone] : [...sections],
      shownHash,
      mayApprove: counts && this.mayDecide(row, operator),
    }
  }

  /**
   * Refuses `roleNotAllowed` another role, `secondPersonRequired` one's own or one whose proposer was disabled or lost the role since, `changedMeanwhile` decided, lapsed or changed since
   * it was shown.
   */
  async approve(id: string, shownHash: string, operator: Operator): Promise<ProposalEntry> {
    const done = await this.withMoney(id, operator, (money) => this.decide(id, shownHash, operator, money))
    await this.kindFor(done.kind, operator).afterApproval(done.payload)
    return this.entry(id)
  }

  /** Reserves what the proposal takes from a customer before its transaction begins. */
  private async withMoney<T>(
    id: string,
    operator: Operator,
    work: (money: ReservedMoney) => Promise<T>,
  ): Promise<T> {
    const { spending, db } = this.deps
    const row = await readProposal(db.query, uuidOf(id) ?? absent)
    // Whoever may not decide it is refused below, and no customer's money is set apart for that.
    const decidable =
      row?.status === 'pending' && this.mayDecide(row, operator) && (await this.stillCounts(db.query, row))
    const taken = decidable ? (this.kinds.get(row.kind)?.takes(row.payload) ?? null) : null
    if (taken === null) return work(new ReservedMoney(spending.ledger, null))
    const { userId, minor, upTo } = taken
    const spender = { userId, mode: 'real' } as const
    return upTo
      ? withReservedUpTo(spending, spender, minor, work)
      : withReserved(spending, spender, { asset: 'USDT', minor }, work)
  }

  private decide(id: string, shownHash: string, operator: Operator, money: ReservedMoney) {
    const { clock, audit } = this.deps
    return this.deps.transaction(async (tx) => {
      const row = await this.lockPending(tx, id, operator)
      const kind = this.kindFor(row.kind, operator)
      await refuseOffDuty(tx, operator.id, kind.roles)
      if (!(await this.stillCounts(tx, row, true))) throw new Refusal('secondPersonRequired')
      const shown = await this.shown(tx, row)
      if (shown.shownHash !== shownHash) throw new Refusal('changedMeanwhile')
      const { reason } = row
      const people = { proposalId: id, reason, proposedBy: row.proposedBy.id, approvedBy: operator.id }
      const at = new Date(clock.now())
      // Before the effect, which may be that one of the two changes role.
      await endProposal(tx, id, { status: 'approved', by: operator.id, at, reason: null })
      await kind.apply(tx, row.payload, people, money)
      await audit.write(tx, {
        actor: operator.id,
        action: `${row.kind}.approve`,
        subject: `proposal:${id}`,
        reason,
        before: { proposedBy: row.proposedBy.id },
        after: { shownHash, payload: row.payload },
      })
      return row
    })
  }

  async reject(id: string, reason: string, operator: Operator): Promise<ProposalEntry> {
    await this.end(id, operator, { status: 'rejected', reason }, (tx) => this.lockPending(tx, id, operator))
    return this.entry(id)
  }

  /** One's own only. */
  async withdraw(id: string, operator: Operator): Promise<ProposalEntry> {
    await this.end(id, operator, { status: 'withdrawn', reason: null }, async (tx) => {
      const row = await lockProposal(tx, uuidOf(id) ?? absent)
      if (row === null) throw new Refusal('notFound')
      if (row.proposedBy.id !== operator.id) throw new Refusal('roleNotAllowed')
      if (row.status !== 'pending') throw new Refusal('changedMeanwhile')
      return row
    })
    return this.entry(id)
  }

  /** Job: lets undecided proposals lapse when their time is over. Returns their number. */
  lapse(): Promise<Moved> {
    const { db, clock } = this.deps
    return forEachCase(this.deps, {
      job: 'lapse-proposals',
      atOnce: 100,
      find: (limit) => lapsedProposals(db.query, new Date(clock.now()), limit),
      move: ({ id }) => this.lapseOne(id),
    })
  }

  private lapseOne(id: string): Promise<boolean> {
    const { db, clock, audit } = this.deps
    return db.transaction(async (tx) => {
      const at = new Date(clock.now())
      const kind = await lockLapsed(tx, id, at)
      if (kind === null) return false
      await endProposal(tx, id, { status: 'expired', by: null, at, reason: null })
      await audit.write(tx, { actor: 'system', action: `${kind}.expire`, subject: `proposal:${id}` })
      return true
    })
  }

  private async end(
    id: string,
    operator: Operator,
    { status, reason }: { readonly status: 'rejected' | 'withdrawn'; readonly reason: string | null },
    lock: (tx: Tx) => Promise<ProposalRow>,
  ): Promise<void> {
    const { db, clock, audit } = this.deps
    await db.transaction(async (tx) => {
      const row = await lock(tx)
      await endProposal(tx, id, { status, by: operator.id, at: new Date(clock.now()), reason })
      const action = `${row.kind}.${status === 'rejected' ? 'reject' : 'withdraw'}`
      await audit.write(tx, { actor: operator.id, action, subject: `proposal:${id}`, reason })
    })
  }

  private async lockPending(tx: Tx, id: string, operator: Operator): Promise<ProposalRow> {
    const row = await lockProposal(tx, uuidOf(id) ?? absent)
    if (row === null) throw new Refusal('notFound')
    this.kindFor(row.kind, operator)
    if (row.proposedBy.id === operator.id) throw new Refusal('secondPersonRequired')
    if (row.status !== 'pending' || Date.parse(row.expiresAt) <= this.deps.clock.now())
      throw new Refusal('changedMeanwhile')
    return row
  }

  private async shown(db: Kysely<Schema>, row: ProposalRow) {
    const kind = this.kinds.get(row.kind)
    // What a former release proposed can still be read, never approved.
    const details = row.status === 'pending' && kind !== undefined ? await kind.show(db, row.payload) : null
    const { summary, sections } = details ?? { summary: row.summary, sections: [] }
    const { id, payload, reason, proposedBy, expiresAt } = row
    const shownHash = this.deps.hashOf({
      id,
      kind: row.kind,
      payload,
      reason,
      proposedBy: proposedBy.id,
      expiresAt,
      summary,
      sections,
    })
    return { sections, shownHash }
  }

  /** Checks whether the proposer's word still counts (trust T10). */
  private async stillCounts(db: Kysely<Schema>, row: ProposalRow, lock = false): Promise<boolean> {
    const roles = this.kinds.get(row.kind)?.roles ?? []
    if (roles.length === 0) return false
    const word = { operatorId: row.proposedBy.id, standing: row.standing }
    return (await countingWords(db, [word], { roles, lock })).length === 1
  }

  private mayDecide(row: ProposalRow, operator: Operator): boolean {
    const roles = this.kinds.get(row.kind)?.roles ?? []
    return roles.includes(operator.role) && row.proposedBy.id !== operator.id
  }

  private kindFor(name: string, operator: Operator): KnownKind {
    const kind = this.kinds.get(name)
    if (kind === undefined) throw new Refusal('notFound')
    if (!kind.roles.includes(operator.role)) throw new Refusal('roleNotAllowed')
    return kind
  }

  private async entry(id: string): Promise<ProposalEntry> {
    const row = await readProposal(this.deps.db.query, id)
    if (row === null) throw new Error('a proposal is never removed')
    return entryOf(row)
  }
}

/** Builds the content that both people see, with present obstacles. */
async function shownWith<Payload extends Json>(
  kind: ProposalKind<Payload>,
  db: Kysely<Schema>,
  payload: Payload,
): Promise<ProposalDetails> {
  const { summary, sections } = await kind.show(db, payload)
  if (kind.judge === undefined) return { summary, sections }
  return { summary, sections: [...sections, ...(await inTheWay(kind.judge(db, payload)))] }
}

const proposerGone: ShownSection = {
  title: 'Cannot be approved any more',
  rows: [
    {
      label: 'Proposer',
      value: 'was disabled or changed role since: somebody else has to propose it again',
      tone: 'bad',
    },
  ],
  images: [],
}

const absent = '00000000-0000-0000-0000-000000000000'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const uuidOf = (text: string | undefined): string | undefined =>
  text !== undefined && uuid.test(text) ? text : undefined
