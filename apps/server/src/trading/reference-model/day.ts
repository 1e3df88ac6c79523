import { Books, type Held } from './books.ts'
import { Calls } from './calls.ts'
import { cmp } from './fractions.ts'
import { exitOf, type Tick, waitsBelow } from './judgements.ts'
import { inNewYork, type MarketTerms } from './market-terms.ts'
import { PositionCloser } from './position-closer.ts'
import { Prices } from './prices.ts'
import type { Row } from './rows.ts'
import { Script, type Scripted } from './script.ts'
import { Worth } from './worth.ts'

// A second computation of a replayed day, for the proofs alone. It shares no line with rules/orders or the engine: at
// every quote each order of its market is looked at and each account it moves is added up again, in plain fractions of
// BigInt. Market terms are written out by hand.

export interface Outcome {
  /** `ref reason price profit` of every close, `ref fill price margin`, and what else happened, in their order. */
  readonly lines: readonly string[]
  readonly balances: Readonly<Record<string, string>>
  /** Every quote that was tradable, by its name. */
  readonly traded: ReadonlySet<string>
}

/** Recomputes a whole day. Money in millionths of a USDT. */
export function straightLine(
  rows: readonly Row[],
  script: readonly Scripted[],
  markets: Readonly<Record<string, MarketTerms>>,
  rates: Readonly<Record<string, string>>,
): Outcome {
  return new Day(new Script(script), markets, rates).run(rows)
}

class Day {
  private readonly script: Script
  private readonly codes: readonly string[]
  private readonly books: Books
  private readonly prices: Prices
  private readonly worth: Worth
  private readonly closer: PositionCloser
  private readonly calls: Calls
  private readonly traded = new Set<string>()
  private readonly over = new Set<string>()
  private readonly waiting = new Map<string, Scripted[]>()
  private next = 0
  private clock = 0

  constructor(
    script: Script,
    markets: Readonly<Record<string, MarketTerms>>,
    rates: Readonly<Record<string, string>>,
  ) {
    this.script = script
    this.codes = Object.keys(markets).sort()
    this.books = new Books(script.inOrder.map(({ as }) => as))
    this.prices = new Prices(markets, rates, this.traded)
    this.worth = new Worth(this.books, this.prices)
    this.closer = new PositionCloser(this.books, this.prices, this.worth, () => this.clock)
    this.calls = new Calls(this.closer)
  }

  run(rows: readonly Row[]): Outcome {
    const lastRow = new Map(rows.map((row) => [row.code, row]))
    let clock = rows[0]?.time ?? 0
    for (const row of rows) {
      this.swaps(clock, row.time)
      clock = Math.max(clock, row.time)
      this.clock = clock
      this.expire()
      this.callsUpTo(row.time)
      const taken = this.prices.take(row)
      if (taken?.open) this.trade(row.code, taken.tick)
      if (lastRow.get(row.code) === row) this.end(row.code)
    }
    this.callsUpTo(Number.POSITIVE_INFINITY)
    return { lines: this.books.lines, balances: this.books.balances(), traded: this.traded }
  }

  /** Calls; then exits, then entries, each by order of placing; then stop-outs. */
  private trade(code: string, tick: Tick): void {
    for (const call of this.takeWaiting(code)) this.calls.carryOut(call, code, tick)
    const held = this.books.heldInMarket(code)
    for (const one of held) follow(one, tick)
    const reached = this.books.restsInMarket(code).filter((one) => isReached(one, tick))
    for (const one of held) this.exit(one, tick)
    for (const one of reached) this.calls.fill(one, tick)
    for (const as of this.books.customers()) if (this.isMoved(as, code)) this.stopOut(as, code)
  }

  /** Closes what has reached an exit, unless another one's loss has closed it a moment before. */
  private exit(one: Held, tick: Tick): void {
    const reason = this.books.heldNamed(one.ref, one.as) === one ? exitOf(one, tick) : null
    if (reason !== null) this.closer.close(one, tick, reason)
  }

  private expire(): void {
    for (const one of this.books.restsUntil(this.clock)) this.calls.endWaiting(one, 'expire')
  }

  private takeWaiting(code: string): Scripted[] {
    const calls = this.waiting.get(code) ?? []
    this.waiting.delete(code)
    return calls
  }

  private callsUpTo(time: number): void {
    const { inOrder } = this.script
    for (let call = inOrder[this.next]; call !== undefined && call.at <= time; call = inOrder[this.next]) {
      this.next += 1
      for (const code of this.codesOf(call)) {
        if (this.over.has(code)) this.calls.refuseLate(call, code)
        else this.waiting.set(code, [...(this.waiting.get(code) ?? []), call])
      }
    }
  }

  /** Closing all of an account waits for each market on its own. */
  private codesOf(call: Scripted): readonly string[] {
    const all = call.call === 'closeAllContracts' && call.body.code === undefined
    return all ? this.codes : [this.script.codeOf(call)]
  }

  /** No further quote: positions close at the last tradable one, what rests is cancelled, and what still waits is refused. */
  private end(code: string): void {
    for (const one of this.books.heldInMarket(code))
      if (this.books.heldNamed(one.ref, one.as) === one)
        this.closer.close(one, this.prices.newest(code), 'end')
    for (const one of this.books.restsInMarket(code)) this.calls.endWaiting(one, 'cancel')
    this.over.add(code)
    for (const call of this.takeWaiting(code)) this.calls.refuseLate(call, code)
  }

  private isMoved(as: string, code: string): boolean {
    if (this.books.holdsNothing(as)) return false
    return this.books.heldBy(as).some((one) => {
      const { currency } = this.prices.terms(one.code)
      return [one.code, `${currency}USD`, `USD${currency}`].includes(code)
    })
  }

  /** Closes the position with the worst loss whose market is open, and the next, until equity is above half of the margin. */
  private stopOut(as: string, code: string): void {
    for (;;) {
      const mine = this.books.heldBy(as).map((one) => ({
        one,
        profit: this.prices.profit(one, this.prices.mark(one.code)),
      }))
      if (mine.length === 0 || this.worth.equity(as) * 2n > this.books.used(as)) return
      const closable = mine.filter(
        ({ one }) => one.code === code || this.prices.terms(one.code).open(this.clock),
      )
      closable.sort((a, b) => Number(a.profit - b.profit) || a.one.order - b.one.order)
      const [worst] = closable
      if (worst === undefined) return
      this.closer.close(worst.one, this.prices.mark(worst.one.code), 'stopOut')
    }
  }

  private swaps(from: number, to: number): void {
    const held = this.books.allHeld()
    if (held.length === 0) return
    for (let at = Math.ceil(from / 60_000) * 60_000; at <= to; at += 60_000) {
      const { day, minutes } = inNewYork(at)
      if (at > from && minutes === 17 * 60) for (const one of held) this.swap(one, day)
    }
  }

  private swap(one: Held, day: string): void {
    const { type } = this.prices.terms(one.code)
    if (type === 4 || (type === 1 && (day === 'Sat' || day === 'Sun'))) return
    const nights = type === 1 && day === 'Wed' ? 3n : 1n
    const swap = this.prices.swap(one, nights)
    this.closer.owe(one.as, -swap)
    this.books.pay(one.as, swap)
  }
}

function follow(one: Held, tick: Tick): void {
  const now = one.buys ? tick.sell : tick.buy
  if (one.trail && cmp(now, one.trail.best) * (one.buys ? 1 : -1) > 0) one.trail.best = now
}

function isReached(one: Parameters<Calls['fill']>[0], tick: Tick): boolean {
  const now = one.buys ? tick.buy : tick.sell
  return waitsBelow(one.buys, one.kind) ? cmp(now, one.level) <= 0 : cmp(now, one.level) >= 0
}
