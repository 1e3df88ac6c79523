import type { OperatorRole } from '@candor/contract'

/** The operator of a request: made from the cookie in one place, and all a use case ever sees of a request. */
export interface Operator {
  readonly id: string
  readonly email: string
  readonly role: OperatorRole
  readonly sessionId: string
}

/** Before signing in. */
export interface Stranger {
  readonly address: string
  readonly device: string
}
