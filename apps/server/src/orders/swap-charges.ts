import { nextRollover, rolloverDate, swapMinor, swapNights } from '@candor/rules'
import { changeRow, clampedDelta, eventQuotes } from './decided.ts'
import type { Charge, EngineParts } from './engine-parts.ts'
import { quotesOf, swapFacts, termsOf } from './event-facts.ts'
import { LossCover, withCover } from './loss-cover.ts'
import type { Position } from './position.ts'
import { contractAccounts, swapPosting } from './postings.ts'

/** Every position pays each 17:00 New York once, whatever restarts: its row says up to when, and the posting is named by its day. */
export class SwapCharges {
  private readonly parts: EngineParts
  private readonly write: (position: Position, charge: Charge) => void
  private due: number
  /** A night's cost closes nothing: what the balance lacks is owed by positions in profit. */
  private readonly cover: LossCover
  /** Whose quote or conversion was not there yet when a night was due. */
  private readonly owed = new Set<Position>()

  constructor(parts: EngineParts, write: (position: Position, charge: Charge) => void) {
    this.parts = parts
    this.write = write
    this.cover = new LossCover(parts, () => null)
    this.due = nextRollover(parts.clock.now())
  }

  /** Everything up to and with a moment, the oldest position first. */
  chargeDue(until: number): void {
    while (this.due <= until) {
      const passed = this.due
      this.due = nextRollover(passed)
      for (const position of this.parts.book.inOrder()) this.chargeThrough(position, passed)
    }
  }

  /** After a restart: the nights since the position's last charge. */
  catchUp(positions: Iterable<Position>): void {
    for (const position of positions) this.chargeThrough(position, this.due - 1)
  }

  /** What could not be charged before, as soon as there is a price for it. */
  chargeOwed(): void {
    // A copy: what still cannot be charged is owed again.
    for (const position of [...this.owed]) {
      this.owed.delete(position)
      if (position.status === 'open') this.chargeThrough(position, this.due - 1)
    }
  }

  private chargeThrough(position: Position, last: number): void {
    for (let due = nextRollover(position.swappedThrough); due <= last; due = nextRollover(due)) {
      // While it is in doubt a row would carry a change that may be refused; it is charged with the next quote.
      if (position.inDoubt > 0 || !this.charge(position, due)) {
        this.owed.add(position)
        return
      }
    }
  }

  /** False while there is no price to charge at. */
  private charge(position: Position, due: number): boolean {
    const { board } = this.parts
    const { market, account } = position
    const valuation = this.parts.valuation.of(account.mode)
    const nights = swapNights(market, due)
    const rate = position.direction === 'buy' ? market.swapLong : market.swapShort
    const quote = board.latestTradable(market.code, account.mode)
    const conversion = valuation.conversion(market)
    const free = nights === 0 || rate === 0n
    if (!free && (quote === null || conversion === null)) return false
    position.swappedThrough = due
    if (free || quote === null || conversion === null) return true
    const minor = swapMinor(position.lots, quote.mid, market.contractSize, rate, nights, conversion)
    const date = rolloverDate(due)
    const posting = swapPosting(position.id, contractAccounts(account.userId, account.mode), date, minor)
    if (posting === null) return true
    const cover = this.cover.take({ position, quote, costMinor: -minor, ends: false })
    position.swapMinor += minor
    position.events += 1
    const terms = termsOf(market)
    const quotes = eventQuotes(board, valuation, market, quote)
    const swapRate = position.direction === 'buy' ? terms.swapLong : terms.swapShort
    const charge: Charge = {
      kind: 'swap',
      form: 'change',
      row: changeRow(position),
      facts: swapFacts(position, { date, nights, mid: quote.mid, rate: swapRate, minor }, quotes),
      posting,
      delta: clampedDelta(account, [minor]),
      quotes: quotesOf(quotes),
    }
    this.write(position, cover === null ? charge : withCover(charge, cover))
    this.parts.book.unguarded.add(account)
    return true
  }
}
