import type { CallTypes } from './generated/call-types.ts'

export type CallName = keyof CallTypes
export type InputOf<Name extends CallName> = CallTypes[Name]['input']
export type ResultOf<Name extends CallName> = CallTypes[Name]['result']

export interface CallOptions {
  /** For calls that move money; a new one is made if omitted. The same key with the same input has one effect. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Calls without a required field may be made without an input. */
export type Arguments<Name extends CallName> =
  Record<string, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]

/** Makes a call and returns its result. Throws `Refusal` when the server refuses it, `NoResponse` when no response arrives. */
export type MakeCall = <Name extends CallName>(
  name: Name,
  ...rest: Arguments<Name>
) => Promise<ResultOf<Name>>
