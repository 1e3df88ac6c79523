import type { AccountMode, ContractOrder } from '@candor/contract'
import type { Lots, Price } from '@candor/money'
import type { CloseReason, Direction, OrderKind, OrderStatus } from '@candor/rules'
import { type AccountId, ledgerPosting, ledgerStep } from '../../ledger/posting-types.ts'
import {
  bigint,
  columns,
  compositeType,
  epochMs,
  integer,
  json,
  nullable,
  place,
  type RowOf,
  text,
  uuid,
} from '../../platform/database/composite-type.ts'
import {
  arrayOf,
  arrayOfNumbers,
  arrayOfTexts,
  jsonbValue,
  scalar,
  sqlFunction,
  timestamp,
} from '../../platform/database/sql-function.ts'
import type { EventKind, Terms } from '../orders/orders-tables.ts'

/** Columns of an order that change. */
const orderState = columns({
  lots: bigint<Lots>(),
  margin: bigint(),
  /** Level of a limit or stop order. */
  price: nullable(bigint<Price>()),
  open_price: nullable(bigint<Price>()),
  opened_at: nullable(epochMs()),
  stop_loss: nullable(bigint<Price>()),
  take_profit: nullable(bigint<Price>()),
  trail_distance: nullable(bigint<Price>()),
  trail_from: nullable(bigint<Price>()),
  trail_number: nullable(bigint()),
  /** Null: the margin, under the order's own id. */
  holds: nullable(json<readonly (readonly [hold: string, minor: string])[]>('jsonb')),
  fee: bigint(),
  swap: bigint(),
  swapped_through: epochMs(),
  owed: bigint(),
  status: text<OrderStatus>(),
  close_price: nullable(bigint<Price>()),
  profit: nullable(bigint()),
  close_reason: nullable(text<CloseReason>()),
  closed_at: nullable(epochMs()),
  events: integer(),
})

/** Columns that identify an order and never change. */
const orderIdentity = columns({
  id: uuid(),
  sequence: bigint(),
  order_no: text(),
  public_id: uuid(),
  user_id: uuid(),
  mode: text<AccountMode>(),
  code: text(),
  direction: text<Direction>(),
  kind: text<OrderKind>(),
  part_of: nullable(uuid()),
  leverage: integer(),
  expires_at: nullable(epochMs()),
  terms: json<Terms>('jsonb'),
  created_at: epochMs(),
})

export const orderInsert = compositeType('order_insert', {
  item: place<'item'>(),
  identity: orderIdentity,
  state: orderState,
})

export const orderChange = compositeType('order_change', {
  item: place<'item'>(),
  id: uuid(),
  state: orderState,
})

export const orderEvent = compositeType('order_event', {
  item: place<'item'>(),
  order_id: uuid(),
  number: integer(),
  kind: text<EventKind>(),
  at: epochMs(),
  facts: json<object>('jsonb'),
})

export const orderKey = compositeType('order_key', {
  item: place<'item'>(),
  user_id: uuid(),
  key: uuid(),
  call: text(),
  body_hash: text(),
  answer: json<ContractOrder>('json'),
})

export type OrderIdentity = RowOf<typeof orderIdentity>
export type OrderState = RowOf<typeof orderState>

/** A new order, or the whole changeable state of a known one. */
export type OrderRow =
  | { readonly form: 'insert'; readonly identity: OrderIdentity; readonly state: OrderState }
  | { readonly form: 'change'; readonly id: string; readonly state: OrderState }

export const ordersCommit = sqlFunction('orders_commit', {
  p_fence: scalar<bigint>('bigint'),
  p_batch: scalar<bigint>('bigint'),
  p_at: timestamp,
  p_item_postings: arrayOfNumbers<number>('integer[]'),
  p_postings: arrayOf(ledgerPosting),
  p_steps: arrayOf(ledgerStep),
  p_accounts: arrayOfNumbers<AccountId>('bigint[]'),
  p_holds: arrayOfTexts,
  p_keys: arrayOf(orderKey),
  p_inserts: arrayOf(orderInsert),
  p_changes: arrayOf(orderChange),
  p_events: arrayOf(orderEvent),
  p_quotes: jsonbValue,
  p_notices: jsonbValue,
  p_action: jsonbValue,
})
