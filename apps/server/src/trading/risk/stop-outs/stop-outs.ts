import { isMarginCall, mayDecide, mustStopOut, type TradableQuote, worstFirst } from '@candor/rules'
import type { EngineContext } from '../../engine/engine-context.ts'
import type { Account, Position } from '../../engine/position.ts'
import type { PendingCommit } from '../../engine/position-change.ts'
import type { PositionsInDoubt } from '../../engine/positions-in-doubt.ts'
import { closableAt, newestSince } from '../../triggers/closable-at.ts'
import type { HeldTriggers } from '../../triggers/held-triggers.ts'
import { tradingEquityOf } from '../funds/account-funds.ts'

interface Closable {
  readonly position: Position
  readonly at: TradableQuote
  readonly profitMinor: bigint
  readonly sequence: bigint
}

/** Names a stop-out among what is held. */
const level = 'stopOut'

/** Positions that one step of a walk looks at. */
const positionsAStep = 16

/** Judges accounts exactly where a guard was reached or something changed, and sets their guards again. */
export class StopOuts {
  private readonly context: EngineContext
  /** Closes a position at a quote; null when it cannot be done now. */
  private readonly close: (position: Position, quote: TradableQuote) => PendingCommit | null
  private readonly held: HeldTriggers

  /** While an account is in doubt nothing of it is closed; it is checked again afterwards. */
  private readonly doubts: PositionsInDoubt

  constructor(
    context: EngineContext,
    close: (position: Position, quote: TradableQuote) => PendingCommit | null,
    { doubts, held }: { readonly doubts: PositionsInDoubt; readonly held: HeldTriggers },
  ) {
    this.context = context
    this.close = close
    this.doubts = doubts
    this.held = held
  }

  /** Only where this quote changes what the account is worth; a step a position that is closed. */
  *judge(account: Account, quote: TradableQuote): Generator<void> {
    const decides = quote.inHours && mayDecide(account.mode, quote)
    if (decides && this.touches(account, quote.code)) yield* this.stopOut(account, quote)
    this.call(account)
    this.context.book.guard(account, this.context.valuation)
  }

  /** Judges an account after its doubt has ended. */
  private judgeNow(account: Account, quote: TradableQuote): void {
    for (const _step of this.judge(account, newestSince(this.context, account, quote)));
  }

  private touches(account: Account, code: string): boolean {
    if (account.legs.has(code)) return true
    for (const { market } of account.legs.values())
      if (this.context.valuation.of(account.mode).conversionQuote(market)?.code === code) return true
    return false
  }

  /** Resets the margin call of accounts that are above it again, so that the next crossing calls again. */
  recall(): void {
    const { book, valuation } = this.context
    for (const account of book.called) {
      const equity = tradingEquityOf(account, valuation)
      if (equity === null || isMarginCall(equity, account.usedMarginMinor)) continue
      book.setCalled(account, false)
      book.unguarded.add(account)
    }
  }

  /** Calls once per crossing, from above to 100 % of the used margin or below (rulebook, Contracts). */
  private call(account: Account): void {
    const equity = tradingEquityOf(account, this.context.valuation)
    if (equity === null) return
    const below = isMarginCall(equity, account.usedMarginMinor)
    if (below && !account.called) this.context.onMarginCall(account, equity)
    this.context.book.setCalled(account, below)
  }

  /**
   * Closes the worst loss, and the next, until equity is above half of the used margin (rulebook, Contracts). All profits are
   * taken at one quote, so they are put in order once.
   */
  private *stopOut(account: Account, quote: TradableQuote): Generator<void> {
    if (this.doubts.has(account)) {
      this.doubts.deferJudging(account, () => this.judgeNow(account, quote))
      return
    }
    if (!this.isBelow(account)) return
    for (const { position, at } of worstFirst(yield* this.closable(account, quote))) {
      // One that was in profit may have closed with a loss before it. One that the database did not close counts as one whose market is closed.
      if (position.status !== 'open' || this.held.isBarred(position, level)) continue
      // Money may have arrived since the last step.
      if (!this.isBelow(account)) return
      const pending = this.close(position, at)
      if (pending === null) return
      const act = () => void this.context.book.unguarded.add(account)
      this.held.holdIfRefused(pending, { level, first: { quote: at, best: null }, act })
      yield
    }
  }

  /** Finds the positions that could be closed now, with their profit. Yields, because one step cannot check many positions. */
  private *closable(account: Account, quote: TradableQuote): Generator<void, Closable[]> {
    const found: Closable[] = []
    let looked = 0
    for (const position of account.positions.values()) {
      const at = closableAt(this.context, position, quote)
      const profitMinor = this.context.valuation.profitOf(position)
      if (at !== null && profitMinor !== null)
        found.push({ position, at, profitMinor, sequence: position.sequence })
      looked += 1
      if (looked % positionsAStep === 0) yield
    }
    return found
  }

  private isBelow(account: Account): boolean {
    const equity = tradingEquityOf(account, this.context.valuation)
    return equity !== null && mustStopOut(equity, account.usedMarginMinor)
  }
}
