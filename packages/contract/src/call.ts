import type { RefusalCode } from '@candor/refusals'
import type { z } from 'zod'
import type { SuccessCode } from './success-codes.ts'

/** Access to a call. `visitor`: anyone. `customer`: a signed-in customer, for their own data only. */
export type Access = 'visitor' | 'customer'

/** One call of the product, declared once: the server's validation, the client's types and the API page are derived from it. */
export interface Call<
  Input extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  readonly method: 'GET' | 'POST'
  /** With `{name}` for path parameters, which are part of `input`. */
  readonly path: `/swx/${string}`
  readonly summary: string
  readonly access: Who
  /** The fields of the body, or of path and query for a GET. Unknown fields are dropped. */
  readonly input: Input
  readonly result: Result
  /** The code of a success; 200 if omitted. */
  readonly success?: SuccessCode
  /**
   * Seconds for which a browser or a shared cache may store the response; only for a visitor's call with the same response for
   * everyone.
   */
  readonly cacheSeconds?: number
  /** The call moves or promises money: it requires an `Idempotency-Key`, and the first response is stored. */
  readonly movesMoney?: true
  /** The body is multipart/form-data: one part is a file, passed to the handler as bytes. */
  readonly multipart?: true
  /** Refused with `realAccountRequired` for a demo account before any other check (calls page, Conventions). */
  readonly realOnly?: true
  /**
   * Refused with `identityRequired` unless the customer's identity is approved; checked after the demo account and before the
   * fields (calls page, Conventions).
   */
  readonly verifiedOnly?: true
  /** The catalogue's code for a field that is missing or wrong, used in the order of the fields; `invalidInput` for all others. */
  readonly fieldCodes?: Readonly<Record<string, FieldCode>>
}

/** One code for both cases, or one for a field that is absent or empty and another for one that is wrong. */
export type FieldCode = RefusalCode | { readonly missing: RefusalCode; readonly wrong: RefusalCode }

/** The parameter names of a path: `id` of `/swx/x/{id}`. */
export type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never

/** An input that reads every parameter of the path; a declaration that leaves one out does not compile. */
export interface ReadsPath<Path extends string, Input extends z.ZodType> {
  readonly path: Path
  // Compares the outputs, not the schemas: comparing those made two million types more.
  readonly input: z.output<Input> extends Readonly<Record<ParametersOf<Path>, string | number>>
    ? Input
    : never
}

/** Declares a call without losing the types of its schemas. */
export function call<
  Input extends z.ZodType,
  Result extends z.ZodType,
  Who extends Access,
  const Path extends `/swx/${string}`,
>(declaration: Call<Input, Result, Who> & ReadsPath<Path, Input>): Call<Input, Result, Who> {
  return declaration
}

export type InputOf<C> = C extends Call<infer Input, z.ZodType> ? z.input<Input> : never
export type ParsedInputOf<C> = C extends Call<infer Input, z.ZodType> ? z.output<Input> : never
export type ResultOf<C> = C extends Call<z.ZodType, infer Result> ? z.output<Result> : never
