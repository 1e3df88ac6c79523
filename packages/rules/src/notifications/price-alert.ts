import { accept, type Decision, refuse } from '../decision.ts'

export type AlertSide = 'above' | 'below'

/** How many alerts of one customer may wait at once. */
export const alertsMost = 50

/** `invalidInput` with `too_many` when the customer already has as many waiting as there may be. Source: calls page, addAlert. */
export function decideAlert(waiting: number): Decision<null> {
  if (waiting < alertsMost) return accept(null)
  return refuse('invalidInput', { issues: [{ path: 'code', code: 'too_many' }], most: alertsMost })
}
