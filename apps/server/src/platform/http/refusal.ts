import { type RefusalCode, type RefusalName, refusalName, refusals } from '@candor/refusals'
import type { Refused } from '@candor/rules'
import type { BudgetStanding } from '../limits/request-budget.ts'

/** A business refusal on its way to the response: a catalogue code and, where needed, details for `result`. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Readonly<Record<string, unknown>> | null

  constructor(name: RefusalName, details: Readonly<Record<string, unknown>> | null = null) {
    super(`refused with ${refusals[name]} (${name})`)
    this.code = refusals[name]
    this.details = details
  }
}

/** Refuses the value of one field, with the reason the client shows there. */
export const invalidField = (path: string, code = 'invalid'): Refusal =>
  new Refusal('invalidInput', { issues: [{ path, code }] })

/** The accepted value of a decision, or the refusal thrown. */
export function orRefuse<T>(decision: { readonly ok: true; readonly value: T } | Refused): T {
  if (decision.ok) return decision.value
  throw new Refusal(refusalName(decision.code), decision.details)
}

/** Too much at once, or a guess too soon: HTTP 429 with `Retry-After`. */
export class TooMany extends Error {
  readonly retryAfterMs: number
  /** The exhausted budget; null for other limits. */
  readonly standing: BudgetStanding | null

  constructor(retryAfterMs: number, standing: BudgetStanding | null = null) {
    super('too many requests')
    this.retryAfterMs = retryAfterMs
    this.standing = standing
  }
}

/** The request is not signed in: `ended` for a session that was ours, `forged` for a token that never was. */
export class SignedOut extends Error {
  readonly why: 'ended' | 'forged'

  constructor(why: 'ended' | 'forged') {
    super(`signed out: ${why}`)
    this.why = why
  }
}

/**
 * The process that decides this does not respond now: HTTP 503. The request may have been carried out; repeating its once-only
 * key shows it.
 */
export class Unreachable extends Error {
  constructor(office: string) {
    super(`nobody answers for ${office}`)
  }
}
