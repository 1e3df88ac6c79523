import type { OperatorRole, ShownSection } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { ReservedMoney } from '../ledger/spend-once.ts'
import type { Json } from '../trust/canonical-json.ts'

export interface ProposalShownFacts {
  /** One line of English: what would happen. */
  readonly summary: string
  readonly sections: readonly ShownSection[]
}

/** What a capability registers so that one operator can propose something and another decide it (trust T10). */
export interface ProposalKind<Payload extends Json> {
  /** Dotted, the capability first: `parameters.change`. */
  readonly kind: string
  /** Who may propose it, and who may approve it (another person). */
  readonly roles: readonly OperatorRole[]
  /** How long it waits before it lapses; 72 hours unless said. */
  readonly lastsMs?: number
  /** Reads what was stored; throws on what cannot be. */
  parse(payload: Json): Payload
  /** What both people see, with the state it stands on now: when that changes, so does the hash. */
  show(db: Kysely<Schema>, payload: Payload): Promise<ProposalShownFacts>
  /** Refuses what cannot be done now: whoever opens the proposal reads it before they try. */
  judge?(db: Kysely<Schema>, payload: Payload): Promise<unknown>
  /** Real USDT that it takes from a customer; promised by the engine before the decision's transaction begins. */
  takes?(payload: Payload): CustomersMoney | null
  /** Carries it out within `tx`. Throws a refusal when it cannot be done any more; nothing has then happened. */
  apply(tx: Tx, payload: Payload, by: ProposalPeople, money: ReservedMoney): Promise<void>
  /** Called once it has committed. */
  afterApproval?(payload: Payload): Promise<void>
}

export interface CustomersMoney {
  readonly userId: string
  readonly minor: bigint
  /** Takes what is free, where that is less; otherwise all of it or nothing. */
  readonly upTo: boolean
}

export interface ProposalPeople {
  readonly proposalId: string
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
}
