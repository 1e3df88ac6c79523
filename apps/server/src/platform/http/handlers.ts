import type { CallName, Calls, ParsedInputOf, ResultOf } from '@candor/contract'
import type { Tx } from '../database/database.ts'
import type { Caller, Visitor } from './caller.ts'

/** Caller that a handler receives with its input. */
export type CallerOf<N extends CallName> = Calls[N] extends { readonly access: 'customer' } ? Caller : Visitor

/** Stored by calls that move money: a repeated key gets the first response, within the transaction of its effect. */
export interface IdempotencyContext {
  /** The `Idempotency-Key` header. */
  readonly key: string
  /** SHA-256 over the call, the mode and the canonical body, hex. */
  readonly bodyHash: string
  readonly call: CallName
}

export interface NamedFile {
  readonly contentType: string
  /** As the customer's browser saves it. */
  readonly fileName: string
}

/** A response that is a file instead of the envelope: small enough to be created in memory. */
export class FileResponse implements NamedFile {
  readonly contentType: string
  readonly fileName: string
  readonly body: Buffer

  constructor(contentType: string, fileName: string, body: Buffer) {
    this.contentType = contentType
    this.fileName = fileName
    this.body = body
  }
}

/** Files of one queue wait for each other. */
export type FileQueue = 'exports' | 'lists'

/** A file of any size: generated in its turn, piece by piece, and complete on disk before any of it is sent. */
export class FileInPieces implements NamedFile {
  readonly queue: FileQueue
  readonly contentType: string
  readonly fileName: string
  /** Read once; nothing is made before. */
  readonly pieces: AsyncIterable<string | Uint8Array>

  constructor(queue: FileQueue, { contentType, fileName }: NamedFile, pieces: FileInPieces['pieces']) {
    this.queue = queue
    this.contentType = contentType
    this.fileName = fileName
    this.pieces = pieces
  }
}

export type Handler<N extends CallName> = (
  input: ParsedInputOf<Calls[N]>,
  caller: CallerOf<N>,
  idempotency: IdempotencyContext | null,
) => Promise<ResultOf<Calls[N]> | FileResponse | FileInPieces>

/** One module's part of the route table; `registerCalls` in `routes.ts` mounts it. A call without a handler fails the start. */
export type Handlers = { readonly [N in CallName]?: Handler<N> }

/** Handlers of exactly these calls: one that is missing, or of any other call, does not compile. */
export type HandlersOf<Of extends Partial<Calls>> = Required<Pick<Handlers, keyof Of & CallName>> & {
  readonly [N in Exclude<CallName, keyof Of>]?: never
}

/**
 * Runs `effect` once for this customer and key and stores its response in the same transaction. Repeats get the stored
 * response; the same key with another body is refused with `keyReused`.
 */
export type RunOnce = <T>(
  caller: Caller,
  idempotency: IdempotencyContext,
  effect: (tx: Tx) => Promise<T>,
) => Promise<T>

/** One of several calls that are carried out together. */
export interface OnceRequest {
  readonly caller: Caller
  readonly idempotency: IdempotencyContext
}

export type OnceOutcome<T> = { readonly response: T } | { readonly refused: Error }

/** Result of a call whose key another call is using: it had no effect, and the response is not known yet. */
export interface InUse {
  readonly inUse: true
}

/**
 * Runs concurrent calls, as `RunOnce` does. `effect` gets the new ones and returns a response for each, in one transaction; one
 * commit makes all of them durable. None waits for another's key.
 */
export type RunTogether = <T, A extends OnceRequest>(
  asks: readonly A[],
  effect: (tx: Tx, fresh: readonly A[]) => Promise<readonly OnceOutcome<T>[]>,
) => Promise<readonly (OnceOutcome<T> | InUse)[]>

/** Resolves when no other call is carried out under the key of this one. */
export type UntilFree = (request: OnceRequest) => Promise<void>
