import type { RefusalCode } from '@candor/refusals'
import type { z } from 'zod'
import type { ReadsPath } from '../call.ts'

/** Role of an operator; each person has one. A call names every role that may make it: none is implied. */
export const operatorRoles = ['reviewer', 'finance', 'content', 'risk', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** At least one role: a call without any does not compile. `visitor` is for signing in only. */
export type OpsRoles = 'visitor' | readonly [OperatorRole, ...OperatorRole[]]

/** One call of the operators' API, declared once. It shares only the envelope with the customers' calls. */
export interface OpsCall<
  Input extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Who extends OpsRoles = OpsRoles,
> {
  readonly method: 'GET' | 'POST'
  /** With `{name}` for path parameters, which are part of `input`. */
  readonly path: `/ops/${string}`
  readonly summary: string
  readonly roles: Who
  /** The fields of path and query, for a POST of path and body. Unknown fields are dropped. */
  readonly input: Input
  readonly result: Result
  /** Maximum size of the body, for a call that carries a picture; else the common limit. */
  readonly mostBytes?: number
  /** A POST that only reads: its input does not belong in a URL. */
  readonly changesNothing?: true
  /** The catalogue's code for a field that is missing or wrong; `invalidInput` for all others. */
  readonly fieldCodes?: Readonly<Record<string, RefusalCode>>
}

/** Declares an operators' call without losing the types of its schemas. */
export function opsCall<
  Input extends z.ZodType,
  Result extends z.ZodType,
  const Who extends OpsRoles,
  const Path extends `/ops/${string}`,
>(declaration: OpsCall<Input, Result, Who> & ReadsPath<Path, Input>): OpsCall<Input, Result, Who> {
  return declaration
}

export type OpsInputOf<C> = C extends OpsCall<infer Input, z.ZodType> ? z.input<Input> : never
export type OpsParsedInputOf<C> = C extends OpsCall<infer Input, z.ZodType> ? z.output<Input> : never
export type OpsResultOf<C> = C extends OpsCall<z.ZodType, infer Result> ? z.output<Result> : never
