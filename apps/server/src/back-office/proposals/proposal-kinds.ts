import type { OperatorRole } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Json } from '../../platform/json.ts'
import type { Operator } from '../operators/operator.ts'
import type { CustomersMoney, ProposalDetails, ProposalKind, ProposalPeople } from './proposal-kind.ts'
import type { ProposalRow } from './proposals-store.ts'
import { shownWith } from './shown-proposal.ts'

/** A kind whose payload type only the kind itself knows. */
interface KnownKind {
  readonly roles: readonly OperatorRole[]
  readonly lastsMs: number
  show(db: Kysely<Schema>, payload: Json): Promise<ProposalDetails>
  takes(payload: Json): CustomersMoney | null
  apply(tx: Tx, payload: Json, by: ProposalPeople, money: ReservedMoney): Promise<void>
  afterApproval(payload: Json): Promise<void>
}

const threeDays = 72 * 3_600_000

/** The registered kinds of proposal, and which operators decide each. */
export class ProposalKinds {
  private readonly kinds = new Map<string, KnownKind>()

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

  /** Returns undefined for a kind of a former release. */
  find(name: string): KnownKind | undefined {
    return this.kinds.get(name)
  }

  /** Refuses an unknown kind, and an operator whose role does not decide it. */
  forOperator(name: string, operator: Operator): KnownKind {
    const kind = this.kinds.get(name)
    if (kind === undefined) throw new Refusal('notFound')
    if (!kind.roles.includes(operator.role)) throw new Refusal('roleNotAllowed')
    return kind
  }

  /** Lists the kinds that this operator's role decides; null lists all. */
  namesFor(operator: Pick<Operator, 'role'> | null): string[] {
    return [...this.kinds]
      .filter(([, { roles }]) => operator === null || roles.includes(operator.role))
      .map(([name]) => name)
  }

  rolesOf(name: string): readonly OperatorRole[] {
    return this.kinds.get(name)?.roles ?? []
  }

  mayDecide(row: ProposalRow, operator: Operator): boolean {
    return this.rolesOf(row.kind).includes(operator.role) && row.proposedBy.id !== operator.id
  }
}
