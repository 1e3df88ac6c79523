import { type Rate, rateScale } from '@candor/money'

/** How the operator's capital stands to what customers would win: enough, to be looked at, or used up, so that new risk is refused. */
export type ReserveState = 'ok' | 'warn' | 'halted'

/**
 * What all customers of a mode would win if they closed now, held against the operator's trading capital; both in the asset's smallest
 * unit. Used up from 100 % on, to be looked at from `warnFrom` on, a fraction. Compared exactly: nothing is divided or rounded.
 * Source: rulebook, Whose money pays.
 */
export function reserveState(wouldWinMinor: bigint, capitalMinor: bigint, warnFrom: Rate): ReserveState {
  if (wouldWinMinor >= capitalMinor) return 'halted'
  return wouldWinMinor * 10n ** BigInt(rateScale) >= capitalMinor * warnFrom ? 'warn' : 'ok'
}
