import { isDecimalText } from '@candor/money'
import { CallFailure, fieldIssues } from '../session/failure.ts'

export type AlertProblem = 'wrong' | 'same' | 'many'

/** Which way the price has to go from where it is; or what is wrong with the level. Both are decimal texts. */
export function alertSide(typed: string, now: string | null): 'above' | 'below' | AlertProblem {
  const level = typed.trim()
  if (!isDecimalText(level) || !(Number(level) > 0)) return 'wrong'
  // Only which is larger is asked, so numbers will do.
  if (now === null || Number(level) > Number(now)) return 'above'
  return Number(level) < Number(now) ? 'below' : 'same'
}

/** Whether the server refused because as many wait as may. */
export const isTooMany = (failure: unknown): boolean =>
  failure instanceof CallFailure && fieldIssues(failure).some(({ code }) => code === 'too_many')
