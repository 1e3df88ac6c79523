import { type Call, calls, type OpsCall, opsCalls } from '@candor/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { usualBodyBytes } from './web-server.ts'

type Schema = z.core.JSONSchema.BaseSchema
const schemaOf = (one: z.core.JSONSchema._JSONSchema): Schema => (typeof one === 'boolean' ? {} : one)

/** Three bytes of UTF-8 are the most that a UTF-16 unit takes. */
const bytesOfUnit = 3
const usualLength = 100
const usualItems = 20

/** Longest JSON of a value that the schema admits; a list or text without a limit counts as short. */
function longest(schema: Schema): number {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return Math.max(...branches.map((one) => longest(schemaOf(one))))
  if (schema.type === 'object') return longestObject(schema)
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? {} : schemaOf(schema.items ?? {})
    return 2 + (schema.maxItems ?? usualItems) * (longest(items) + 1)
  }
  return schema.type === 'string' ? 2 + longestText(schema) : 30
}

const longestObject = ({ properties = {} }: Schema): number =>
  Object.entries(properties).reduce(
    (sum, [name, field]) => sum + name.length + 4 + longest(schemaOf(field)),
    2,
  )

function longestText({ maxLength, pattern = '', contentEncoding }: Schema): number {
  if (contentEncoding === 'base64') return maxLength ?? usualLength
  if (maxLength !== undefined) return maxLength * bytesOfUnit
  const lengths = [...pattern.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, most]) => Number(most))
  return Math.max(usualLength, ...lengths) * (pattern.includes('\\p') ? bytesOfUnit : 1)
}

const posts: readonly (readonly [string, Call | OpsCall])[] = Object.entries({
  ...calls,
  ...opsCalls,
}).filter(([, { method }]) => method === 'POST')

test.each(posts)(
  'I12.1: the longest body of %s is within its limit, which is no wider than needed',
  (_name, call) => {
    const limit = ('mostBytes' in call ? call.mostBytes : undefined) ?? usualBodyBytes
    const body = longest(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }))
    expect(body).toBeLessThanOrEqual(limit)
    if (limit > usualBodyBytes) expect(body).toBeGreaterThan(limit / 2)
  },
)
