import type { Price } from '@candor/money'
import { type Direction, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { type EntryKind, entryFalls } from '@candor/rules/orders/levels/pending-entry.ts'
import { createStore } from '../../session/store.ts'

/** An order that waits at a price chosen on the chart, for the ticket to take over. */
export interface WishedOrder {
  readonly code: string
  readonly direction: Direction
  readonly kind: EntryKind
  readonly price: string
}

/** The order chosen on a chart, until the ticket of its market has taken it over. */
export const wishedOrder = createStore<WishedOrder | null>(null)

/** Returns the orders that can wait at a price: a limit on one side, a stop on the other. */
export function ordersAt(price: Price, now: TwoPrices): readonly Pick<WishedOrder, 'direction' | 'kind'>[] {
  const kindOf = (direction: Direction): EntryKind =>
    entryFalls(direction, 'limit') === price < openingPrice(direction, now) ? 'limit' : 'stop'
  return (['buy', 'sell'] as const)
    .map((direction) => ({ direction, kind: kindOf(direction) }))
    .toSorted((one, other) => one.kind.localeCompare(other.kind))
}
