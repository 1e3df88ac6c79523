import type { ProposalEntry, ProposalShown } from '@candor/contract'
import type { Kysely } from 'kysely'
import { ReservedMoney, withReserved, withReservedUpTo } from '../../ledger/spend-once.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { readId } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import type { Json } from '../../platform/json.ts'
import { newId } from '../../platform/new-id.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { ConsoleContext } from '../operators/console-context.ts'
import { isService, type Operator, type ServiceCaller } from '../operators/operator.ts'
import { refuseLostRole, validApprovals } from '../operators/valid-approvals.ts'
import type { ProposalKind } from './proposal-kind.ts'
import { ProposalKinds } from './proposal-kinds.ts'
import {
  addProposal,
  endProposal,
  entryOf,
  lapsedProposals,
  lockLapsed,
  lockProposal,
  type ProposalRow,
  pendingProposals,
  proposalsPage,
  readProposal,
} from './proposals-store.ts'
import { proposerGone, shownProposal } from './shown-proposal.ts'

export interface ProposalRequest {
  readonly kind: string
  readonly payload: Json
  readonly reason: string
}

/** Four eyes (trust T10): one proposes, another approves the hash of exactly what is shown, and it happens then. */
export class Proposals {
  private readonly context: ConsoleContext
  private readonly kinds = new ProposalKinds()

  constructor(context: ConsoleContext) {
    this.context = context
  }

  register<Payload extends Json>(kind: ProposalKind<Payload>): void {
    this.kinds.register(kind)
  }

  /** Writes a proposal down; nothing else happens yet. */
  async propose(request: ProposalRequest, operator: Operator): Promise<ProposalEntry> {
    const { clock, audit } = this.context
    const kind = this.kinds.forOperator(request.kind, operator)
    const id = newId()
    const now = clock.now()
    await this.context.db.transaction(async (tx) => {
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
        // By ids only: a line for people may name a customer, and nothing is ever removed from the log.
        after: { payload: request.payload },
      })
    })
    return this.entry(id)
  }

  /** Lists the proposals of the kinds that this operator's role decides; of every kind for a service token and for a caller with access to the database. */
  async list(
    request: {
      readonly status?: ProposalEntry['status'] | undefined
      readonly cursor?: string | undefined
      readonly limit: number
    },
    who: Pick<Operator, 'role'> | ServiceCaller | null,
  ): Promise<{ items: ProposalEntry[]; nextCursor: string | null }> {
    const page = await proposalsPage(this.context.db.query, {
      kinds: this.kinds.namesFor(who !== null && isService(who) ? null : who),
      status: request.status,
      before: readId(request.cursor),
      limit: request.limit,
    })
    return {
      items: page.map(entryOf),
      nextCursor: page.length < request.limit ? null : (page.at(-1)?.id ?? null),
    }
  }

  /** Lists what awaits a decision of this operator's role, their own included, the next to lapse first; null: of every role. */
  pending(operator: Pick<Operator, 'role'> | null, limit: number): Promise<ProposalEntry[]> {
    const { db, clock } = this.context
    const kinds = this.kinds.namesFor(operator)
    return pendingProposals(db.query, { kinds, now: new Date(clock.now()), limit })
  }

  async show(id: string, operator: Operator): Promise<ProposalShown> {
    const { db } = this.context
    const row = await readProposal(db.query, uuidOf(id) ?? absent)
    if (row === null) throw new Refusal('notFound')
    this.kinds.forOperator(row.kind, operator)
    const { sections, shownHash } = await this.shown(db.query, row)
    const pending = row.status === 'pending'
    const counts = pending && (await this.stillCounts(db.query, row))
    return {
      ...entryOf(row),
      sections: pending && !counts ? [...sections, proposerGone] : [...sections],
      shownHash,
      mayApprove: counts && this.kinds.mayDecide(row, operator),
    }
  }

  /**
   * Refuses `roleNotAllowed` for another role; `secondPersonRequired` for the operator's own proposal, or one whose proposer
   * was disabled or lost the role since; `changedMeanwhile` for a proposal that was decided, expired or changed since it was
   * shown.
   */
  async approve(id: string, shownHash: string, operator: Operator): Promise<ProposalEntry> {
    const done = await this.withMoney(id, operator, (money) => this.decide(id, shownHash, operator, money))
    await this.kinds.forOperator(done.kind, operator).afterApproval(done.payload)
    return this.entry(id)
  }

  /** Reserves the customer's money that the proposal takes, before its transaction begins. */
  private async withMoney<T>(
    id: string,
    operator: Operator,
    work: (money: ReservedMoney) => Promise<T>,
  ): Promise<T> {
    const { spending, db } = this.context
    const row = await readProposal(db.query, uuidOf(id) ?? absent)
    // An operator who may not decide it is refused below, so no customer's money is reserved for them.
    const decidable =
      row?.status === 'pending' &&
      this.kinds.mayDecide(row, operator) &&
      (await this.stillCounts(db.query, row))
    const taken = decidable ? (this.kinds.find(row.kind)?.takes(row.payload) ?? null) : null
    if (taken === null) return work(new ReservedMoney(spending.ledger, 'USDT', null))
    const { userId, minor, upTo } = taken
    const spender = { userId, mode: 'real' } as const
    return upTo
      ? withReservedUpTo(spending, spender, minor, work)
      : withReserved(spending, spender, { asset: 'USDT', minor }, work)
  }

  private decide(id: string, shownHash: string, operator: Operator, money: ReservedMoney) {
    const { clock, audit } = this.context
    return this.context.spending.ledger.transaction(async (tx) => {
      const row = await this.lockPending(tx, id, operator)
      const kind = this.kinds.forOperator(row.kind, operator)
      await refuseLostRole(tx, operator.id, kind.roles)
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

  /** Withdraws the operator's own proposal. */
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

  /** Job: expires undecided proposals whose time is over. Returns their number. */
  lapse(): Promise<Moved> {
    const { db, clock } = this.context
    return forEachCase(this.context, {
      job: 'lapse-proposals',
      atOnce: 100,
      find: (limit) => lapsedProposals(db.query, new Date(clock.now()), limit),
      move: ({ id }) => this.lapseOne(id),
    })
  }

  private lapseOne(id: string): Promise<boolean> {
    const { db, clock, audit } = this.context
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
    const { db, clock, audit } = this.context
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
    this.kinds.forOperator(row.kind, operator)
    if (row.proposedBy.id === operator.id) throw new Refusal('secondPersonRequired')
    if (row.status !== 'pending' || Date.parse(row.expiresAt) <= this.context.clock.now())
      throw new Refusal('changedMeanwhile')
    return row
  }

  private shown(db: Kysely<Schema>, row: ProposalRow) {
    return shownProposal(db, row, this.kinds.find(row.kind), this.context.hashOf)
  }

  /** Checks whether the proposal still counts: its proposer approved it (trust T10). */
  private async stillCounts(db: Kysely<Schema>, row: ProposalRow, lock = false): Promise<boolean> {
    const roles = this.kinds.rolesOf(row.kind)
    if (roles.length === 0) return false
    const approval = { operatorId: row.proposedBy.id, standing: row.standing }
    return (await validApprovals(db, [approval], { roles, lock })).length === 1
  }

  private async entry(id: string): Promise<ProposalEntry> {
    const row = await readProposal(this.context.db.query, id)
    if (row === null) throw new Error('a proposal is never removed')
    return entryOf(row)
  }
}

const absent = '00000000-0000-0000-0000-000000000000'
const uuidOf = (text: string | undefined): string | undefined =>
  text !== undefined && isUuid(text) ? text : undefined
