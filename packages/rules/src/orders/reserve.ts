import { type Rate, rateScale } from '@candor/money'

/**
 * State of the operator's capital against what customers would win: enough, to be watched, or used up, in which case
 * new risk is refused.
 */
export type ReserveState = 'ok' | 'warn' | 'halted'

/**
 * Compares the sum that all customers of a mode would win if they closed now with the operator's trading capital; both in the
 * asset's smallest unit. Used up from 100 %, to be watched from `warnFrom`, a fraction. The comparison is exact: nothing is
 * divided or rounded. Source: rulebook, Whose money pays.
 */
export function reserveState(wouldWinMinor: bigint, capitalMinor: bigint, warnFrom: Rate): ReserveState {
  if (wouldWinMinor >= capitalMinor) return 'halted'
  return wouldWinMinor * 10n ** BigInt(rateScale) >= capitalMinor * warnFrom ? 'warn' : 'ok'
}
