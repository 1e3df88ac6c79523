import { Exact } from '@candor/money'
import type { BoardQuote, TradableQuote } from '@candor/rules'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import { eventQuotes } from '../orders/order-rows.ts'
import { conversionDetails, type EventDetails, quoteDetails, quotesOf } from '../receipts/event-details.ts'

/** The quote an action of the market was measured by, null for a dividend, and the conversion. */
export function actionDetails(
  { board, valuation }: Pick<EngineContext, 'board' | 'valuation'>,
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

/** The same quotes for the journal. */
export const quotesOfAction = (
  { board, valuation }: Pick<EngineContext, 'board' | 'valuation'>,
  { market, account }: Position,
  quote: TradableQuote | null,
): BoardQuote[] => {
  const values = valuation.of(account.mode)
  if (quote !== null) return quotesOf(eventQuotes(board, values, market, quote))
  return [values.conversionQuote(market)].flatMap((converting) => converting ?? [])
}
