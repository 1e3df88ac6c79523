import { isMarginCall, mustStopOut, type TradableQuote, worstOf } from '@candor/rules'
import type { EngineParts } from './engine-parts.ts'
import type { Account, Position } from './position.ts'

/** Judges accounts exactly where a guard was reached or something changed, and sets their guards anew. */
export class StopOuts {
  private readonly parts: EngineParts
  /** Closes a position at a quote; false when it cannot be done now. */
  private readonly close: (position: Position, quote: TradableQuote) => boolean

  constructor(parts: EngineParts, close: (position: Position, quote: TradableQuote) => boolean) {
    this.parts = parts
    this.close = close
  }

  /** Account by account in order of appearance; only where this quote changes what the account is worth. */
  judge(accounts: ReadonlySet<Account>, quote: TradableQuote): void {
    const inOrder = [...accounts].sort((a, b) => a.sequence - b.sequence)
    for (const account of inOrder) {
      if (quote.inHours && this.touches(account, quote.code)) this.stopOut(account, quote)
      this.call(account)
      this.parts.book.guard(account, this.parts.valuation)
    }
  }

  private touches(account: Account, code: string): boolean {
    if (account.legs.has(code)) return true
    for (const { market } of account.legs.values())
      if (this.parts.valuation.conversionQuote(market)?.code === code) return true
    return false
  }

  /** Accounts that were told of a margin call and stand above it again may be told once more. */
  recall(accounts: Iterable<Account>): void {
    for (const account of accounts) {
      const equity = account.called ? this.equityOf(account) : null
      if (equity === null || isMarginCall(equity, account.usedMarginMinor)) continue
      account.called = false
      this.parts.book.unguarded.add(account)
    }
  }

  /** Told once a crossing, from above to 100 % of the used margin or below (rulebook, Contracts). */
  private call(account: Account): void {
    const equity = this.equityOf(account)
    if (equity === null) return
    const below = isMarginCall(equity, account.usedMarginMinor)
    if (below && !account.called) this.parts.onMarginCall(account, equity)
    account.called = below
  }

  /** Closes the worst loss, and the next, until equity is above half of the used margin (rulebook, Contracts). */
  private stopOut(account: Account, quote: TradableQuote): void {
    while (this.isBelow(account)) {
      const closable = [...account.positions.values()].flatMap((position) => {
        const at = this.quoteFor(position, quote)
        const profit = this.parts.valuation.profitOf(position)
        return at === null || profit === null
          ? []
          : [{ position, at, sequence: position.sequence, profitMinor: profit }]
      })
      const worst = worstOf(closable)
      if (worst === null || !this.close(worst.position, worst.at)) return
    }
  }

  private isBelow(account: Account): boolean {
    const equity = this.equityOf(account)
    return equity !== null && mustStopOut(equity, account.usedMarginMinor)
  }

  /** Null where it is not whole: nobody is judged on half a picture, a market's first quote is waited for. */
  private equityOf(account: Account): bigint | null {
    if (account.balanceMinor === null) return null
    const { valuation } = this.parts
    let equity = account.balanceMinor
    for (const position of account.positions.values()) {
      const profit = valuation.prices(position.market.code) === null ? null : valuation.profitOf(position)
      if (profit === null) return null
      equity += profit
    }
    return equity
  }

  /** The quote a stop-out of this position would fill at; null where its market is closed or its quote too old. */
  private quoteFor(position: Position, quote: TradableQuote): TradableQuote | null {
    const { code } = position.market
    const at = code === quote.code ? quote : this.parts.valuation.prices(code)
    if (at === null || !this.parts.mayFill(position.account.mode, at)) return null
    if (at === quote) return at
    // Just after a split a market has no price that trades, only one to be valued at.
    if (this.parts.board.latestTradable(code) === null) return null
    return this.parts.board.isOpen(code) && this.parts.isFresh(at) ? at : null
  }
}
