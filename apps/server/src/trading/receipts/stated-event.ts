import type { StatedEvent } from '@candor/rules'
import type { EventRow } from '../orders/orders-tables.ts'

/** Reads the number of a quote that an event names; null when it names none. */
export const seqOf = (ref: unknown): { readonly seq: number } | null =>
  typeof ref === 'object' && ref !== null && 'seq' in ref ? { seq: Number(ref.seq) } : null

/** Returns the part of an event that states since when an order watches its levels. */
export const statedEvent = ({ number, kind, at, facts: details }: EventRow): StatedEvent => ({
  number,
  kind,
  at: Number(at),
  quote: seqOf(details.quote),
  since: seqOf(details.since),
  exits: details.exits as StatedEvent['exits'],
})
