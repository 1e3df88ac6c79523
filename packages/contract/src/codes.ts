import { type RefusalCode, refusals } from '@candor/refusals'

/**
 * Every code the server answers with (packages/refusals, and what went well, from the specification §8).
 * The texts stand in packages/texts, `codes.<code>`, in ten languages.
 */
export const refusalCodes: readonly RefusalCode[] = Object.values(refusals)
export const successCodes = [200, 20001, 20002, 20003, 20004, 20005] as const

export type { RefusalCode } from '@candor/refusals'
export type SuccessCode = (typeof successCodes)[number]

/** Why a market or product is not available now: stands in `result.reason` beside code `unavailable`. */
export const unavailableReasons = ['closed', 'stale', 'halted', 'reserve', 'source', 'country'] as const
export type UnavailableReason = (typeof unavailableReasons)[number]
