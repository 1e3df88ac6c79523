import type { OpsCallName, OpsCalls, OpsParsedInputOf, OpsResultOf, ServiceCallName } from '@candor/contract'
import type { FileInPieces, FileResponse } from '../../platform/http/handlers.ts'
import type { Operator, OperatorOrService, Stranger } from './operator.ts'

/** A response that also sets the session's cookie; null removes it. */
export class WithCookie<T> {
  readonly result: T
  readonly token: string | null

  constructor(result: T, token: string | null) {
    this.result = result
    this.token = token
  }
}

/** Only calls that the contract opens to service tokens can have one as their caller. */
type WhoOf<N extends OpsCallName> = OpsCalls[N]['roles'] extends 'visitor'
  ? Stranger
  : N extends ServiceCallName
    ? OperatorOrService
    : Operator
type OpsResult<T> = T | WithCookie<T> | FileResponse | FileInPieces

export type OpsHandler<N extends OpsCallName> = (
  input: OpsParsedInputOf<OpsCalls[N]>,
  who: WhoOf<N>,
) => Promise<OpsResult<OpsResultOf<OpsCalls[N]>>>

/** One module's part of the operators' route table. A call without a handler fails the start. */
export type OpsHandlers = { readonly [N in OpsCallName]?: OpsHandler<N> }

/** Handlers of exactly these calls: one that is missing, or of any other call, does not compile. */
export type OpsHandlersOf<Of extends Partial<OpsCalls>> = Required<
  Pick<OpsHandlers, keyof Of & OpsCallName>
> & { readonly [N in Exclude<OpsCallName, keyof Of>]?: never }
