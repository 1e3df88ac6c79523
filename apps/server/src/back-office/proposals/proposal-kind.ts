import type { OperatorRole, ShownSection } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Json } from '../../platform/json.ts'
import type { ProposalKindName } from './proposal-kind-names.ts'

export interface ProposalDetails {
  /** One line of English: what would happen. */
  readonly summary: string
  readonly sections: readonly ShownSection[]
}

/** Registration of a capability's proposals, which one operator makes and another decides (trust T10). */
export interface ProposalKind<Payload extends Json> {
  /** Dotted, the capability first: `parameters.change`. */
  readonly kind: ProposalKindName
  /** Roles that may propose it, and that may approve it (another person). */
  readonly roles: readonly OperatorRole[]
  /** Time until it lapses; 72 hours by default. */
  readonly lastsMs?: number
  /** Parses the stored payload; throws for an invalid one. */
  parse(payload: Json): Payload
  /** Returns the content that both people see, with the state it depends on now: when that changes, so does the hash. */
  show(db: Kysely<Schema>, payload: Payload): Promise<ProposalDetails>
  /** Refuses a proposal that is not possible now: operators see the refusal when they open it. */
  judge?(db: Kysely<Schema>, payload: Payload): Promise<unknown>
  /** Returns the real USDT that it takes from a customer; the engine reserves it before the decision's transaction begins. */
  takes?(payload: Payload): CustomersMoney | null
  /** Carries it out within `tx`. Throws a refusal when it cannot be done any more; nothing has then happened. */
  apply(tx: Tx, payload: Payload, by: ProposalPeople, money: ReservedMoney): Promise<void>
  /** Called once it has committed. */
  afterApproval?(payload: Payload): Promise<void>
}

export interface CustomersMoney {
  readonly userId: string
  readonly minor: bigint
  /** Takes what is free if that is less; otherwise all of it or nothing. */
  readonly upTo: boolean
}

export interface ProposalPeople {
  readonly proposalId: string
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
}
