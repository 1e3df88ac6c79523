import type { AccountMode } from '@candor/contract'
import {
  isFreshConversion,
  type Market,
  type OrderKind,
  pricesFor,
  type TradableQuote,
  type Unavailable,
} from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { ActionCalendar } from '../corporate-actions/action-calendar.ts'
import type { ExposureLimits, Opening } from './limits/exposure-limits.ts'
import type { TradingCapital } from './trading-capital.ts'
import type { Valuation } from './valuation.ts'

/** Decides whether orders can be filled now or placed to wait, by the market's state, its prices and the operator's capital. */
export class Availability {
  private readonly options: {
    readonly board: PriceBoard
    readonly calendar: ActionCalendar
    readonly valuation: Valuation
    readonly capital: TradingCapital
    readonly exposureLimits: ExposureLimits
  }

  constructor(options: Availability['options']) {
    this.options = options
  }

  /** The reason that an order cannot be filled now, or placed to wait, as the rulebook and T4 say; null when it can. */
  unavailable(
    market: Market,
    quote: TradableQuote | null,
    mode: AccountMode,
    kind: OrderKind,
  ): Unavailable | null {
    const shut = this.shutNow(market, quote, kind) ?? this.beforeDividend(quote, mode, kind)
    const foreign = !pricesFor(this.options.board, market.code, mode)
    if (foreign && (shut === null || shut === 'stale')) return 'source'
    const unconverted = shut ?? this.unconvertible(market, mode, kind)
    if (unconverted !== null) return unconverted
    return this.options.capital.covers(mode) ? null : 'reserve'
  }

  /** The same of an order that opens a position: its market must be offered, and it may not take the market's net position beyond the operator's limit. */
  unavailableFor(opening: Opening & { readonly kind: OrderKind }): Unavailable | null {
    const { market, quote, mode, kind } = opening
    if (this.options.board.isCloseOnly(market.code)) return 'closeOnly'
    const reason = this.unavailable(market, quote, mode, kind)
    return reason === null && this.options.exposureLimits.refuses(opening) ? 'reserve' : reason
  }

  /**
   * A market order needs an open market and a fresh quote; what waits may be placed whenever there is a price to measure it by. While an
   * action of the market is due, there is none.
   */
  private shutNow(market: Market, quote: TradableQuote | null, kind: OrderKind): Unavailable | null {
    if (this.options.calendar.isDueIn(market.code)) return 'halted'
    if (kind !== 'market') return quote === null ? 'stale' : null
    if (this.options.board.haltedFor(market.code) !== null) return 'halted'
    if (!this.options.board.isOpen(market.code)) return 'closed'
    if (quote === null || !this.isFresh(quote)) return 'stale'
    return quote.inHours ? null : 'closed'
  }

  /** A market order fills at no price that contains a dividend which was paid since. */
  private beforeDividend(quote: TradableQuote | null, mode: AccountMode, kind: OrderKind): 'stale' | null {
    const mark = quote && this.options.valuation.of(mode).adjustedMark(quote.code)
    if (kind !== 'market' || quote === null || mark === null || mark.dividend === 0n) return null
    return quote.seq <= mark.quote.seq ? 'stale' : null
  }

  /** No rate for the market's currency, or for a market order one that is too old to open or close by on a customer's call. */
  private unconvertible(market: Market, mode: AccountMode, kind: OrderKind): 'conversion' | 'stale' | null {
    const valuation = this.options.valuation.of(mode)
    if (valuation.conversion(market) === null) return 'conversion'
    const quote = valuation.conversionQuote(market)
    const converts = quote === null ? null : this.options.board.listed(quote.code)
    if (kind !== 'market' || quote === null || converts === null) return null
    return isFreshConversion(converts, quote, this.options.board.ageMs(quote)) ? null : 'stale'
  }

  /** Checks whether a quote is recent enough to trade on: at most a minute old in a replay, otherwise as its market defines. */
  isFresh(quote: TradableQuote): boolean {
    const market = this.options.board.market(quote.code)
    const limitMs = quote.source === 'replay' ? 60_000 : (market?.maxQuoteAgeMs ?? 0)
    return this.options.board.ageMs(quote) <= limitMs
  }
}
