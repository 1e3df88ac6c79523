import type { OperatorRole } from '@candor/contract'

/** The operator of a request: made from the cookie in one place, and all a use case ever sees of a request. */
export interface Operator {
  readonly id: string
  readonly email: string
  readonly role: OperatorRole
  readonly sessionId: string
}

/** Another system of the operator's, by its service token. It has no role and is never one of two people. */
export interface ServiceCaller {
  /** As the audit log names it as an actor. */
  readonly id: `service-token:${string}`
  readonly name: string
}

/** Caller of a call that service tokens can make. */
export type OperatorOrService = Operator | ServiceCaller

export const isService = (who: object): who is ServiceCaller => !('role' in who)

/** Before signing in. */
export interface Stranger {
  readonly address: string
  readonly device: string
}
