import { call } from '@candor/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { clientSources } from './client-source.ts'
import { typeTextOf } from './schema-types.ts'

const typeOf = (schema: z.ZodType) => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema)
  return typeTextOf(rest, 'E.')
}

test('I15.13a: a schema becomes a type: required and optional fields, choices, lists, tuples and formats', () => {
  const schema = z.object({
    id: z.string(),
    at: z.iso.datetime().nullable(),
    side: z.enum(['buy', 'sell']),
    sizes: z.array(z.union([z.number(), z.literal('all')])),
    point: z.tuple([z.number(), z.string()]).optional(),
    rows: z.array(z.tuple([z.number()])),
    notes: z.record(z.string(), z.boolean()),
    'e-mail': z.null(),
    nothing: z.object({}),
    anything: z.unknown(),
  })
  expect(typeOf(schema).slice(2, -2).split('; ')).toEqual([
    'readonly id: string',
    'readonly at: E.IsoTime | null',
    'readonly side: "buy" | "sell"',
    'readonly sizes: readonly (number | "all")[]',
    'readonly point?: readonly [number, string] | undefined',
    'readonly rows: readonly (readonly [number])[]',
    'readonly notes: Readonly<Record<string, boolean>>',
    'readonly "e-mail": null',
    'readonly nothing: Readonly<Record<string, never>>',
    'readonly anything: unknown',
  ])
})

test('I15.13a: the files of the client have each call with its scope, its entities and every refusal', () => {
  const coin = z.object({ name: z.string(), rank: z.number().default(1) })
  const sources = clientSources({
    calls: {
      listCoins: call({
        method: 'GET',
        path: '/swx/coins',
        summary: 'Lists coins',
        access: 'customer',
        input: z.object({ first: coin.optional() }),
        result: z.array(coin),
      }),
      buyCoin: call({
        method: 'POST',
        path: '/swx/coins/{name}',
        summary: 'Buys one',
        access: 'customer',
        input: z.object({ name: z.string() }),
        result: z.null(),
        movesMoney: true,
      }),
    },
    scopeOf: (name) => (name === 'listCoins' ? 'read' : null),
    entities: { Coin: coin },
    refusals: { tooRich: 19999 },
  })
  expect(sources['call-table.ts']).toContain("buyCoin: ['POST', '/swx/coins/{name}', 'money'],")
  const types = sources['call-types.ts']
  expect(types).toContain('/** Lists coins (key: read). */ listCoins: {')
  expect(types).toContain('/** Buys one (session only). */ buyCoin: {')
  // A field with a default may be absent in a request, and never in a response.
  expect(types).toContain('readonly rank?: number | undefined')
  expect(types).toContain('result: readonly E.Coin[]')
  expect(sources['entities.ts']).toContain(
    'export type Coin = { readonly name: string; readonly rank: number }',
  )
  expect(sources['refusal-codes.ts']).toContain('tooRich: 19999,')
})
