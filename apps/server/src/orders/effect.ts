import type { Order } from '@candor/contract'
import type { BoardQuote } from '@candor/rules'
import type { IdempotentAsk } from '../http/handlers.ts'
import type { Posting } from '../ledger/ledger.ts'
import type { Account, Position } from './position.ts'

/** What happened to an order, with every input of its numbers: the content of its receipt. */
export interface OrderEvent {
  readonly kind: 'open' | 'edit' | 'swap' | 'close'
  readonly at: number
  readonly facts: Readonly<Record<string, unknown>>
}

/** A decision on its way to the database: all of it, or nothing. */
export interface Effect {
  readonly position: Position
  readonly account: Account
  readonly kind: 'open' | 'edit' | 'swap' | 'close'
  /** The order's whole state after it, as the SQL function takes it. */
  readonly row: Readonly<Record<string, unknown>>
  readonly event: OrderEvent
  readonly eventNumber: number
  readonly posting: Posting | null
  /** What the account's balance changes by. */
  readonly balanceDelta: bigint
  readonly quotes: readonly BoardQuote[]
  /** The order as the customer sees it after this effect. */
  readonly answer: Order
  /** The repeatable call that asked for it. */
  readonly ask: { readonly userId: string; readonly key: IdempotentAsk } | null
}

export type CommitOutcome =
  | { readonly done: true; readonly answer: unknown }
  /** The key had been used before: nothing happened now. */
  | { readonly done: false; readonly repeated: { readonly bodyHash: string; readonly answer: unknown } }
  /** Funds are short on this side; `void`: there is no such hold, because the opening was refused. */
  | { readonly done: false; readonly refused: 'customer' | 'house' | 'void' }
