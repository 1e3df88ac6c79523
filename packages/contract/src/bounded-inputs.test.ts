import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls, opsCalls } from './index.ts'

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maximum?: number
  readonly [key: string]: unknown
}

/** Moments in epoch ms: a date can name no later one, and the database stores 64 bits. */
const lastMoment = 8_640_000_000_000_000
const moments = /\b(from|to|at)$/

/** Names the figures of an input that have no bound. */
function unbounded(schema: Schema, path: string): string[] {
  const isOpenText = schema.format === 'decimal' && schema.pattern === undefined
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const most = moments.test(path) ? lastMoment : 2_147_483_647
  const isOpenNumber =
    isNumber &&
    schema.enum === undefined &&
    schema.const === undefined &&
    (schema.maximum === undefined || schema.maximum > most)
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? unbounded(value as Schema, `${path}.${key}`) : [],
  )
  return isOpenText || isOpenNumber ? [path, ...inner] : inner
}

/** Parameters and announced lists are JSON of any form; each is read and bounded by its own key. */
const readByKey = ['opsChangeParameter', 'opsProposeList']

test('I11: every figure that a call takes is bounded by its type', () => {
  const all = Object.entries({ ...calls, ...opsCalls }).filter(([name]) => !readByKey.includes(name))
  const open = all.flatMap(([name, { input }]) =>
    unbounded(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, name),
  )
  expect(all.length).toBeGreaterThan(200)
  expect(open).toEqual([])
})
