type JsonSchema = Readonly<Record<string, unknown>>

const formats: Readonly<Record<string, string>> = { decimal: 'Decimal', 'date-time': 'IsoTime' }
const plain: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Writes a JSON schema as a TypeScript type. Named types get the prefix, the name under which their file is imported. */
export function typeTextOf(schema: JsonSchema, prefix: string): string {
  const text = (one: unknown) => typeTextOf(one as JsonSchema, prefix)
  if (typeof schema.$ref === 'string') return `${prefix}${schema.$ref.split('/').at(-1)}`
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return union(choices.map(text))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => text({ ...schema, type })))
  if (schema.type === 'array') return arrayText(schema, text)
  if (schema.type === 'object') return objectText(schema, text)
  return scalarText(schema, prefix)
}

function scalarText(schema: JsonSchema, prefix: string): string {
  if (schema.format === 'binary') return 'Blob'
  const format = formats[String(schema.format)]
  return format === undefined ? (plain[String(schema.type)] ?? 'unknown') : `${prefix}${format}`
}

const union = (texts: readonly string[]): string => [...new Set(texts)].join(' | ')

function arrayText(schema: JsonSchema, text: (one: unknown) => string): string {
  if (Array.isArray(schema.prefixItems)) return `readonly [${schema.prefixItems.map(text).join(', ')}]`
  const item = text(schema.items ?? {})
  return /^readonly | \| /.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`
}

function objectText(schema: JsonSchema, text: (one: unknown) => string): string {
  const required = (schema.required ?? []) as readonly string[]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, field]) =>
      required.includes(name)
        ? `readonly ${keyOf(name)}: ${text(field)}`
        : `readonly ${keyOf(name)}?: ${text(field)} | undefined`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const rest = schema.additionalProperties
  return typeof rest === 'object'
    ? `Readonly<Record<string, ${text(rest)}>>`
    : 'Readonly<Record<string, never>>'
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
