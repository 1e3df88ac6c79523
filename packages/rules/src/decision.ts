import { type RefusalCode, type RefusalName, refusals } from '@candor/refusals'

/**
 * The result of a rule: accepted with a value, or refused with a code of the catalogue (packages/refusals). `details`
 * goes into the caller's `result` where the code alone does not say enough.
 */
export type Decision<T> = Accepted<T> | Refused

export interface Accepted<T> {
  readonly ok: true
  readonly value: T
}

export interface Refused {
  readonly ok: false
  readonly code: RefusalCode
  readonly details: Readonly<Record<string, unknown>> | null
}

/** Accepts with a value. */
export const accept = <T>(value: T): Accepted<T> => ({ ok: true, value })

/** Refuses with the named code of the catalogue; `details` become the `result` of the response. */
export const refuse = (
  name: RefusalName,
  details: Readonly<Record<string, unknown>> | null = null,
): Refused => ({
  ok: false,
  code: refusals[name],
  details,
})
