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
  open_price: bigint | null
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
  opened_at: bigint | null
  closed_at: bigint | null
  /** The level of a limit or stop order. */
  price: bigint | null
  expires_at: bigint | null
  trail_distance: bigint | null
  trail_from: bigint | null
  trail_number: bigint | null
  holds: readonly (readonly [hold: string, minor: string])[] | null
  part_of: string | null
  /** Debt to the operator for another position's loss. */
  owed: bigint
}

/** The tariff an order was bought with (trust T18); rates as decimal texts. */
export interface Terms {
  readonly commissionRate: string
  readonly swapLong: string
  readonly swapShort: string
  /** Of a futures market: it ends with its contract. */
  readonly endsAtRoll?: true
  /** Absent of orders from before it could be changed: the listed one. */
  readonly spreadAdded?: string
  /** Levels of the margin call and the stop-out; absent of orders from before they could be changed: the standard ones. */
  readonly marginCall?: string
  readonly marginCloseOut?: string
}

export type EventKind =
  | 'place'
  | 'open'
  | 'edit'
  | 'swap'
  | 'part'
  | 'close'
  | 'cancel'
  | 'expire'
  | 'split'
  | 'dividend'
  | 'roll'
  | 'owe'

interface EventRow {
  order_id: string
  number: number
  kind: EventKind
  at: bigint
  facts: Readonly<Record<string, unknown>>
}

interface TrailPeakRow {
  code: string
  mode: AccountMode | 'both'
  direction: Direction
  through: bigint
  best: bigint
}

interface EquityRow {
  user_id: string
  mode: AccountMode
  at: bigint
  equity: bigint
}

interface MarginCallRow {
  user_id: string
  mode: AccountMode
}

export type OrderKindOfLine = 'contract' | 'option' | 'plan'

/** A view over the three tables of orders: what filters, sorts and adds up a list of all. */
interface AnyOrderRow {
  kind: OrderKindOfLine
  id: string
  user_id: string
  mode: AccountMode
  order_no: string
  code: string | null
  name: string
  status: OrderStatus
  created_at: bigint
  closed_at: bigint | null
  profit: bigint
  fee: bigint
  swap: bigint
  /** Received for dividends; negative where a short paid. */
  dividends: bigint
  /** Cash of splits that left the order open. */
  split_cash: bigint
  /** Order that has its tags: of a closed part, the one it belonged to. */
  tagged_id: string
}

/** Amounts in USDT's smallest unit, the rate in 10^-12. */
interface FeeRebateRow {
  id: string
  user_id: string
  /** UTC, `2026-11-21`. */
  day: string
  volume: bigint
  fees: bigint
  rate: bigint
  rebate: bigint
  paid_at: bigint
}

/** Refused calls of real accounts; `code` is empty where the call names no market. */
interface RefusalsRow {
  /** UTC, `2026-11-21`. */
  day: string
  code: string
  call: string
  reason: string
  count: bigint
}

export type { ContractRow, EquityRow, EventRow }

export interface OrdersTables {
  orders_contracts: ContractRow
  orders_events: EventRow
  orders_refusals: RefusalsRow
  orders_equity: EquityRow
  orders_equity_thinned: { resolution: 'hour' | 'day'; through: bigint }
  orders_fee_rebates: FeeRebateRow
  orders_fee_rebate_days: { day: string; done_at: bigint }
  orders_fee_rebates_owed: { day: string; user_id: string; fees: bigint }
  orders_trail_peaks: TrailPeakRow
  orders_margin_calls: MarginCallRow
  orders_unpaid_closings: { order_id: string; reason: CloseReason; since: bigint }
  orders_tags: { order_id: string; tag: string; user_id: string; mode: AccountMode }
  orders_all: AnyOrderRow
}
