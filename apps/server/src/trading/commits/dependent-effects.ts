import type { Waiting } from './commit-batch.ts'
import type { CommitLanes } from './commit-lanes.ts'
import type { Effect } from './effect.ts'

/** Lists the orders whose rows an effect writes. */
function* ordersOf({ position, relatedChanges }: Effect): Iterable<string> {
  yield position.id
  for (const row of relatedChanges?.rows ?? []) yield row.form === 'insert' ? row.identity.id : row.id
}

/**
 * Takes the effects decided on top of refused ones out of `rest` and the queue, in the order of their decisions: each writes the whole
 * state of an order, which contains the refused change.
 */
export function dependentsOf(
  refused: readonly Waiting[],
  rest: Waiting[],
  queue: CommitLanes<Waiting>,
): Waiting[] {
  const orders = new Set(refused.flatMap(({ effect }) => [...ordersOf(effect)]))
  const depends = ({ effect }: Waiting): boolean => {
    const own = [...ordersOf(effect)]
    if (!own.some((id) => orders.has(id))) return false
    for (const id of own) orders.add(id)
    return true
  }
  const early = rest.filter(depends)
  rest.splice(0, rest.length, ...rest.filter((item) => !early.includes(item)))
  return [...early, ...queue.takeWhere(depends)]
}
