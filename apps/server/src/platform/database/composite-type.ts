/** A column of a composite type or of a table: its SQL type, and how a value is written inside an array of composites. */
export interface Attribute<Value> {
  readonly type: string
  /** Writes a value as it appears within `{"(…)"}`; null for SQL's NULL. */
  write(value: Value): string | null
}

type ValueOf<A> = A extends { write(value: infer Value): unknown } ? Value : never
type Attributes = Readonly<Record<string, Attribute<unknown>>>
type ValuesOf<A> = { readonly [Name in keyof A]: ValueOf<A[Name]> }

interface NamedType {
  readonly name: string
  readonly type: string
}

/** Adjacent columns whose values come as one object: copying them into the row would cost more than writing them. */
export interface Columns<Row> extends Attribute<Row> {
  readonly attributes: readonly NamedType[]
}
/** The values of described columns, or a row of a described type, by the names of its attributes. */
export type RowOf<Described> = Described extends { write(row: infer Row): unknown } ? Row : never

export function columns<A extends Attributes>(described: A): Columns<ValuesOf<A>> {
  const names = Object.keys(described)
  const written = Object.values<Attribute<unknown> | Columns<unknown>>(described)
  return {
    type: 'record',
    attributes: written.flatMap((attribute, at) =>
      'attributes' in attribute ? attribute.attributes : { name: names[at] as string, type: attribute.type },
    ),
    write: (row) => {
      let text = ''
      for (let at = 0; at < names.length; at++) {
        const value = row[names[at] as string]
        if (at > 0) text += ','
        if (value !== null) text += (written[at] as Attribute<unknown>).write(value)
      }
      return text
    },
  }
}

/**
 * A composite type of the database. The one description from which rows are typed and written; `composite-types.test.ts` compares it with
 * the catalogue: names, order and types.
 */
export interface CompositeType<Row> {
  readonly name: string
  readonly attributes: readonly NamedType[]
  /** Writes a row as an element of an array literal. */
  write(row: Row): string
}

export function compositeType<A extends Attributes>(name: string, described: A): CompositeType<ValuesOf<A>> {
  const { attributes, write } = columns(described)
  return { name, attributes, write: (row) => `"(${write(row)})"` }
}

/** Rows of a composite type, each written when it is added, so that a large batch can be written in turns. */
export class CompositeArray<Row> {
  private readonly type: CompositeType<Row>
  private readonly written: string[] = []

  constructor(type: CompositeType<Row>, rows: readonly Row[] = []) {
    this.type = type
    for (const row of rows) this.push(row)
  }

  push(row: Row): void {
    this.written.push(this.type.write(row))
  }

  /** The rows as a PostgreSQL array literal. */
  toLiteral(): string {
    return `{${this.written.join(',')}}`
  }
}

const plain =
  <Value>(type: string) =>
  (): Attribute<Value> => ({ type, write: (value) => `${value}` })

export const integer = plain<number>('integer')
/** A `bigint`, or a given brand of it, so that two amounts of different kinds cannot change places. */
export const bigint = <Value extends bigint = bigint>(): Attribute<Value> => plain<Value>('bigint')()
/** A time in epoch ms. */
export const epochMs = plain<number>('bigint')
declare const placeIn: unique symbol
/** Position of an item in a list of the call, from 1. */
export type Place<List extends string> = number & { readonly [placeIn]: List }
export const place = <List extends string>(): Attribute<Place<List>> => plain<Place<List>>('integer')()
export const text = <Value extends string = string>(): Attribute<Value> => ({ type: 'text', write: quote })
export const json = <Value>(type: 'json' | 'jsonb'): Attribute<Value> => ({
  type,
  write: (value) => quote(JSON.stringify(value)),
})
export const uuid = (): Attribute<string> => ({
  type: 'uuid',
  write: (value) => {
    if (!uuidPattern.test(value)) throw new Error(`not a UUID: ${value}`)
    return value
  },
})
const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** An enum of the database; `composite-types.test.ts` compares its labels too. */
export interface EnumType<Label extends string> extends Attribute<Label> {
  readonly labels: readonly Label[]
}
export const enumType = <Label extends string>(type: string, labels: readonly Label[]): EnumType<Label> => ({
  type,
  labels,
  write: (label) => label,
})

export const nullable = <Value>({ type, write }: Attribute<Value>): Attribute<Value | null> => ({
  type,
  write: (value) => (value === null ? null : write(value)),
})

/** Doubles quotes for the composite, and escapes the result for the array around it. A plain word needs neither. */
function quote(value: string): string {
  if (plainWord.test(value)) return value
  return `\\"${value.replaceAll('\\', '\\\\\\\\').replaceAll('"', '\\"\\"')}\\"`
}
const plainWord = /^[\w:-]+$/
