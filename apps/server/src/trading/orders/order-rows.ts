import { Exact } from '@candor/money'
import type { Market, TradableQuote } from '@candor/rules'
import type { Account, Position } from '../engine/position.ts'
import { type BoardAsTaken, neighbourhood } from '../quotes/board-as-taken.ts'
import { type EventQuotes, termsOf } from '../receipts/event-facts.ts'
import { spendableOf } from '../risk/funds/account-funds.ts'
import type { ModeValuation } from '../risk/valuation.ts'

/** Collects the inputs of an event's decision: the quote, those just before it, and the conversion. */
export function eventQuotes(
  board: BoardAsTaken,
  valuation: ModeValuation,
  market: Market,
  quote: TradableQuote,
): EventQuotes {
  return {
    quote,
    neighbours: board
      .recent(market.code, neighbourhood)
      .filter(({ seq }) => seq < quote.seq)
      .slice(1 - neighbourhood),
    conversion: valuation.conversion(market) ?? new Exact(1n),
    conversionQuote: valuation.conversionQuote(market),
  }
}

type Row = Readonly<Record<string, unknown>>
const text = (value: bigint | null): string | null => (value === null ? null : value.toString())

/** Columns that identify an order and never change. */
const fixedColumns = (position: Position): Row => ({
  id: position.id,
  sequence: text(position.sequence),
  order_no: position.orderNo,
  public_id: position.publicId,
  user_id: position.account.userId,
  mode: position.account.mode,
  code: position.market.code,
  direction: position.direction,
  kind: position.kind,
  leverage: position.leverage,
  terms: termsOf(position.market),
  created_at: position.createdAt,
  expires_at: position.expiresAt,
  part_of: position.partOf,
})

/** A market order without a trailing stop, as `orders_commit` takes its columns. */
export const openRow = (position: Position): Row => ({
  ...fixedColumns(position),
  lots: text(position.lots),
  open_price: text(position.openPrice),
  margin: text(position.marginMinor),
  stop_loss: text(position.stopLoss),
  take_profit: text(position.takeProfit),
  fee: text(position.feeMinor),
  opened_at: position.openedAt,
})

/** Any new order as a whole row. */
export const wholeRow = (position: Position): Row => ({ ...fixedColumns(position), ...changeRow(position) })

/** An order's whole changeable state as `orders_commit` takes it. */
export const changeRow = (position: Position): Row => ({
  id: position.id,
  lots: text(position.lots),
  open_price: position.openedAt === null ? null : text(position.openPrice),
  opened_at: position.openedAt,
  margin: text(position.marginMinor),
  price: text(position.price),
  stop_loss: text(position.stopLoss),
  take_profit: text(position.takeProfit),
  trail_distance: text(position.trailing),
  trail_from: text(position.trail?.from ?? null),
  trail_number: text(position.trail?.number ?? null),
  holds: position.holds.map(({ id, minor }) => [id, text(minor)]),
  owed: text(position.owedMinor),
  fee: text(position.feeMinor),
  swap: text(position.swapMinor),
  swapped_through: position.swappedThrough,
  close_price: text(position.closePrice),
  profit: text(position.profitMinor),
  status: position.status,
  close_reason: position.closeReason,
  closed_at: position.closedAt,
  events: position.events,
})

/**
 * Sums the effect of consecutive changes on a balance. No loss spends what is held for other than trading or promised to an outflow
 * (rulebook, Contracts): the operator covers the part of a cost beyond it. `broughtMinor` reached the balance just before, with the same effect.
 */
export function clampedDelta(account: Account, changes: readonly bigint[], broughtMinor = 0n): bigint {
  if (account.balanceMinor === null) return changes.reduce((sum, change) => sum + change, 0n)
  const before = account.balanceMinor + broughtMinor
  let balance = before
  for (const change of changes) {
    const spendable = spendableOf(account, balance)
    balance += change < -spendable ? -spendable : change
  }
  return balance - before
}
