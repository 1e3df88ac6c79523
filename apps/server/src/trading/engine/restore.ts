import type { Price } from '@candor/money'
import type { PositionBook } from './book.ts'
import type { Position } from './position.ts'

/**
 * Returns a function that restores an order's present state, should the database not take the next decision. The order has to be in doubt
 * until then, because a decision made meanwhile would be undone too.
 */
export function remember(position: Position, book: PositionBook): () => void {
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
    // A trailing stop that stayed active retains the best price it has followed since.
    const seen = position.trail === null ? null : position.trail.group.stops.bestOf(position.trail)
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

function better({ direction }: Position, best: Price, seen: Price | null): Price {
  if (seen === null) return best
  return seen > best === (direction === 'buy') ? seen : best
}
