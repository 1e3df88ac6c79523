import type { OrderForm } from './order-form.ts'
import type { OrderProblem } from './order-problems.ts'

/** How long a waiting order waits: until it is cancelled, to the end of the reader's day, or to a moment of their own. */
export type Validity = 'cancelled' | 'day' | 'own'
export const validities: readonly Validity[] = ['cancelled', 'day', 'own']

type Waiting = Pick<OrderForm, 'kind' | 'valid' | 'validUntil'>

/** Until when a waiting order waits; null until it is cancelled, when it does not wait, or while no moment is chosen. */
export function expiryOf({ kind, valid, validUntil }: Waiting, nowMs: number): string | null {
  if (kind === 'market' || valid === 'cancelled') return null
  if (valid === 'day') return new Date(new Date(nowMs).setHours(23, 59, 59, 999)).toISOString()
  const at = new Date(validUntil)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A moment of one's own must be chosen, and still to come. */
export function expiryProblem(form: Waiting, nowMs: number): OrderProblem | null {
  const field = 'expiresAt'
  if (form.kind === 'market' || form.valid !== 'own') return null
  const at = expiryOf(form, nowMs)
  if (at === null) return { field, reason: 'required' }
  return Date.parse(at) > nowMs ? null : { field, reason: 'past' }
}

/** A moment with the zone it is said in. */
export const zonedText = (iso: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso))
