import type { AccountMode } from '@candor/contract'
import type { CloseReason, Direction, OrderKind, OrderStatus } from '@candor/rules'

interface ContractRow {
  id: string
  sequence: bigint
  order_no: string
  public_id: string
  user_id: string
  mode: AccountMode
  code: string
  direction: Direction
  kind: OrderKind
  lots: bigint
  leverage: number
  open_price: bigint
  margin: bigint
  stop_loss: bigint | null
  take_profit: bigint | null
  fee: bigint
  swap: bigint
  swapped_through: bigint
  close_price: bigint | null
  profit: bigint | null
  status: OrderStatus
  close_reason: CloseReason | null
  events: number
  terms: Terms
  created_at: bigint
  opened_at: bigint
  closed_at: bigint | null
}

/** The tariff an order was bought with (trust T18); rates as decimal texts. */
export interface Terms {
  readonly commissionRate: string
  readonly swapLong: string
  readonly swapShort: string
}

interface EventRow {
  order_id: string
  number: number
  kind: 'open' | 'edit' | 'swap' | 'close'
  at: bigint
  facts: Readonly<Record<string, unknown>>
}

interface EquityRow {
  user_id: string
  mode: AccountMode
  at: bigint
  equity: bigint
}

export type { ContractRow, EquityRow, EventRow }

export interface OrdersTables {
  orders_contracts: ContractRow
  orders_events: EventRow
  orders_equity: EquityRow
}
