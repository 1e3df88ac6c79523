import type { PositionBook } from './book.ts'
import type { Position } from './position.ts'

/** Takes an order back to how it stood now, should the database not take what is decided next. */
export function remember(position: Position, book: PositionBook): () => void {
  const before = { ...position }
  const trail =
    position.trail === null
      ? null
      : {
          number: position.trail.number,
          from: position.trail.from,
          best: position.trail.group.stops.bestOf(position.trail),
        }
  return () => {
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
    if (trail !== null) book.armTrailing(position, trail)
  }
}
