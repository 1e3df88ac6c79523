import {
  type AccountMode,
  type BoardQuote,
  decidedBy,
  isFromMarket,
  isOpenAt,
  type Market,
  MedianWindow,
  medianMinimum,
  type QuoteHours,
  type SplitRatio,
  type TradableQuote,
  tradableQuote,
  wellFormed,
} from '@candor/rules'

/**
 * Decides which quotes of one market are tradable, and keeps the newest for each account mode it may decide about (rulebook, Which quotes
 * trade, Source of prices). Market data and simulated prices are compared with their own kind only: a simulated price never decides which
 * live quote may trade, nor the reverse.
 */
export class QuoteJudge {
  private market: Market
  private readonly sandbox: boolean
  private readonly fromMarket = new MedianWindow()
  private readonly made = new MedianWindow()
  private readonly newest: Record<AccountMode, TradableQuote | null> = { demo: null, real: null }

  constructor(market: Market, sandbox: boolean) {
    this.market = market
    this.sandbox = sandbox
  }

  /** Goes on with a market whose hours, name or symbols changed. */
  follow(market: Market): void {
    this.market = market
  }

  /** Returns the newest tradable quote that may decide for an account of this mode. */
  latest(mode: AccountMode): TradableQuote | null {
    return this.newest[mode]
  }

  /** Adds a well-formed quote to those that the next is compared with. */
  note({ bid, ask, source }: BoardQuote): void {
    if (wellFormed(bid, ask)) this.windowOf(source).add(bid, ask)
  }

  /**
   * Reports whether a quote is a bad print: not well-formed, or too far from the median of the quotes before it. While there are too few of
   * those, a well-formed quote is none. Call it before `judge`, which adds the quote to them.
   */
  isBadPrint({ bid, ask, source }: BoardQuote): boolean {
    if (!wellFormed(bid, ask)) return true
    const before = this.windowOf(source)
    return before.size >= medianMinimum && !before.accepts(bid, ask)
  }

  /** Decides whether a quote is tradable, by the quotes before it; null: it is not. */
  judge(quote: BoardQuote, halted: boolean): TradableQuote | null {
    const { bid, ask } = quote
    if (!wellFormed(bid, ask)) return null
    const near = this.windowOf(quote.source).accepts(bid, ask)
    this.note(quote)
    if (!near) return null
    const inSession = isOpenAt(this.market, quote.source === 'replay' ? quote.time : quote.receivedAt)
    return this.take(quote, { inSession, inHours: inSession && !halted })
  }

  /** Records a quote that was judged tradable as the newest for the modes it may decide about. */
  take(quote: BoardQuote, hours: QuoteHours): TradableQuote {
    const tradable = tradableQuote(this.market, quote, hours, this.sandbox)
    for (const mode of decidedBy(tradable)) this.newest[mode] = tradable
    return tradable
  }

  /** A split: nothing trades before the first quote on the new scale. */
  rebase({ old, fresh }: SplitRatio): void {
    this.fromMarket.rebase(old, fresh)
    this.made.rebase(old, fresh)
    this.newest.demo = null
    this.newest.real = null
  }

  private windowOf(source: BoardQuote['source']): MedianWindow {
    return isFromMarket(source) ? this.fromMarket : this.made
  }
}
