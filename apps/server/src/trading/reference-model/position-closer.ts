import type { Books, Held } from './books.ts'
import { bankers, div, type Fraction, fraction, millionths, mul, shown, sub } from './fractions.ts'
import type { Tick } from './judgements.ts'
import type { Prices } from './prices.ts'
import type { Worth } from './worth.ts'

/** Closes positions of the reference model, and covers losses beyond the balance. */
export class PositionCloser {
  readonly books: Books
  readonly prices: Prices
  readonly worth: Worth
  /** Epoch ms. */
  readonly now: () => number

  constructor(books: Books, prices: Prices, worth: Worth, now: () => number) {
    this.books = books
    this.prices = prices
    this.worth = worth
    this.now = now
  }

  /** Closes a whole position, and covers what the balance lacks for its loss. */
  close(position: Held, tick: Tick, reason: string): void {
    this.coverLoss(position, tick, -this.gain(position, tick))
    this.settle(position, tick, reason)
  }

  /** Closes a part of a position; the rest keeps its order. */
  closePart(position: Held, lots: Fraction, tick: Tick): void {
    const at = position.buys ? tick.sell : tick.buy
    const profit = this.prices.profit({ ...position, lots }, tick)
    const fee = this.prices.fee(position.code, lots, at)
    const owed = bankers(mul(fraction(position.owed), div(lots, position.lots)))
    this.coverLoss(position, tick, fee + owed - profit)
    this.books.pay(position.as, profit)
    this.books.pay(position.as, -fee)
    this.books.pay(position.as, -owed)
    position.owed -= owed
    const whole = mul(fraction(position.margin), div(lots, position.lots))
    const share = whole.n / whole.d
    position.margin -= share
    position.held -= share
    position.lots = sub(position.lots, lots)
    // The part is a closed order of its own, with a number of its own.
    this.books.nextOrder()
    this.books.lines.push(`${position.ref} user ${shown(at)} ${millionths(profit)}`)
  }

  /** Records what the balance lacks for a cost that closes nothing as a debt of positions in profit. */
  owe(as: string, cost: bigint): void {
    let missing = cost - this.books.balanceOf(as)
    const winners = missing > 0n ? this.worth.inProfit(as) : []
    for (const { one: position, profit } of winners) {
      const share = profit < missing ? profit : missing
      position.owed += share
      missing -= share
      if (missing === 0n) return
    }
  }

  private settle(position: Held, tick: Tick, reason: string): void {
    const at = position.buys ? tick.sell : tick.buy
    const profit = this.prices.profit(position, tick)
    this.books.dropHeld(position)
    this.books.pay(position.as, profit)
    this.books.pay(position.as, -this.prices.fee(position.code, position.lots, at))
    this.books.pay(position.as, -position.owed)
    this.books.lines.push(`${position.ref} ${reason} ${shown(at)} ${millionths(profit)}`)
  }

  /**
   * Covers the part of a loss beyond the balance: closes the most profitable other positions with it; those whose market is closed, or
   * whose close would cost more than it brings, owe it.
   */
  private coverLoss(loser: Held, tick: Tick, cost: bigint): void {
    let missing = cost - this.books.balanceOf(loser.as)
    const winners = missing > 0n ? this.worth.winners(loser) : []
    for (const { one: position, profit } of winners) {
      if (missing <= 0n) return
      missing -= this.takeFrom(position, profit < missing ? profit : missing, loser.code, tick)
    }
  }

  /** Closes a winner now, or records the share as its debt; returns the amount gained. */
  private takeFrom(position: Held, share: bigint, code: string, tick: Tick): bigint {
    const isOpen = position.code === code || this.prices.terms(position.code).open(this.now())
    const at = position.code === code ? tick : this.prices.mark(position.code)
    if (!isOpen || this.gain(position, at) <= 0n) {
      position.owed += share
      return share
    }
    const before = this.books.balanceOf(position.as)
    this.settle(position, at, 'stopOut')
    return this.books.balanceOf(position.as) - before
  }

  /** The balance change of a position's close. */
  private gain(position: Held, tick: Tick): bigint {
    const at = position.buys ? tick.sell : tick.buy
    const fee = this.prices.fee(position.code, position.lots, at)
    return this.prices.profit(position, tick) - fee - position.owed
  }
}
