import type { OperatorRole } from '@candor/contract'

/** Who acts in the console: made from the cookie in one place, and all a use case sees of a request. */
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
