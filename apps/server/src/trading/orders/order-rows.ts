import { Exact } from '@candor/money'
import type { Market, TradableQuote } from '@candor/rules'
import type { OrderIdentity, OrderRow, OrderState } from '../commits/order-types.ts'
import type { Account, Position } from '../engine/position.ts'
import { neighbourhood, type ProcessedBoard } from '../quotes/processed-board.ts'
import { type EventQuotes, termsOf } from '../receipts/event-details.ts'
import { spendableOf } from '../risk/funds/account-funds.ts'
import type { ModeValuation } from '../risk/mode-valuation.ts'

/** Collects the inputs of an event's decision: the quote, those just before it, and the conversion. */
export function eventQuotes(
  board: ProcessedBoard,
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
    conversion: valuation.shownConversion(market) ?? new Exact(1n),
    conversionQuote: valuation.conversionQuote(market),
  }
}

/** A new order as a row. */
export const wholeRow = (position: Position): OrderRow => ({
  form: 'insert',
  identity: identityOf(position),
  state: stateOf(position, holdsOf(position)),
})

/** A market order as a row. Its hold is its margin, under its own id, which `holds` need not repeat. */
export const openRow = (position: Position): OrderRow => ({
  form: 'insert',
  identity: identityOf(position),
  state: stateOf(position, null),
})

/** The whole changeable state of an order that has a row. */
export const changeRow = (position: Position): OrderRow => ({
  form: 'change',
  id: position.id,
  state: stateOf(position, holdsOf(position)),
})

const identityOf = (position: Position): OrderIdentity => ({
  id: position.id,
  sequence: position.sequence,
  order_no: position.orderNo,
  public_id: position.publicId,
  user_id: position.account.userId,
  mode: position.account.mode,
  code: position.market.code,
  direction: position.direction,
  kind: position.kind,
  part_of: position.partOf,
  leverage: position.leverage,
  expires_at: position.expiresAt,
  terms: termsOf(position.market),
  created_at: position.createdAt,
})

const holdsOf = ({ holds }: Position): OrderState['holds'] =>
  holds.map(({ id, minor }) => [id, minor.toString()] as const)

const stateOf = (position: Position, holds: OrderState['holds']): OrderState => ({
  lots: position.lots,
  margin: position.marginMinor,
  price: position.price,
  open_price: position.openedAt === null ? null : position.openPrice,
  opened_at: position.openedAt,
  stop_loss: position.stopLoss,
  take_profit: position.takeProfit,
  trail_distance: position.trailing,
  trail_from: position.trail?.from ?? null,
  trail_number: position.trail?.number ?? null,
  holds,
  fee: position.feeMinor,
  swap: position.swapMinor,
  swapped_through: position.swappedThrough,
  owed: position.owedMinor,
  status: position.status,
  close_price: position.closePrice,
  profit: position.profitMinor,
  close_reason: position.closeReason,
  closed_at: position.closedAt,
  events: position.events,
})

/**
 * Sums the effect of consecutive changes on a balance. No loss spends what is held for other than trading or promised to an outflow
 * (rulebook, Contracts): the operator covers the part of a cost beyond it. `broughtMinor` reached the balance just before, with the same effect.
 */
export function clampedDeltaMinor(
  account: Account,
  changesMinor: readonly bigint[],
  broughtMinor = 0n,
): bigint {
  if (account.balanceMinor === null) return changesMinor.reduce((sum, change) => sum + change, 0n)
  const before = account.balanceMinor + broughtMinor
  let balance = before
  for (const change of changesMinor) {
    const spendable = spendableOf(account, balance)
    balance += change < -spendable ? -spendable : change
  }
  return balance - before
}
