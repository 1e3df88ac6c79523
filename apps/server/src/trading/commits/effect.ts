import type { ContractOrder, NoticeKind } from '@candor/contract'
import type { BoardQuote } from '@candor/rules'
import type { Posting } from '../../ledger/ledger.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import type { Account, Position } from '../engine/position.ts'
import type { EventKind } from '../orders/orders-tables.ts'
import type { EventDetails } from '../receipts/event-details.ts'
import type { OrderRow } from './order-types.ts'

/** Event of an order, with every input of its numbers: the content of its receipt. */
export interface OrderEvent {
  readonly kind: EventKind
  readonly at: number
  readonly details: EventDetails
}

/** An event of an order other than the effect's own. */
export interface EventOf extends OrderEvent {
  readonly orderId: string
  readonly number: number
}

/** Further orders that one effect changes: a closed part, or the position that was reversed. */
export interface RelatedChanges {
  readonly rows: readonly OrderRow[]
  readonly events: readonly EventOf[]
  /** As the customer sees them afterwards. */
  readonly orders: readonly ContractOrder[]
}

/** Notice to the customer, stored in the same commit as the effect it reports. */
export interface PendingNotice {
  readonly id: string
  readonly kind: NoticeKind
  /** Names the event, so that its notice is stored once. */
  readonly once: string
  readonly code: string | null
  readonly orderId: string | null
  readonly values: Readonly<Record<string, string>>
}

/** A decision on its way to the database: all of it, or nothing. */
export interface Effect {
  readonly position: Position
  readonly account: Account
  readonly kind: EventKind
  /** The order's whole state after it. */
  readonly row: OrderRow
  readonly event: OrderEvent
  readonly eventNumber: number
  readonly relatedChanges: RelatedChanges | null
  readonly posting: Posting | null
  /** Party whose money is short if the ledger refuses the posting. */
  readonly payer: 'customer' | 'house'
  /** Change of the account's balance. */
  readonly balanceDeltaMinor: bigint
  readonly quotes: readonly BoardQuote[]
  readonly notices: readonly PendingNotice[]
  /** The order as the customer sees it after this effect. */
  readonly shownOrder: ContractOrder
  /** A customer's call waits for its outcome. */
  readonly isAwaited: boolean
  /** The repeatable call that requested it. */
  readonly idempotency: { readonly userId: string; readonly key: IdempotencyContext } | null
  /** Reverts the decision in memory when the database did not take it. */
  readonly undo: (() => void) | null
}

export type CommitOutcome =
  | { readonly done: true; readonly response: unknown }
  /** The key had been used before: nothing happened now. */
  | { readonly done: false; readonly repeated: { readonly bodyHash: string; readonly response: unknown } }
  /**
   * Funds are short on this side; `void`: there is no such hold, because the opening was refused; `database`: the database does not take its
   * values.
   */
  | { readonly done: false; readonly refused: 'customer' | 'house' | 'void' | 'database' }

/** Checks whether the database did not take the values of an effect. */
export const isRefusedByDatabase = (outcome: CommitOutcome): boolean =>
  'refused' in outcome && outcome.refused === 'database'
