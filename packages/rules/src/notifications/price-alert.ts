import { accept, type Decision, refuse } from '../decision.ts'

export type AlertSide = 'above' | 'below'

/** Maximum number of waiting alerts per customer. */
export const alertsMost = 50

/**
 * Refuses with `invalidInput` `too_many` when the customer already has the maximum number waiting. Source: calls page,
 * addAlert.
 */
export function decideAlert(waiting: number): Decision<null> {
  if (waiting < alertsMost) return accept(null)
  return refuse('invalidInput', { issues: [{ path: 'code', code: 'too_many' }], most: alertsMost })
}
