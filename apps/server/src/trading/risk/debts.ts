import { writeLots, writePrice, writeUsdt } from '@candor/money'
import type { BoardQuote, TradableQuote } from '@candor/rules'
import type { DecisionQuotes } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import { eventQuotes } from '../orders/order-rows.ts'
import { type EventDetails, type EventQuotes, quoteDetails, quotesOf } from '../receipts/event-details.ts'

/** A debt that a position in profit takes on for a loss of its account. Amounts in USDT's smallest unit. */
export interface Debt {
  /** As it was just before. */
  readonly position: Position
  readonly minor: bigint
  /** Profit of closing it then, before its debts. */
  readonly profitMinor: bigint
  /** Figures of the loss that its receipt shows, as of a close that pays one. */
  readonly cover: EventDetails
  /** False where an action of its market gave it another price than its quote's. */
  readonly isQuoted: boolean
}

/** Details of a debt's event, and the quotes they name. */
export interface DebtRecord {
  readonly details: EventDetails
  readonly quotes: readonly BoardQuote[]
}

/** Records a debt with the quote its profit was measured by; a market that has not quoted since a split or a dividend has none. */
export function recordDebt({ board, valuation }: DecisionQuotes, debt: Debt, lossOf: string): DebtRecord {
  const { market, account } = debt.position
  const own = valuation.of(account.mode)
  const isUnadjusted = debt.isQuoted && own.adjustedMark(market.code) === null
  const quote: TradableQuote | null = isUnadjusted ? own.shown(market.code) : null
  const quotes = quote === null ? null : eventQuotes(board, own, market, quote)
  return { details: owedDetails(debt, lossOf, quotes), quotes: quotes === null ? [] : quotesOf(quotes) }
}

/**
 * Describes a debt: a position owes a part of another's loss until its own close. Contains what it owed before and owes now, its profit, and
 * the figures of the loss. With the quote of that moment its profit can be recomputed.
 */
const owedDetails = (
  { position, minor, profitMinor, cover }: Debt,
  lossOf: string,
  quotes: EventQuotes | null,
): EventDetails => ({
  ...(quotes !== null && {
    ...quoteDetails(position.market, quotes),
    lots: writeLots(position.lots),
    openPrice: writePrice(position.openPrice),
    spreadAdded: writePrice(position.market.spreadAdded),
  }),
  lossOf,
  cover,
  profit: writeUsdt(profitMinor),
  owedBefore: writeUsdt(position.owedMinor),
  owed: writeUsdt(position.owedMinor + minor),
})
