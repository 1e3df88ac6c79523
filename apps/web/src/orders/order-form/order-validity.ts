import type { OrderForm } from './order-form.ts'
import type { OrderProblem } from './order-problems.ts'

type Waiting = Pick<OrderForm, 'kind' | 'valid' | 'validUntil'>

/** Expiry time of a waiting order; null for one valid until cancelled, for a market order, and while no time is chosen. */
export function expiryOf({ kind, valid, validUntil }: Waiting, nowMs: number): string | null {
  if (kind === 'market' || valid === 'cancelled') return null
  if (valid === 'day') return new Date(new Date(nowMs).setHours(23, 59, 59, 999)).toISOString()
  const at = new Date(validUntil)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** A custom time is required and must lie ahead. */
export function expiryProblem(form: Waiting, nowMs: number): OrderProblem | null {
  const field = 'expiresAt'
  if (form.kind === 'market' || form.valid !== 'own') return null
  const at = expiryOf(form, nowMs)
  if (at === null) return { field, reason: 'required' }
  return Date.parse(at) > nowMs ? null : { field, reason: 'past' }
}
