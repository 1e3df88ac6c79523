import type { Books, Held } from './books.ts'
import { add, bankers, type Fraction, fraction } from './fractions.ts'
import type { Tick } from './judgements.ts'
import type { Prices } from './prices.ts'

/** Value and free funds of an account, computed from scratch each time. */
export class Worth {
  private readonly books: Books
  private readonly prices: Prices

  constructor(books: Books, prices: Prices) {
    this.books = books
    this.prices = prices
  }

  /** Profit of all that is open, rounded once a market, less what is owed. */
  unrealised(as: string): bigint {
    const byMarket = new Map<string, Fraction>()
    let owed = 0n
    for (const one of this.books.heldBy(as)) {
      const gain = this.prices.gain(one, this.tickOf(one.code))
      byMarket.set(one.code, add(byMarket.get(one.code) ?? fraction(0n), gain))
      owed += one.owed
    }
    return [...byMarket.values()].reduce((sum, gain) => sum + bankers(gain), -owed)
  }

  equity(as: string): bigint {
    return this.books.balanceOf(as) + this.unrealised(as)
  }

  /** The smaller of what is not set aside, and of what equity leaves after margin and waiting orders. */
  free(as: string): bigint {
    const byEquity = this.equity(as) - this.books.used(as) - this.books.heldForWaiting(as)
    const byBalance = this.books.notSetAside(as)
    const least = byBalance < byEquity ? byBalance : byEquity
    return least > 0n ? least : 0n
  }

  /** Returns the account's other positions in profit, the most profitable first. */
  winners(other: Held): { readonly one: Held; readonly profit: bigint }[] {
    return this.inProfit(other.as).filter(({ one }) => one !== other)
  }

  /** Everything of an account that is in profit after what it owes, the most profitable first. */
  inProfit(as: string): { readonly one: Held; readonly profit: bigint }[] {
    return this.books
      .heldBy(as)
      .map((one) => ({ one, profit: this.prices.profit(one, this.tickOf(one.code)) - one.owed }))
      .filter(({ profit }) => profit > 0n)
      .sort((a, b) => Number(b.profit - a.profit) || a.one.order - b.one.order)
  }

  private tickOf(code: string): Tick {
    return this.prices.hasMark(code) ? this.prices.mark(code) : this.prices.newest(code)
  }
}
