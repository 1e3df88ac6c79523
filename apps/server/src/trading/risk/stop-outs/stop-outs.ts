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

/** Accounts that one recall looks at: with more under a margin call the next recalls go on, so that none holds everyone else up. */
export const accountsARecall = 2_000

/** Judges accounts exactly where a guard was reached or something changed, and sets their guards again. */
export class StopOuts {
  private readonly context: EngineContext
  /** Closes a position at a quote; null when it cannot be done now. */
  private readonly close: (position: Position, quote: TradableQuote) => PendingCommit | null
  private readonly held: HeldTriggers

  /** While an account is in doubt nothing of it is closed; it is checked again afterwards. */
  private readonly doubts: PositionsInDoubt
  /** The accounts under a margin call that the present round has still to look at. */
  private round: Iterator<Account> | null = null

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

  /**
   * Only where this quote changes what the account is worth; a step a position that is closed. A stop-out that had to wait for an outcome goes
   * on in any case: `tried` are the positions that were to close in it before.
   */
  *judge(account: Account, quote: TradableQuote, tried: Set<Position> = new Set()): Generator<void> {
    const decides = quote.inHours && mayDecide(account.mode, quote)
    if (decides && (tried.size > 0 || this.touches(account, quote.code)))
      yield* this.stopOut(account, quote, tried)
    this.call(account)
    this.context.book.guard(account, this.context.valuation)
  }

  /** Judges an account once its doubt has ended. */
  private judgeAfterDoubt(account: Account, quote: TradableQuote, tried: Set<Position>): void {
    this.doubts.deferJudging(account, () =>
      this.judge(account, newestSince(this.context, account, quote), tried),
    )
  }

  private touches(account: Account, code: string): boolean {
    if (account.legs.has(code)) return true
    for (const { market } of account.legs.values())
      if (this.context.valuation.of(account.mode).conversionQuote(market)?.code === code) return true
    return false
  }

  /**
   * Resets the margin call of accounts that are above it again, so that the next crossing calls again. Looks at `accountsARecall` of them at
   * most, and the next time at those after.
   */
  recall(): void {
    const { book, valuation } = this.context
    this.round ??= book.called.values()
    for (let looked = 0; looked < accountsARecall; looked++) {
      const { done, value: account } = this.round.next()
      if (done === true) {
        this.round = null
        return
      }
      const equity = tradingEquityOf(account, valuation)
      if (equity === null || isMarginCall(equity, account.callSum)) continue
      book.setCalled(account, false)
      book.unguarded.add(account)
    }
  }

  /** Calls once per crossing, from above to the level of the margin call or below (rulebook, Contracts). */
  private call(account: Account): void {
    const equity = tradingEquityOf(account, this.context.valuation)
    if (equity === null) return
    const below = isMarginCall(equity, account.callSum)
    if (below && !account.called) this.context.onMarginCall(account, equity)
    this.context.book.setCalled(account, below)
  }

  /**
   * Closes the worst loss, and the next, until equity is above the close-out levels (rulebook, Contracts). All profits are
   * taken at one quote, so they are put in order once. A close that brings money, as with a winner in it, may be refused (the operator's
   * capital cannot pay it), and the next loss would count on it: the rest waits for its outcome (ADR-226).
   */
  private *stopOut(account: Account, quote: TradableQuote, tried: Set<Position>): Generator<void> {
    if (this.doubts.mustWait(account)) return this.judgeAfterDoubt(account, quote, tried)
    if (this.isBelow(account)) yield* this.closeWorst(account, quote, tried)
  }

  private *closeWorst(account: Account, quote: TradableQuote, tried: Set<Position>): Generator<void> {
    for (const { position, at } of worstFirst(yield* this.closable(account, quote))) {
      if (!this.mayClose(position, tried)) continue
      // Money may have arrived since the last step.
      if (!this.isBelow(account)) return
      if (this.doubts.mustWait(account)) return this.judgeAfterDoubt(account, quote, tried)
      const pending = this.close(position, at)
      if (pending === null) return
      // Refused, it is tried again at the next quote, and not before the account's other losses.
      tried.add(position)
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

  /** One that was in profit may have closed with a loss before it. One that the database did not close counts as one whose market is closed. */
  private mayClose(position: Position, tried: ReadonlySet<Position>): boolean {
    return position.status === 'open' && !tried.has(position) && !this.held.isBarred(position, level)
  }

  private isBelow(account: Account): boolean {
    const equity = tradingEquityOf(account, this.context.valuation)
    return equity !== null && mustStopOut(equity, account.closeOutSum)
  }
}
