import { type RefusalCode, refusals } from '@candor/refusals'

/**
 * Every code of a response (packages/refusals, and the success codes of the specification §8). The texts are in packages/texts,
 * `codes.<code>`, in ten languages.
 */
export const refusalCodes: readonly RefusalCode[] = Object.values(refusals)
export const successCodes = [200, 20001, 20002, 20003, 20004, 20005] as const

export type { RefusalCode } from '@candor/refusals'
export type SuccessCode = (typeof successCodes)[number]

/** Reasons why a market or product is not available now: `result.reason` with code `unavailable`. */
export const unavailableReasons = ['closed', 'stale', 'halted', 'reserve', 'source', 'country'] as const
export type UnavailableReason = (typeof unavailableReasons)[number]
