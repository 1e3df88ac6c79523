import { Exact } from '@candor/money'
import type { BoardQuote, TradableQuote } from '@candor/rules'
import type { DecisionQuotes } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import { eventQuotes } from '../orders/order-rows.ts'
import { conversionDetails, type EventDetails, quoteDetails, quotesOf } from '../receipts/event-details.ts'

/** Describes the quote that an action of the market was measured by, null for a dividend, and the conversion. */
export function actionDetails(
  { board, valuation }: DecisionQuotes,
  { market, account }: Position,
  quote: TradableQuote | null,
): EventDetails {
  const values = valuation.of(account.mode)
  if (quote !== null) return quoteDetails(market, eventQuotes(board, values, market, quote))
  return {
    conversion: conversionDetails(market, {
      conversion: values.conversion(market) ?? new Exact(1n),
      conversionQuote: values.conversionQuote(market),
    }),
  }
}

/** Lists these quotes for the journal. */
export const quotesOfAction = (
  { board, valuation }: DecisionQuotes,
  { market, account }: Position,
  quote: TradableQuote | null,
): BoardQuote[] => {
  const values = valuation.of(account.mode)
  if (quote !== null) return quotesOf(eventQuotes(board, values, market, quote))
  return [values.conversionQuote(market)].flatMap((converting) => converting ?? [])
}
