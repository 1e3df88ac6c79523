import { midOf } from '@candor/money'
import type { Market } from './market.ts'
import { type BoardQuote, isFromMarket, type TradableQuote } from './quote.ts'
import type { KeptQuote } from './quote-range.ts'
import { withTariff } from './tariff.ts'

/** Whether a tradable quote came in the market's hours, and could fill an order. */
export type QuoteHours = Pick<TradableQuote, 'inHours' | 'inSession'>

/** A quote that was judged tradable, with what it fills at and whose money it may decide about. */
export const tradableQuote = (
  market: Market,
  quote: BoardQuote,
  { inHours, inSession }: QuoteHours,
  sandbox: boolean,
): TradableQuote => ({
  ...quote,
  ...withTariff(market, quote.bid, quote.ask),
  inHours,
  inSession,
  forReal: sandbox || isFromMarket(quote.source),
})

/** A kept quote as a board shows it; its volume is not kept and reads 0. */
export const boardQuoteOf = ({ judged: _judged, ...quote }: KeptQuote): BoardQuote => ({
  ...quote,
  mid: midOf(quote.bid, quote.ask),
  volume: 0,
})

/** How a kept quote was judged when it was taken in; null when it was not tradable. */
export const hoursOfKept = ({ judged }: Pick<KeptQuote, 'judged'>): QuoteHours | null =>
  judged === 0 ? null : { inHours: judged === 2, inSession: judged >= 2 }
