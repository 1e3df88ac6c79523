import type { Operation, Schema } from './operations.ts'

/** Texts of amounts, prices and rates at the edges of what is stored: 64 bits with 6 to 12 decimals, and the type's own bound. */
const extremeTexts = [
  ...['999999999', '999999999.999999', '999999999.999999999999999999', '1000000000', '999', '-999999999'],
  ...['100000000', '100000001', '922337203.6854775807', '922337203.6854775808', '9223372036.854775808'],
  ...['4611686018427.387904', '9223372036854.775808', '999999999999999999', '0.000000000000000001'],
]
const extremeNumbers = [
  ...[2_147_483_647, 2_147_483_648, 4_294_967_296, 8_640_000_000_000_000, 9_007_199_254_740_991, -1],
  ...[36_500, 1e300],
]

/** A figure that a call takes. */
export interface Figure {
  readonly field: string
  readonly extremes: readonly (string | number)[]
}

function extremesOf(schema: Schema): readonly (string | number)[] {
  if (schema.format === 'decimal') return extremeTexts
  if (schema.type === 'integer' || schema.type === 'number') return extremeNumbers
  return (schema.anyOf ?? []).flatMap(extremesOf)
}

/** Lists the figures among a call's fields and parameters. */
export function figuresOf({ body, parameters }: Operation): Figure[] {
  const fields = Object.entries(body?.properties ?? {})
  const named = parameters.flatMap(({ name, in: where, schema }) =>
    name === undefined || schema === undefined || where === 'header' ? [] : [[name, schema] as const],
  )
  return [...fields, ...named].flatMap(([field, schema]) => {
    const extremes = extremesOf(schema)
    return extremes.length === 0 ? [] : [{ field, extremes }]
  })
}
