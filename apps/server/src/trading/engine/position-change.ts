import type { ContractOrder } from '@candor/contract'
import type { CommitOutcome, Effect } from '../commits/effect.ts'
import type { EventDetails } from '../receipts/event-details.ts'
import type { Requester } from './engine-context.ts'
import type { Position } from './position.ts'

/** A decision that was taken and is being written. */
export interface PendingCommit {
  readonly position: Position
  readonly order: ContractOrder
  readonly outcome: Promise<CommitOutcome>
}

/** One decided change of an order, before it is written. */
export interface PositionChange extends Pick<Effect, 'kind' | 'row' | 'posting' | 'quotes'> {
  readonly details: EventDetails
  /** Change of the account's balance, in USDT's smallest unit. */
  readonly deltaMinor: bigint
  readonly relatedChanges?: Effect['relatedChanges']
  readonly payer?: Effect['payer']
  /** True when a call waits for it that does not write under its own key. */
  readonly isAwaited?: true
  /** Reverts the change in memory. The database may refuse any decision. */
  readonly undo: () => void
  readonly notices?: Effect['notices']
  /** Positions that stay open and whose state is not certain before the commit. */
  readonly inDoubt?: readonly Position[]
}

export type Write = (position: Position, change: PositionChange, requester: Requester | null) => PendingCommit
