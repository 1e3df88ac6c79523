import { expect, test } from 'vitest'
import { z } from 'zod'
import { opsCalls } from './back-office/ops.ts'
import type { OpsCall } from './back-office/ops-call.ts'
import { opsCall } from './back-office/ops-call.ts'
import { type Call, call } from './call.ts'
import { calls } from './calls.ts'

interface FieldShape {
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly type?: string
}

/** A row's id, one of a list, a pattern, a number, or a short word that is only looked up. */
const isNarrow = ({ format, enum: choices, pattern, maxLength, type }: FieldShape): boolean =>
  format === 'uuid' ||
  choices !== undefined ||
  pattern !== undefined ||
  type === 'number' ||
  type === 'integer' ||
  (type === 'string' && maxLength !== undefined && maxLength <= 100)

const declared: readonly (readonly [string, Call | OpsCall])[] = [
  ...Object.entries(calls),
  ...Object.entries(opsCalls),
]
const withParameters = declared.flatMap(([name, { path, input }]) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [name, parameter as string, input] as const),
)

test('I12.13: a path whose parameter no field reads does not compile', () => {
  const rest = { method: 'GET', summary: '', result: z.null() } as const
  // @ts-expect-error the input has no field of the path's parameter
  call({ ...rest, access: 'visitor', path: '/swx/x/{id}', input: z.object({}) })
  // @ts-expect-error nor one that may be left out
  opsCall({ ...rest, roles: ['admin'], path: '/ops/x/{id}', input: z.object({ id: z.string().optional() }) })
  expect(withParameters.length).toBeGreaterThan(60)
})

test.each(withParameters)('I12.13: %s reads {%s} by a type that is narrow', (_name, parameter, input) => {
  const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties?: Readonly<Record<string, FieldShape>>
  }
  expect(isNarrow(properties?.[parameter] ?? {})).toBe(true)
})
