import { midOf } from '@candor/money'
import { withAddedSpread } from '../added-spread.ts'
import type { Market } from '../market.ts'
import { type BoardQuote, isFromMarket, type TradableQuote } from '../quote.ts'
import type { StoredQuote } from './quote-range.ts'

/** Reports whether a tradable quote was received in the market's hours, and so could fill an order. */
export type QuoteHours = Pick<TradableQuote, 'inHours' | 'inSession'>

/** Builds a tradable quote: with its fill prices and the account modes it may decide for. */
export const tradableQuote = (
  market: Market,
  quote: BoardQuote,
  { inHours, inSession }: QuoteHours,
  sandbox: boolean,
): TradableQuote => ({
  ...quote,
  ...withAddedSpread(market, quote.bid, quote.ask),
  inHours,
  inSession,
  forReal: sandbox || isFromMarket(quote.source),
})

/** Converts a stored quote to a board quote. Its volume is not stored and reads 0. */
export const boardQuoteOf = ({ judged: _judged, ...quote }: StoredQuote): BoardQuote => ({
  ...quote,
  mid: midOf(quote.bid, quote.ask),
  volume: 0,
})

/** The judgement of a tradable quote as it is stored: the way back is `storedHours`. */
export function judgedOf({ inHours, inSession }: QuoteHours): 1 | 2 | 3 {
  if (inHours) return 2
  return inSession ? 3 : 1
}

/** The judgement recorded when the quote was received; null when it was not tradable. */
export const storedHours = ({ judged }: Pick<StoredQuote, 'judged'>): QuoteHours | null =>
  judged === 0 ? null : { inHours: judged === 2, inSession: judged >= 2 }
