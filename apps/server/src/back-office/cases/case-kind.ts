import type { CaseDecision, CaseKindName, OperatorRole, ShownSection } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Operator } from '../operators/operator.ts'

/** One line of a queue, as a capability gives it; claim and lateness are added by the framework. */
export interface CaseLine {
  readonly id: string
  readonly customer: { readonly id: string; readonly userName: string }
  /** Summary of the request, in one line of English. */
  readonly summary: string
  readonly status: string
  readonly createdAt: Date
  /** Until when the customer was promised a decision; null: no promise. */
  readonly deadlineAt: Date | null
}

type ShownRow = ShownSection['rows'][number]

/** A row of evidence. */
export interface EvidenceRow extends ShownRow {
  /** Personal data: replaces the value, and its tone, for operators who have not claimed the case. True: all of it is hidden. */
  readonly masked?: true | string
}

export interface EvidenceSection extends Omit<ShownSection, 'rows'> {
  readonly rows: readonly EvidenceRow[]
}

export interface CaseDetails extends CaseLine {
  /** Claim, evidence, check on chain: what the decision rests on. */
  readonly sections: readonly EvidenceSection[]
  readonly timeline: readonly {
    readonly status: string
    readonly at: Date
    readonly by: string | null
    readonly reason: string | null
  }[]
  /** Items that a refusal may name one by one; absent: the case is refused as a whole. */
  readonly items?: readonly { readonly key: string; readonly label: string }[]
  /** Decisions possible in this state; empty: none any more. */
  readonly allowed: readonly CaseDecision[]
  /** An approval has to name the whole transaction, of which the customer knows only a part. */
  readonly hashNeeded?: boolean
  /** Two different people where the rulebook says ⚖. */
  readonly approvalsNeeded: 1 | 2
  /** The same for a refusal in this state; left out: one. */
  readonly rejectionsNeeded?: 1 | 2
}

/** An approval that counts towards what one person may decide about a customer. */
export interface ApprovalWeight {
  /** Null: it moves no money. */
  readonly money: {
    /** Worth now in USDT's smallest unit; null: the coin has no price. */
    readonly valueMinor: bigint | null
    /** Up to this sum a day one person decides. */
    readonly limitMinor: bigint
  } | null
  /** No node saw the payment that would be credited. */
  readonly notSeenOnChain: boolean
}

export interface RefusedItem {
  readonly item: string
  readonly reason: TextKey
}

export interface CaseVerdict {
  readonly id: string
  readonly decision: CaseDecision
  readonly operator: Operator
  /** Everyone who made this decision, the current operator last. */
  readonly approvers: readonly string[]
  /** One of the kind's `reasons`, for a refusal. */
  readonly reason: TextKey | null
  /** Refused items of the case, each with its reason; empty: the whole case. */
  readonly items: readonly RefusedItem[]
  /** Note by the operator for colleagues. */
  readonly note: string | null
  /** The transaction, for `sent`. */
  readonly hash: string | null
}

export interface CaseImage {
  readonly contentType: string
  readonly bytes: Buffer
}

/** Registration of a capability's cases in the console's queue. See this module's README. */
export interface CaseKind {
  readonly kind: CaseKindName
  /** Roles that see and decide them. */
  readonly roles: readonly OperatorRole[]
  /** The reasons a refusal may give: keys of the catalogue, which the customer reads in their language. */
  readonly reasons: readonly TextKey[]
  /** Undecided cases, the nearest deadline first; at most 500. */
  waiting(): Promise<readonly CaseLine[]>
  /** Decided cases older than `before`, newest first. */
  closed(request: { readonly before: Date; readonly limit: number }): Promise<readonly CaseLine[]>
  /** All of one customer's, newest first; at most 50. */
  ofCustomer(customerId: string): Promise<readonly CaseLine[]>
  /**
   * Everything the decision rests on; null when there is no such case. Called with the deciding transaction too: it must
   * lock its row there (`FOR NO KEY UPDATE` does no harm to readers), so that what was hashed is what is decided.
   */
  details(db: Kysely<Schema>, id: string, lock: boolean): Promise<CaseDetails | null>
  /** Weighs an approval in the present state for the rule of the second person; null or left out: it does not count. */
  weigh?(db: Kysely<Schema>, id: string): Promise<ApprovalWeight | null>
  /** Reads the transaction an approval names in its one writing; refuses what is none. Two people must name the same. */
  namedBy?(tx: Tx, verdict: Pick<CaseVerdict, 'id' | 'hash'>): Promise<string | null>
  /** Called before the transaction of a decision, for requests to other systems. */
  beforeDecision?(id: string, decision: CaseDecision): Promise<void>
  /**
   * Carries the decision out within `tx`: moves money, sets the state, notifies the customer. The framework has checked role,
   * claim, hash, reason and the number of approvals, and writes the audit entry after it. Returns the new status.
   */
  decide(tx: Tx, verdict: CaseVerdict): Promise<string>
  /** Called once the decision has committed: announcements, mails. */
  afterDecision?(id: string): Promise<void>
  /** An image named in `sections`. */
  image?(id: string, fileId: string): Promise<CaseImage | null>
}
