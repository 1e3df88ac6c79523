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
  readonly tokenId: string
  readonly name: string
}

/** Caller of a call that service tokens can make. */
export type OperatorOrService = Operator | ServiceCaller

export const isService = (who: object): who is ServiceCaller => 'tokenId' in who

/** The caller as the audit log names them. */
export const actorOf = (who: OperatorOrService): string =>
  isService(who) ? `service-token:${who.tokenId}` : who.id

/** Before signing in. */
export interface Stranger {
  readonly address: string
  readonly device: string
}
