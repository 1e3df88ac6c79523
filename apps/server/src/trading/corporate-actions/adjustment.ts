import type { Effect, PendingNotice } from '../commits/effect.ts'
import type { Position } from '../engine/position.ts'
import type { EventDetails } from '../receipts/event-details.ts'

/** Fields of an order that an action may change. */
export type Changed = Partial<
  Pick<
    Position,
    | 'lots'
    | 'openPrice'
    | 'price'
    | 'stopLoss'
    | 'takeProfit'
    | 'trailing'
    | 'status'
    | 'closePrice'
    | 'profitMinor'
    | 'closeReason'
    | 'closedAt'
    | 'holds'
  >
> & {
  /** Best price of its trailing stop after the action. */
  readonly best?: Position['openPrice']
}

/** Effect of an action on one order, before anything is changed. */
export interface Adjustment {
  readonly position: Position
  readonly change: Changed
  readonly details: EventDetails
  readonly posting: Effect['posting']
  readonly quotes: Effect['quotes']
  /** Cash that the customer receives with it; negative amounts are taken. */
  readonly moneyMinor: bigint
  /** Profit of closing afterwards, as the customer sees it. */
  readonly profitMinor: bigint | null
  /** Notices to the owner about this order alone; without them, the order counts in the account's one notice. */
  readonly notices?: readonly PendingNotice[]
}
