import {
  type AccountMode,
  decidedBy,
  type PaidDividend,
  type SplitRatio,
  type TradableQuote,
} from '@candor/rules'
import type { Position } from '../engine/position.ts'
import type { ProcessedBoard } from '../quotes/processed-board.ts'
import { ModeValuation, type ValuationRules } from './mode-valuation.ts'

/** With the rates of the board's own markets. */
export const liveValuation: ValuationRules = { suppliedRates: new Map(), outdatedMs: 60_000 }

/** Valuations by account mode: each value depends on whose money it is. */
export class Valuation {
  private readonly modes: Readonly<Record<AccountMode, ModeValuation>>
  private awaitedUntil = 0
  private changes = 0

  constructor(board: ProcessedBoard, rules: ValuationRules) {
    this.modes = {
      demo: new ModeValuation('demo', board, rules),
      real: new ModeValuation('real', board, rules),
    }
  }

  of(mode: AccountMode): ModeValuation {
    return this.modes[mode]
  }

  /** Number of quotes, splits and dividends so far: as long as it is the same, so is every value. */
  get revision(): number {
    return this.changes
  }

  /** Sets the time until which decisions wait for open markets that were valued at an outdated stored quote, epoch ms. */
  awaitUntil(time: number): void {
    this.awaitedUntil = time
  }

  /**
   * Takes a quote in the engine's order; a missed one of before this engine began only `restores` its market's value. Returns the modes in
   * which an account may have a value for the first time.
   */
  take(quote: TradableQuote, restores: boolean): readonly AccountMode[] {
    this.changes += 1
    const known = quote.receivedAt < this.awaitedUntil ? [] : this.stopAwaiting()
    if (!quote.inHours) return known
    if (restores) for (const mode of decidedBy(quote)) this.modes[mode].restore(quote)
    const first = restores ? [] : decidedBy(quote).filter((mode) => this.modes[mode].mark(quote))
    return known.length === 0 ? first : modes
  }

  private stopAwaiting(): AccountMode[] {
    this.awaitedUntil = Number.POSITIVE_INFINITY
    return modes.filter((mode) => this.modes[mode].stopAwaiting())
  }

  rebase(code: string, ratio: SplitRatio): void {
    this.changes += 1
    for (const valuation of Object.values(this.modes)) valuation.rebase(code, ratio)
  }

  payDividend(code: string, dividend: PaidDividend): void {
    this.changes += 1
    for (const valuation of Object.values(this.modes)) valuation.payDividend(code, dividend)
  }

  /** Returns the profit of closing now, before its commission; null without a quote. */
  profitOf(position: Position): bigint | null {
    return this.modes[position.account.mode].profitOf(position)
  }
}

const modes: readonly AccountMode[] = ['demo', 'real']
