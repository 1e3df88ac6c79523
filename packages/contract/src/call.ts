import type { z } from 'zod'
import type { RefusalCode, SuccessCode } from './codes.ts'

/** Who may make a call. `visitor`: anyone. `customer`: a signed-in customer, on their own things only. */
export type Access = 'visitor' | 'customer'

/** One call of the product, declared once: the server's validation, the client's types and the API page come from it. */
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
  /** The code of a success; 200 where none is named. */
  readonly success?: SuccessCode
  /** Seconds for which a browser or a cache in between may keep the answer: a visitor's call that answers everybody alike. */
  readonly cacheSeconds?: number
  /** It moves or promises money: an `Idempotency-Key` is asked for, and the first answer is kept. */
  readonly movesMoney?: true
  /** The body is multipart/form-data: one part is a file, given to the handler as bytes. */
  readonly multipart?: true
  /** Refused with `realAccountRequired` for a demo account before anything else is looked at (calls page, Conventions). */
  readonly realOnly?: true
  /** Refused with `identityRequired` unless the customer's identity is approved, after demo and before its fields (calls page, Conventions). */
  readonly verifiedOnly?: true
  /** The catalogue's code for a field that is missing or wrong, used in the order of the fields; `invalidInput` for all others. */
  readonly fieldCodes?: Readonly<Record<string, FieldCode>>
}

/** One code for both, or one for a field that is absent or empty and another for one that is wrong. */
export type FieldCode = RefusalCode | { readonly missing: RefusalCode; readonly wrong: RefusalCode }

/** The names of a path's parameters: `id` of `/swx/x/{id}`. */
export type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never

/** An input that reads every parameter of the path; with a parameter left out the declaration does not compile. */
export interface ReadsPath<Path extends string, Input extends z.ZodType> {
  readonly path: Path
  // Compares what is read, not the schemas: those made two million types more.
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
