import type { Price } from '@candor/money'
import { closingPrice, ownPrices } from '@candor/rules'
import type { Doubts } from '../engine/doubts.ts'
import type { EngineContext, PendingCommit, PositionChange, Requester } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import { orderOf } from '../orders/order-entity.ts'

/** Hands each decided change over to be written, and holds its account in doubt where the database may still refuse it. */
export class DecisionWriter {
  private readonly parts: EngineContext
  private readonly doubts: Doubts
  private decisions = 0

  constructor(parts: EngineContext, doubts: Doubts) {
    this.parts = parts
    this.doubts = doubts
  }

  /** Number of decisions so far. */
  get count(): number {
    return this.decisions
  }

  /** Shows the change on its account before the database has it; a refusal undoes it. */
  write(position: Position, decided: PositionChange, requester: Requester | null): PendingCommit {
    const { account } = position
    this.decisions += 1
    account.inflightMinor += decided.delta
    account.writing += 1
    if (account.balanceMinor !== null) account.balanceMinor += decided.delta
    const order = orderOf(position, this.shownProfit(position), this.lastPrice(position))
    const outcome = this.parts.write({
      position,
      account,
      kind: decided.kind,
      row: decided.row,
      event: { kind: decided.kind, at: this.parts.clock.now(), facts: decided.facts },
      eventNumber: position.events,
      relatedChanges: decided.relatedChanges ?? null,
      posting: decided.posting,
      payer: decided.payer ?? 'house',
      balanceDelta: decided.delta,
      quotes: decided.quotes,
      notices: decided.notices ?? [],
      answer: order,
      isAwaited: requester !== null || decided.isAwaited === true,
      idempotency:
        requester === null || requester.key === null
          ? null
          : { userId: requester.userId, key: requester.key },
      undo: decided.undo,
    })
    // A replay's outcomes are certain when they are decided.
    if (!this.parts.decidesFunds) this.doubts.hold(doubtful(position, decided, requester), outcome)
    // Nobody waits for what a quote or the clock decided; that the queue stopped is told by itself.
    if (requester === null) outcome.catch(() => undefined)
    return { position, order, outcome }
  }

  private shownProfit(position: Position): bigint | null {
    if (position.status !== 'open') return position.profitMinor
    return this.parts.valuation.profitOf(position)
  }

  private lastPrice(position: Position): Price | null {
    const quote = this.parts.valuation.of(position.account.mode).prices(position.market.code)
    return quote === null ? null : closingPrice(position.direction, ownPrices(position.market, quote))
  }
}

/**
 * Positions whose account may not be decided on before the outcome is known: the capital may not pay this gain, or the key of the call may
 * turn out to be used. A new position or order is undone alone, and only adds to the held amount.
 */
function doubtful(
  position: Position,
  decided: PositionChange,
  requester: Requester | null,
): readonly Position[] {
  const opens = decided.kind === 'open' || decided.kind === 'place'
  const mayBeUndone = decided.delta > 0n || (requester !== null && requester.key !== null && !opens)
  const named = decided.inDoubt ?? []
  return mayBeUndone && !named.includes(position) ? [position, ...named] : named
}
