import type { CompositeArray, CompositeType } from './composite-type.ts'

/** A parameter of a SQL function: its type, and how a value is sent. */
export interface Parameter<Value> {
  readonly type: string
  send(value: Value): unknown
}

/** A function of the database, called with named parameters. The same test compares it with the catalogue. */
export interface SqlFunction<Parameters> {
  readonly name: string
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  /** The call as SQL, with a placeholder for each parameter. */
  readonly call: string
  values(given: Parameters): unknown[]
}

type ParametersOf<P> = {
  readonly [Name in keyof P]: P[Name] extends { send(value: infer Value): unknown } ? Value : never
}

export function sqlFunction<P extends Readonly<Record<string, Parameter<unknown>>>>(
  name: string,
  described: P,
): SqlFunction<ParametersOf<P>> {
  const entries = Object.entries<Parameter<unknown>>(described)
  return {
    name,
    parameters: entries.map(([parameter, { type }]) => ({ name: parameter, type })),
    call: `${name}(${entries.map(([parameter], at) => `${parameter} => $${at + 1}`).join(', ')})`,
    values: (given) => entries.map(([parameter, { send }]) => send(given[parameter])),
  }
}

/** A single value that the driver sends as text. */
export const scalar = <Value extends string | number | bigint>(type: string): Parameter<Value | null> => ({
  type,
  send: (value) => (value === null ? null : value.toString()),
})
export const timestamp: Parameter<Date> = { type: 'timestamp with time zone', send: (value) => value }
export const jsonbValue: Parameter<unknown> = {
  type: 'jsonb',
  send: (value) => (value === null ? null : JSON.stringify(value)),
}
export const arrayOfNumbers = <Value extends number | bigint>(
  type: 'integer[]' | 'bigint[]',
): Parameter<readonly Value[]> => ({ type, send: (values) => `{${values.join(',')}}` })
export const arrayOfTexts: Parameter<readonly string[]> = { type: 'text[]', send: (values) => values }
export const arrayOf = <Row>({ name }: CompositeType<Row>): Parameter<CompositeArray<Row>> => ({
  type: `${name}[]`,
  send: (rows) => rows.toLiteral(),
})
