import { refusalCodes } from './generated/refusal-codes.ts'

/** Name of a refusal; `signedOut` for code 401, `unknown` for a code of a newer server. */
export type RefusalName = keyof typeof refusalCodes | 'signedOut' | 'unknown'

const signedOutCode = 401
const names: ReadonlyMap<number, RefusalName> = new Map([
  ...Object.entries(refusalCodes).map(([name, code]) => [code, name as RefusalName] as const),
  [signedOutCode, 'signedOut'],
])

/** Base of every error of a call. */
export class ClientError extends Error {}

interface Refused {
  readonly status: number
  readonly code: number
  readonly details: Readonly<Record<string, unknown>> | null
  readonly message: string | null
  /** Time until the server accepts the request again; null where it names none. */
  readonly retryAfterMs: number | null
}

/** A field that the server did not accept. */
interface FieldIssue {
  readonly path: string
  readonly code: string
}

/** The server refused the call: nothing was done. Compare `refusal`, show `message`. */
export class Refusal extends ClientError {
  readonly refusal: RefusalName
  readonly code: number
  readonly status: number
  /** The response's `result`: the reason, the amounts or the fields of this refusal. */
  readonly details: Readonly<Record<string, unknown>> | null
  readonly retryAfterMs: number | null

  constructor({ status, code, details, message, retryAfterMs }: Refused) {
    super(message ?? `refused with code ${code}`)
    this.name = 'Refusal'
    this.refusal = names.get(code) ?? 'unknown'
    this.code = code
    this.status = status
    this.details = details
    this.retryAfterMs = retryAfterMs
  }

  /** Fields that were not accepted; empty where the refusal is about no field. */
  get issues(): readonly FieldIssue[] {
    const issues = this.details?.issues
    return Array.isArray(issues) ? (issues as FieldIssue[]) : []
  }
}

/**
 * No response arrived: the connection failed, the time ran out, or the server has a fault. A call that moves money may have been
 * carried out: repeat it with the same `idempotencyKey` to learn its result.
 */
export class NoResponse extends ClientError {
  readonly idempotencyKey: string | null

  constructor(message: string, idempotencyKey: string | null, cause: unknown) {
    super(message, { cause })
    this.name = 'NoResponse'
    this.idempotencyKey = idempotencyKey
  }
}
