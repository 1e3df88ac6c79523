import type { Call } from '@candor/contract'
import { z } from 'zod'
import { withNames } from './named-schemas.ts'
import { typeTextOf } from './schema-types.ts'

interface ClientInput {
  readonly calls: Readonly<Record<string, Call>>
  readonly scopeOf: (name: string) => string | null
  /** Schemas that get a type of their own, by the name of that type. */
  readonly entities: Readonly<Record<string, z.ZodType>>
  readonly refusals: Readonly<Record<string, number>>
}

type JsonSchema = Readonly<Record<string, unknown>>
const header = '// Written by `npm run client` from packages/contract: change the contract, not this file.\n'

/** Writes the generated files of packages/client, by their names. */
export function clientSources({ calls, scopeOf, entities, refusals }: ClientInput): Record<string, string> {
  const named = Object.entries(calls)
  // Inputs come first: they are written out, because a field with a default may be absent in an input and never in a result.
  const inputs = new Map(named.map(([name, call]) => [name, schemaOf(call.input, 'input')]))
  const { results, definitions } = withNames(entities, () => resultsOf(named, entities))
  const rows = named.map(([name, call]) => {
    const kind = call.movesMoney === true ? `, 'money'` : call.multipart === true ? `, 'upload'` : ''
    return `  ${name}: ['${call.method}', '${call.path}'${kind}],`
  })
  const types = named.map(([name, { summary, access }]) => {
    const scope = scopeOf(name)
    const who = access === 'visitor' ? 'open to everyone' : scope === null ? 'session only' : `key: ${scope}`
    const text = (schema: JsonSchema | undefined) => typeTextOf(schema ?? {}, 'E.')
    return `  /** ${summary} (${who}). */ ${name}: { input: ${text(inputs.get(name))}; result: ${text(results.get(name))} }`
  })
  return {
    'call-table.ts': `${header}/** Method and path of each call; \`money\`: it takes an idempotency key. */\nexport const callTable = {\n${rows.join('\n')}\n} as const\n`,
    'call-types.ts': `${header}import type * as E from './entities.ts'\n\n/** Fields and result of each call. */\nexport interface CallTypes {\n${types.join('\n')}\n}\n`,
    'entities.ts': entitySource(definitions),
    'refusal-codes.ts': `${header}/** Code of each refusal, by its name. */\nexport const refusalCodes = {\n${Object.entries(
      refusals,
    )
      .map(([name, code]) => `  ${name}: ${code},`)
      .join('\n')}\n} as const\n`,
  }
}

/** The results by the name of their call, and the schemas that they and the live messages refer to. */
function resultsOf(named: readonly (readonly [string, Call])[], entities: ClientInput['entities']) {
  const results = new Map(named.map(([name, call]) => [name, schemaOf(call.result, 'output')]))
  const definitions = new Map<string, JsonSchema>()
  const collect = (schema: JsonSchema) => {
    for (const [id, one] of Object.entries((schema.$defs ?? {}) as Record<string, JsonSchema>))
      definitions.set(id, one)
  }
  for (const schema of results.values()) collect(schema)
  for (const [id, schema] of Object.entries(entities)) {
    if (!live.includes(id)) continue
    const own = schemaOf(schema, 'output')
    collect(own)
    definitions.set(id, rootOf(own, id))
  }
  return { results, definitions }
}

/** Entities that the live messages need, which are no result of a call. */
const live = ['PriceEntry', 'AccountMessage']

function entitySource(definitions: ReadonlyMap<string, JsonSchema>): string {
  const lines = [...definitions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, schema]) => `export type ${id} = ${typeTextOf(schema, '')}`)
  return `${header}/** Decimal number as text: amounts, prices and rates are never floating point. */
export type Decimal = string
/** Time in UTC, ISO 8601. */
export type IsoTime = string

${lines.join('\n')}
`
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema

/** A schema with an id of its own is written as a reference to itself. */
function rootOf(schema: JsonSchema, id: string): JsonSchema {
  const own = (schema.$defs as Record<string, JsonSchema> | undefined)?.[id]
  return own ?? schema
}
