import { divide, type Exact, type Price, roundHalfEven } from '@candor/money'
import {
  type AccountMode,
  closingPrice,
  conversionCodes,
  conversionOf,
  type Market,
  ownPrices,
  type PaidDividend,
  profitMinor,
  type SplitRatio,
  splitPrice,
  type TradableQuote,
} from '@candor/rules'
import type { Leg, Position } from '../engine/position.ts'
import type { ProcessedBoard } from '../quotes/processed-board.ts'
import {
  type AdjustedMark,
  adjustedQuote,
  afterDividend,
  afterSplit,
  asItCame,
  type ClosingPrices,
  splitProduct,
} from './adjusted-mark.ts'
import type { CurrentPrices } from './stop-outs/guard-prices.ts'

/** Conversions without a market's quote (`candor replay --rate EUR=1.13`): USDT for one unit. */
export type SuppliedRates = ReadonlyMap<string, Exact>

export interface ValuationRules {
  readonly suppliedRates: SuppliedRates
  /** Age from which on a price of an open market is only an estimate, in ms. */
  readonly outdatedMs: number
}

/**
 * Values positions and currencies for accounts of one mode, by the quotes that may decide about their money: positions at the newest
 * tradable quote in hours, currencies at the newest tradable mid.
 */
export class ModeValuation implements CurrentPrices {
  private readonly mode: AccountMode
  private readonly board: ProcessedBoard
  private readonly suppliedRates: SuppliedRates
  private readonly outdatedMs: number
  private readonly marks = new Map<string, TradableQuote>()
  /** Markets valued at a stored quote: this engine has taken none of them yet. */
  private readonly stored = new Set<string>()
  /** Open ones of them whose stored quote is outdated: for a while decisions wait for a newer one. */
  private readonly awaited = new Set<string>()
  /** Marks that a split or a dividend adjusted, until their market quotes again. */
  private readonly adjustedMarks = new Map<string, AdjustedMark>()
  private readonly dividends = new Map<string, readonly PaidDividend[]>()
  private lastKnown: ReadonlyMap<string, ClosingPrices> = new Map()

  constructor(mode: AccountMode, board: ProcessedBoard, { suppliedRates, outdatedMs }: ValuationRules) {
    this.mode = mode
    this.board = board
    this.suppliedRates = suppliedRates
    this.outdatedMs = outdatedMs
  }

  /** True when it is the market's first since this engine began. */
  mark(quote: TradableQuote): boolean {
    const first = !this.marks.has(quote.code) || this.stored.has(quote.code)
    this.setMark(quote)
    return first
  }

  /** Values a market at a stored quote until it quotes. */
  restore(quote: TradableQuote): void {
    this.setMark(quote)
    // Only here: what this engine takes after it paid a dividend is without it, even if the clock was set back meanwhile.
    for (const dividend of this.dividends.get(quote.code) ?? []) this.deduct(quote.code, dividend)
    this.stored.add(quote.code)
    if (this.isSilent(quote.code) && this.board.ageMs(quote) > this.outdatedMs) this.awaited.add(quote.code)
  }

  /** Decides by outdated stored quotes from now on; false when no market was awaited. */
  stopAwaiting(): boolean {
    const isOver = this.awaited.size > 0
    this.awaited.clear()
    return isOver
  }

  private setMark(quote: TradableQuote): void {
    this.marks.set(quote.code, quote)
    if (this.adjustedMarks.size > 0) this.adjustedMarks.delete(quote.code)
    if (this.stored.delete(quote.code)) this.awaited.delete(quote.code)
  }

  /**
   * Adjusts the last prices of a split market, so that its positions have a value before its first new quote. Rounds half to even to the
   * price's unit.
   */
  rebase(code: string, ratio: SplitRatio): void {
    const last = this.lastKnown.get(code)
    if (last !== undefined)
      this.lastKnown = new Map(this.lastKnown).set(code, { ...last, ...afterSplit(last, ratio) })
    const mark = this.marks.get(code)
    if (mark === undefined) return
    const { quote, ratio: before, dividend } = this.adjustedMarks.get(code) ?? asItCame(mark)
    // Of two splits at once the price is rounded once: it follows from the quote that came and their product.
    const whole = before === null ? ratio : splitProduct(before, ratio)
    this.adjust({ quote, ratio: whole, dividend: splitPrice(dividend, ratio) })
  }

  /**
   * Takes a dividend off the last prices of its market if they contain it, as its positions gain or lose it in cash before the first quote
   * without it.
   */
  payDividend(code: string, dividend: PaidDividend): void {
    const last = this.lastKnown.get(code)
    if (last !== undefined)
      this.lastKnown = new Map(this.lastKnown).set(code, afterDividend(last, dividend.amount))
    this.knowDividend(code, dividend)
  }

  /** Takes a dividend that was paid before this engine began off the mark of its market, and off stored quotes that become it. */
  knowDividend(code: string, dividend: PaidDividend): void {
    this.dividends.set(code, [...(this.dividends.get(code) ?? []), dividend])
    this.deduct(code, dividend)
  }

  /** Returns the dividends for one unit that were paid since a quote came, which its prices still contain unless they are the mark's. */
  paidSince({ code, seq, receivedAt }: TradableQuote): Price {
    const adjusted = this.adjustedMarks.get(code)
    if (adjusted?.quote.seq === seq) return adjusted.dividend
    const paid = (this.dividends.get(code) ?? []).filter(({ at }) => receivedAt <= at)
    return paid.reduce((sum, { amount }) => sum + amount, 0n) as Price
  }

  private deduct(code: string, { at, amount }: PaidDividend): void {
    const mark = this.marks.get(code)
    if (mark === undefined || mark.receivedAt > at) return
    const before = this.adjustedMarks.get(code) ?? asItCame(mark)
    this.adjust({ ...before, dividend: (before.dividend + amount) as Price })
  }

  private adjust(adjusted: AdjustedMark): void {
    const { code } = adjusted.quote
    this.adjustedMarks.set(code, adjusted)
    this.marks.set(code, adjustedQuote(adjusted))
  }

  /** Returns a mark that was adjusted for a split or a dividend as it came; null where the mark is a quote as it came. */
  adjustedMark(code: string): AdjustedMark | null {
    return this.adjustedMarks.get(code) ?? null
  }

  /** Returns the quote that decisions value its positions at; null before the first, and while a newer one is awaited. */
  prices(code: string): TradableQuote | null {
    return this.awaited.has(code) ? null : (this.marks.get(code) ?? null)
  }

  /** Returns the quote that values its positions: without any from within the market's hours, the newest one outside them. */
  shown(code: string): TradableQuote | null {
    return this.marks.get(code) ?? this.board.latestTradable(code, this.mode)
  }

  /** The same quote before any adjustment for a split or a dividend: the one that is stored under its number. */
  shownAsItCame(code: string): TradableQuote | null {
    return this.adjustedMarks.get(code)?.quote ?? this.shown(code)
  }

  mid(code: string): bigint | null {
    return this.newest(code)?.mid ?? null
  }

  /** Returns the rate that decisions convert at; null without one, and while a newer one is awaited. */
  conversion(market: Market): Exact | null {
    if (this.awaited.size === 0) return this.shownConversion(market)
    const quote = this.conversionQuote(market)
    return quote !== null && this.awaited.has(quote.code) && this.isOfStart(quote)
      ? null
      : this.shownConversion(market)
  }

  /** Returns the rate that values positions. */
  shownConversion(market: Market): Exact | null {
    return (
      conversionOf(market.quoteCurrency, (code) => this.newest(code)?.mid ?? null) ??
      this.suppliedRates.get(market.quoteCurrency) ??
      null
    )
  }

  /** The quote that conversions are taken from; null for USD, USDT and given rates. */
  conversionQuote(market: Market): TradableQuote | null {
    for (const { code } of conversionCodes(market.quoteCurrency)) {
      const quote = this.newest(code)
      if (quote !== null) return quote
    }
    return null
  }

  /** Since a restart a market may have sent nothing: then the last quote of its hours (`restore-marks.ts`). */
  private newest(code: string): TradableQuote | null {
    return this.board.latestTradable(code, this.mode) ?? this.marks.get(code) ?? null
  }

  /** Checks whether a market is open and has not quoted since this engine began. */
  private isSilent(code: string): boolean {
    return this.board.isOpen(code) && this.board.latestTradable(code, this.mode)?.inHours !== true
  }

  /** Checks whether a quote is a stored one, of a market that should have quoted since. */
  private isOfStart(quote: TradableQuote): boolean {
    const { code } = quote
    return this.stored.has(code) && this.marks.get(code) === quote && this.isSilent(code)
  }

  /** Checks whether the market and the one that converts its currency have quoted since this engine began, or are closed. */
  isHeard(market: Market): boolean {
    if (this.stored.size === 0) return true
    const used = [this.marks.get(market.code), this.conversionQuote(market)]
    return used.every((quote) => quote == null || !this.isOfStart(quote))
  }

  /** Returns the profit of closing now, before its commission; null without a quote. */
  profitOf(position: Position): bigint | null {
    const mark = this.shown(position.market.code)
    return mark === null ? null : this.profitBy(position, mark)
  }

  /** Returns `profitOf` as it is once a dividend of its market is paid. */
  profitAfter(position: Position, { at, amount }: PaidDividend): bigint | null {
    const mark = this.marks.get(position.market.code)
    if (mark === undefined) return this.profitOf(position)
    return this.profitBy(position, mark.receivedAt > at ? mark : afterDividend(mark, amount))
  }

  private profitBy(position: Position, mark: ClosingPrices): bigint | null {
    const { direction, market } = position
    const conversion = this.shownConversion(market)
    if (conversion === null) return null
    const close = closingPrice(direction, ownPrices(market, mark))
    return profitMinor(position, close, market.contractSize, conversion)
  }

  /** Profit of all of an account's positions in one market, half to even once; null without a quote or conversion. */
  legProfit(leg: Leg): bigint | null {
    return this.profitAt(leg, this.shown(leg.market.code))
  }

  /** Returns `legProfit` for decisions: null while a newer price or rate is awaited too. */
  profitForDecision(leg: Leg): bigint | null {
    const { market } = leg
    return this.prices(market.code) === null || this.conversion(market) === null ? null : this.legProfit(leg)
  }

  /**
   * Checks whether the market has a price from within its hours that is not outdated: within them, halted or not, prices are of the last
   * minute and came since this engine began. While an action that was put off suspends it, it has none.
   */
  isMarked(market: Market): boolean {
    const { code } = market
    const mark = this.shown(code)
    if (mark?.inHours !== true || !this.isHeard(market) || this.board.isSuspended(code)) return false
    return !(this.board.isInSession(code) && this.board.ageMs(mark) > this.outdatedMs)
  }

  /** Returns their profit at the newest quote that a halt or a suspension keeps from trading; null without one. */
  barredProfit(leg: Leg): bigint | null {
    return this.profitAt(leg, this.board.newestBarred(leg.market.code, this.mode))
  }

  /** Their profit at the market's last prices in hours before this engine began; null where none are known, or newer ones are. */
  lastKnownProfit(leg: Leg): bigint | null {
    const { code } = leg.market
    if (this.marks.has(code) && !this.stored.has(code)) return null
    return this.profitAt(leg, this.lastKnown.get(code) ?? null)
  }

  /** Last prices of markets before this engine began, for what they are worth before their first quote in hours. */
  knowLast(prices: ReadonlyMap<string, ClosingPrices>): void {
    this.lastKnown = prices
  }

  private profitAt(leg: Leg, mark: ClosingPrices | null): bigint | null {
    const conversion = this.shownConversion(leg.market)
    if (mark === null || conversion === null) return null
    const gain = mark.sellPrice * leg.buyLots - leg.buyCost + leg.sellCost - mark.buyPrice * leg.sellLots
    return divide(
      gain * leg.market.contractSize * conversion.numerator,
      conversion.denominator * 10n ** 12n,
      roundHalfEven,
    )
  }

  /** Returns the operator's cost of closing all of these legs now, to within a unit a leg. */
  profitOfAll(legs: Iterable<Leg>): bigint {
    let sum = 0n
    for (const leg of legs) sum += this.profitAt(leg, this.marks.get(leg.market.code) ?? null) ?? 0n
    return sum
  }
}
