import { isDecimalText } from '@candor/money'
import { CallFailure, fieldIssues } from '../session/calls/failure.ts'

export type AlertProblem = 'wrong' | 'same' | 'many'

/** Decides in which direction the price has to move to the level, or finds its problem. Both are decimal texts. */
export function alertSide(typed: string, now: string | null): 'above' | 'below' | AlertProblem {
  const level = typed.trim()
  if (!isDecimalText(level) || !(Number(level) > 0)) return 'wrong'
  // Only the order matters, so numbers are exact enough.
  if (now === null || Number(level) > Number(now)) return 'above'
  return Number(level) < Number(now) ? 'below' : 'same'
}

/** Reports whether the server refused because the customer has the maximum number of alerts. */
export const isTooMany = (failure: unknown): boolean =>
  failure instanceof CallFailure && fieldIssues(failure).some(({ code }) => code === 'too_many')
