import type { AccountMode } from '@candor/contract'
import {
  limitKinds,
  limitNow,
  type Refused,
  reachedLimit,
  refuseNotUnderstood,
  refuseOwnLimit,
} from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import { limitsToJudge, readResults, understoodAt } from './limits-store.ts'

/** Returns the refusal of new risk by the customer's own limits; null when they may take it. Passed to every module that sells risk. */
export type OwnLimitOf = (userId: string, mode: AccountMode) => Promise<Refused | null>

/**
 * The one place that judges own limits (trust T17). Customers without limits are known from memory; results are added up from
 * the ledger only for the others.
 */
export function ownLimitOf({ db, clock }: ServerContext): OwnLimitOf {
  return async (userId, mode) => {
    const limits = await limitsToJudge(db, userId)
    const now = clock.now()
    if (limitKinds.every((kind) => limitNow(limits[kind], now).value === null)) return null
    const reached = reachedLimit(limits, await readResults(db, userId, mode, now), now)
    return reached === null ? null : refuseOwnLimit(reached)
  }
}

/** For leveraged positions: the limits, and with real money that the check was passed before the first one. */
export function ownLimitOfLeverage(context: ServerContext): OwnLimitOf {
  const own = ownLimitOf(context)
  const passed = new Set<string>()
  return async (userId, mode) => {
    const reached = await own(userId, mode)
    if (reached !== null || mode === 'demo' || passed.has(userId)) return reached
    if ((await understoodAt(context.db, userId)) === null) return refuseNotUnderstood()
    passed.add(userId)
    return null
  }
}
