import { type OpsCall, type OpsCallName, opsCalls } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from '../../platform/http/input-issues.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  admin = await signInOperator(app, 'admin')
})
afterAll(() => app.dispose())

const names = (Object.keys(opsCalls) as OpsCallName[]).filter((name) => {
  const { roles, path } = opsCalls[name] as OpsCall
  return roles !== 'visitor' && path.includes('{')
})
const oddIds = [
  'x',
  "1' OR '1'='1",
  '..%2f..',
  '0',
  'null',
  '\u0000',
  '🙂',
  'ffffffff-ffff-ffff-ffff-fffffffffffz',
  'a'.repeat(64),
]

/** Everything the call asks for besides, as its schema would have it. */
function restOf(name: OpsCallName): Record<string, unknown> {
  const schema = opsCalls[name].input as z.ZodType
  if (!(schema instanceof z.ZodObject)) return {}
  const shape = schema.shape as Record<string, z.ZodType>
  return Object.fromEntries(fieldsOf(schema).map((field) => [field, sampleOf(shape[field] as z.ZodType)]))
}

function sampleOf(field: z.ZodType): unknown {
  const { enum: choices, type } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as {
    readonly enum?: readonly unknown[]
    readonly type?: string
  }
  if (choices !== undefined) return choices[0]
  return (
    { boolean: true, number: 1, integer: 1, array: [], object: {} }[type ?? ''] ??
    'a reason that is long enough'
  )
}

test.each(names)('I12.13: %s answers an id of the wrong form as one that is not there', async (name) => {
  const params = [...(opsCalls[name] as OpsCall).path.matchAll(/\{(\w+)\}/g)].map(
    (found) => found[1] as string,
  )
  for (const param of params) {
    for (const odd of oddIds) {
      const { status, text } = await admin.call(name, { ...restOf(name), [param]: odd })
      expect(status, `${param} ${odd} → ${text}`).toBeLessThan(500)
    }
  }
})
