import type { Price } from '@candor/money'
import { closingPrice, ownPrices } from '@candor/rules'
import type { EngineContext, Requester } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import type { PendingCommit, PositionChange } from '../engine/position-change.ts'
import type { PositionsInDoubt } from '../engine/positions-in-doubt.ts'
import { orderOf } from '../orders/order-entity.ts'

/** Queues each decided change for writing, and holds its account in doubt while the database may still refuse it. */
export class DecisionWriter {
  private readonly context: EngineContext
  private readonly doubts: PositionsInDoubt
  private decisions = 0

  constructor(context: EngineContext, doubts: PositionsInDoubt) {
    this.context = context
    this.doubts = doubts
  }

  /** Number of decisions so far. */
  get count(): number {
    return this.decisions
  }

  /** Shows the change on its account before the database has it; a refusal undoes it. */
  write(position: Position, change: PositionChange, requester: Requester | null): PendingCommit {
    const { account } = position
    this.decisions += 1
    account.inflightMinor += change.deltaMinor
    account.writing += 1
    if (account.balanceMinor !== null) account.balanceMinor += change.deltaMinor
    const order = orderOf(position, this.shownProfit(position), this.lastPrice(position))
    const outcome = this.context.write({
      position,
      account,
      kind: change.kind,
      row: change.row,
      event: { kind: change.kind, at: this.context.clock.now(), details: change.details },
      eventNumber: position.events,
      relatedChanges: change.relatedChanges ?? null,
      posting: change.posting,
      payer: change.payer ?? 'house',
      balanceDeltaMinor: change.deltaMinor,
      quotes: change.quotes,
      notices: change.notices ?? [],
      shownOrder: order,
      isAwaited: requester !== null || change.isAwaited === true,
      idempotency:
        requester === null || requester.key === null
          ? null
          : { userId: requester.userId, key: requester.key },
      undo: change.undo,
    })
    // A replay's outcomes are certain when they are decided.
    if (!this.context.decidesFunds)
      this.doubts.hold(doubtful(position, change, requester), change.deltaMinor, outcome)
    // No caller waits for a decision that a quote or the clock triggered. The queue reports its own failure.
    if (requester === null) outcome.catch(() => undefined)
    return { position, order, outcome }
  }

  private shownProfit(position: Position): bigint | null {
    if (position.status !== 'open') return position.profitMinor
    return this.context.valuation.profitOf(position)
  }

  private lastPrice(position: Position): Price | null {
    const quote = this.context.valuation.of(position.account.mode).prices(position.market.code)
    return quote === null ? null : closingPrice(position.direction, ownPrices(position.market, quote))
  }
}

/**
 * Positions whose account may not be decided on before the outcome is known: the capital may not pay this gain, or the key of the call may
 * turn out to be used. A new position or order is undone alone, and only adds to the held amount.
 */
function doubtful(
  position: Position,
  change: PositionChange,
  requester: Requester | null,
): readonly Position[] {
  const opens = change.kind === 'open' || change.kind === 'place'
  const mayBeUndone = change.deltaMinor > 0n || (requester !== null && requester.key !== null && !opens)
  const named = change.inDoubt ?? []
  return mayBeUndone && !named.includes(position) ? [position, ...named] : named
}
