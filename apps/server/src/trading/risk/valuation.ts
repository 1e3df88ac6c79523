import { divide, type Exact, type Price, roundHalfEven } from '@candor/money'
import {
  type AccountMode,
  closingPrice,
  conversionCodes,
  conversionOf,
  decidedBy,
  type Market,
  ownPrices,
  profitMinor,
  type SplitRatio,
  splitPrice,
  type TradableQuote,
} from '@candor/rules'
import type { Leg, Position } from '../engine/position.ts'
import type { ProcessedBoard } from '../quotes/processed-board.ts'
import type { CurrentPrices } from './stop-outs/guard-prices.ts'

/** Conversions without a market's quote (`candor replay --rate EUR=1.13`): USDT for one unit. */
export type SuppliedRates = ReadonlyMap<string, Exact>

export interface ValuationRules {
  readonly suppliedRates: SuppliedRates
  /** Age from which on a price of an open market is only an estimate, in ms. */
  readonly outdatedMs: number
}

/** With the rates of the board's own markets. */
export const liveValuation: ValuationRules = { suppliedRates: new Map(), outdatedMs: 60_000 }

/** Prices a market closes at, as the board's quotes give them. */
export type ClosingPrices = Pick<TradableQuote, 'sellPrice' | 'buyPrice'>

/** A mark as it came, and the split that it was adjusted for since. */
interface SplitMark {
  readonly quote: TradableQuote
  readonly ratio: SplitRatio
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
  /** Marks that a split adjusted, until their market quotes again. */
  private readonly splitMarks = new Map<string, SplitMark>()
  private lastKnown: ReadonlyMap<string, ClosingPrices> = new Map()

  constructor(mode: AccountMode, board: ProcessedBoard, { suppliedRates, outdatedMs }: ValuationRules) {
    this.mode = mode
    this.board = board
    this.suppliedRates = suppliedRates
    this.outdatedMs = outdatedMs
  }

  /** True when it is the market's first. */
  mark(quote: TradableQuote): boolean {
    const first = !this.marks.has(quote.code)
    this.marks.set(quote.code, quote)
    if (this.splitMarks.size > 0) this.splitMarks.delete(quote.code)
    return first
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
    const before = this.splitMarks.get(code)
    const quote = before?.quote ?? mark
    // Of two splits at once the price is rounded once: it follows from the quote that came and their product.
    const whole = before === undefined ? ratio : product(before.ratio, ratio)
    this.splitMarks.set(code, { quote, ratio: whole })
    const after = (price: Price) => splitPrice(price, whole)
    const { bid, ask, mid } = quote
    this.marks.set(code, {
      ...quote,
      ...afterSplit(quote, whole),
      bid: after(bid),
      ask: after(ask),
      mid: after(mid),
    })
  }

  /** Returns a mark that was adjusted for a split as it came, with the ratio; null where the mark is a quote as it came. */
  splitMark(code: string): SplitMark | null {
    return this.splitMarks.get(code) ?? null
  }

  prices(code: string): TradableQuote | null {
    return this.marks.get(code) ?? null
  }

  /** Returns the quote that values its positions for display: before the market's first quote in hours, the newest one outside them. */
  shown(code: string): TradableQuote | null {
    return this.prices(code) ?? this.board.latestTradable(code, this.mode)
  }

  mid(code: string): bigint | null {
    return this.board.latestTradable(code, this.mode)?.mid ?? null
  }

  conversion(market: Market): Exact | null {
    return (
      conversionOf(market.quoteCurrency, (code) => this.newest(code)?.mid ?? null) ??
      this.suppliedRates.get(market.quoteCurrency) ??
      null
    )
  }

  /** The quote a conversion was taken from; null for USD, USDT and given rates. */
  conversionQuote(market: Market): TradableQuote | null {
    for (const { code } of conversionCodes(market.quoteCurrency)) {
      const quote = this.newest(code)
      if (quote !== null) return quote
    }
    return null
  }

  /** Since a restart a closed market may have sent nothing: then the last quote of its hours (`mark-closed-markets.ts`). */
  private newest(code: string): TradableQuote | null {
    return this.board.latestTradable(code, this.mode) ?? this.prices(code)
  }

  /** Returns the profit of closing now, before its commission; null without a quote. */
  profitOf(position: Position): bigint | null {
    const mark = this.shown(position.market.code)
    const conversion = this.conversion(position.market)
    if (mark === null || conversion === null) return null
    return profitMinor(
      position,
      closingPrice(position.direction, ownPrices(position.market, mark)),
      position.market.contractSize,
      conversion,
    )
  }

  /** Profit of all of an account's positions in one market, half to even once; null without a quote or conversion. */
  legProfit(leg: Leg): bigint | null {
    const { code } = leg.market
    return this.profitAt(leg, this.prices(code) ?? this.board.latestTradable(code, this.mode))
  }

  /** Checks whether the market has a price from within its hours that is not outdated: while it is open, prices are of the last minute. */
  isMarked(code: string): boolean {
    const mark = this.shown(code)
    return mark?.inHours === true && !(this.board.isOpen(code) && this.board.ageMs(mark) > this.outdatedMs)
  }

  /** Their profit at the market's last prices in hours before this engine began; null where none are known, or newer ones are. */
  lastKnownProfit(leg: Leg): bigint | null {
    if (this.prices(leg.market.code) !== null) return null
    return this.profitAt(leg, this.lastKnown.get(leg.market.code) ?? null)
  }

  /** Last prices of markets before this engine began, for what they are worth before their first quote in hours. */
  knowLast(prices: ReadonlyMap<string, ClosingPrices>): void {
    this.lastKnown = prices
  }

  private profitAt(leg: Leg, mark: ClosingPrices | null): bigint | null {
    const conversion = this.conversion(leg.market)
    if (mark === null || conversion === null) return null
    const gain = mark.sellPrice * leg.buyLots - leg.buyCost + leg.sellCost - mark.buyPrice * leg.sellLots
    return divide(
      gain * leg.market.contractSize * conversion.numerator,
      conversion.denominator * 10n ** 12n,
      roundHalfEven,
    )
  }

  /** Returns the operator's cost of closing all of these legs now, to within a unit a leg. */
  exposure(legs: Iterable<Leg>): bigint {
    let sum = 0n
    for (const leg of legs) {
      const mark = this.prices(leg.market.code)
      const conversion = this.conversion(leg.market)
      if (mark === null || conversion === null) continue
      const gain = mark.sellPrice * leg.buyLots - leg.buyCost + leg.sellCost - mark.buyPrice * leg.sellLots
      sum += (gain * leg.market.contractSize * conversion.numerator) / (conversion.denominator * 10n ** 12n)
    }
    return sum
  }
}

const afterSplit = ({ sellPrice, buyPrice }: ClosingPrices, ratio: SplitRatio): ClosingPrices => ({
  sellPrice: splitPrice(sellPrice, ratio),
  buyPrice: splitPrice(buyPrice, ratio),
})

const product = (one: SplitRatio, other: SplitRatio): SplitRatio => ({
  fresh: one.fresh * other.fresh,
  old: one.old * other.old,
})

/** Valuations by account mode: each value depends on whose money it is. */
export class Valuation {
  private readonly modes: Readonly<Record<AccountMode, ModeValuation>>

  constructor(board: ProcessedBoard, rules: ValuationRules) {
    this.modes = {
      demo: new ModeValuation('demo', board, rules),
      real: new ModeValuation('real', board, rules),
    }
  }

  of(mode: AccountMode): ModeValuation {
    return this.modes[mode]
  }

  /** Marks the quote for the modes it may decide about; returns those for which it is the market's first. */
  mark(quote: TradableQuote): AccountMode[] {
    return decidedBy(quote).filter((mode) => this.modes[mode].mark(quote))
  }

  rebase(code: string, ratio: SplitRatio): void {
    for (const valuation of Object.values(this.modes)) valuation.rebase(code, ratio)
  }

  /** Returns the profit of closing now, before its commission; null without a quote. */
  profitOf(position: Position): bigint | null {
    return this.modes[position.account.mode].profitOf(position)
  }
}
