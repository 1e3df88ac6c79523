import type { Exact, Price } from '@candor/money'
import {
  closingPrice,
  conversionCodes,
  conversionOf,
  type Market,
  ownPrices,
  profitMinor,
  type SplitRatio,
  splitPrice,
  type TradableQuote,
} from '@candor/rules'
import type { PriceBoard } from '../markets/board.ts'
import type { Account, Leg, Position } from './position.ts'
import type { GuardPrices } from './stop-out-guard.ts'

/** Conversions that no market's quote gives (`candor replay --rate EUR=1.13`): USDT for one unit. */
export type GivenRates = ReadonlyMap<string, Exact>

/** What things are worth now: positions at the newest tradable quote in hours, currencies at the newest tradable mid. */
export class Valuation implements GuardPrices {
  private readonly board: PriceBoard
  private readonly given: GivenRates
  private readonly marks = new Map<string, TradableQuote>()

  constructor(board: PriceBoard, given: GivenRates = new Map()) {
    this.board = board
    this.given = given
  }

  /** True when it is the market's first. */
  mark(quote: TradableQuote): boolean {
    const first = !this.marks.has(quote.code)
    this.marks.set(quote.code, quote)
    return first
  }

  /** What a split market's positions are worth is known before its first new quote; half to even to the price's unit. */
  rebase(code: string, ratio: SplitRatio): void {
    const mark = this.marks.get(code)
    if (mark === undefined) return
    const after = (price: Price) => splitPrice(price, ratio)
    const { bid, ask, mid, sellPrice, buyPrice } = mark
    this.marks.set(code, {
      ...mark,
      bid: after(bid),
      ask: after(ask),
      mid: after(mid),
      sellPrice: after(sellPrice),
      buyPrice: after(buyPrice),
    })
  }

  prices(code: string): TradableQuote | null {
    return this.marks.get(code) ?? null
  }

  mid(code: string): bigint | null {
    return this.board.latestTradable(code)?.mid ?? null
  }

  conversion(market: Market): Exact | null {
    return (
      conversionOf(market.quoteCurrency, (code) => this.board.latestTradable(code)?.mid ?? null) ??
      this.given.get(market.quoteCurrency) ??
      null
    )
  }

  /** The quote a conversion was taken from; null for USD, USDT and given rates. */
  conversionQuote(market: Market): TradableQuote | null {
    for (const { code } of conversionCodes(market.quoteCurrency)) {
      const quote = this.board.latestTradable(code)
      if (quote !== null) return quote
    }
    return null
  }

  /** What closing now would give, before its commission; null without a quote to say it. */
  profitOf(position: Position): bigint | null {
    const mark = this.prices(position.market.code) ?? this.board.latestTradable(position.market.code)
    const conversion = this.conversion(position.market)
    if (mark === null || conversion === null) return null
    return profitMinor(
      position,
      closingPrice(position.direction, ownPrices(position.market, mark)),
      position.market.contractSize,
      conversion,
    )
  }

  /** Unrealised profit of all positions; what has no quote yet counts as nothing. */
  unrealised(account: Account): bigint {
    let sum = 0n
    for (const position of account.positions.values()) sum += this.profitOf(position) ?? 0n
    return sum
  }

  /** What closing all of these legs now would cost the operator, to within a unit a leg. */
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
