import type { Price } from '@candor/money'
import { closingPrice } from '@candor/rules'
import type { Valuation } from '../risk/valuation.ts'
import type { EngineContext } from './engine-context.ts'
import type { Position } from './position.ts'

/**
 * Returns a function that restores an order's present state, should the database not take the next decision. The order has to be in doubt
 * until then, because a decision made meanwhile would be undone too.
 */
export function prepareRestore(position: Position, { book, valuation }: EngineContext): () => void {
  const before = { ...position }
  const { called } = position.account
  const trail =
    position.trail === null
      ? null
      : {
          number: position.trail.number,
          from: position.trail.from,
          best: position.trail.group.stops.bestOf(position.trail),
        }
  return () => {
    const seen = followedSince(position, valuation)
    book.remove(position)
    book.unwait(position)
    const { inDoubt } = position
    Object.assign(position, before, {
      inDoubt,
      stopTicket: -1,
      targetTicket: -1,
      entryTicket: -1,
      expiryTicket: -1,
      trail: null,
    })
    if (position.status === 'pending') book.wait(position)
    if (position.status !== 'open') return
    book.add(position)
    if (trail !== null)
      book.levels.armTrailing(position, { ...trail, best: better(position, trail.best, seen) })
    // An account that received the margin call does not receive it again.
    if (called) book.setCalled(position.account, true)
  }
}

/** A trailing stop retains the best price it has followed since; one that was closed meanwhile would have followed the newest. */
function followedSince(position: Position, valuation: Valuation): Price | null {
  const { account, direction, market, trail } = position
  if (trail !== null) return trail.group.stops.bestOf(trail)
  const now = valuation.of(account.mode).prices(market.code)
  return now === null ? null : closingPrice(direction, now)
}

function better({ direction }: Position, best: Price, seen: Price | null): Price {
  if (seen === null) return best
  return seen > best === (direction === 'buy') ? seen : best
}
