import { type Call, call, calls } from '@candor/contract'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { explainInput, listFieldsOf, readInput } from './input-issues.ts'
import { refuseUnreadPaths } from './web-server.ts'

const example = call({
  method: 'POST',
  path: '/swx/example',
  summary: 'Three fields, two with codes',
  access: 'visitor',
  input: z.object({ free: z.string(), lots: z.string().min(1), price: z.string() }),
  result: z.null(),
  fieldCodes: { lots: 11044, price: { missing: 10001, wrong: 11046 } },
})
const codeOf = (declared: Pick<Call, 'input' | 'fieldCodes'>, input: unknown) => {
  const parsed = declared.input.safeParse(input)
  return parsed.success ? null : explainInput(declared, input, parsed.error).code
}

test('calls Conventions: fields are judged in their declared order; the first without a code of its own is 11001', () => {
  expect(codeOf(example, { price: 1, lots: 1 })).toBe(11001)
  expect(codeOf(example, { free: 'x', price: 1, lots: '' })).toBe(11044)
  expect(codeOf(example, { free: 'x', lots: '1' })).toBe(10001)
  expect(codeOf(example, { free: 'x', lots: '1', price: 7 })).toBe(11046)
  expect(codeOf(example, 'no object')).toBe(11001)
})

test('reports every failing field with its fault', () => {
  const parsed = example.input.safeParse({ free: 1 })
  if (parsed.success) throw new Error('it must fail')
  const { issues } = explainInput(example, { free: 1 }, parsed.error)
  expect(issues.map(({ path }) => path)).toEqual(['free', 'lots', 'price'])
})

test('of a call with two forms, the one that was meant is judged: forget by token or by code', () => {
  const { forget } = calls
  expect(codeOf(forget, { resetToken: 'x', password: 'short' })).toBe(11001)
  expect(codeOf(forget, { email: 'ana@candor.example' })).toBe(11010)
  expect(codeOf(forget, { code: '123456' })).toBe(10001)
})

test('spec §7: a list in a query may arrive as one value; its field is known to be a list', () => {
  const input = z.object({
    codes: z.array(z.string()).optional(),
    type: z.string(),
    more: z.array(z.string()).default([]),
  })
  expect(listFieldsOf(input)).toEqual(['codes', 'more'])
})

test('I12.13: a route whose parameter no code parses cannot be registered', () => {
  const app = fastify()
  refuseUnreadPaths(app)
  const respond = async () => ''
  expect(() => app.get('/plain', respond)).not.toThrow()
  expect(() => app.get('/read/:id', { config: { readsPath: true } }, respond)).not.toThrow()
  expect(() => app.get('/unread/:id', respond)).toThrow(
    'no code declares that it parses the parameter of /unread/:id',
  )
})

const anything = { input: z.object({ value: z.json() }) }
const refusedAt = (value: unknown): string | undefined => {
  try {
    readInput(anything, { value })
    return undefined
  } catch (error) {
    return (error as { details?: { issues?: { path: string; code: string }[] } }).details?.issues
      ?.map(({ path, code }) => `${path} ${code}`)
      .join()
  }
}

test('I12.13: half a pair of surrogates, NUL and such field names are refused at their place: no database stores them', () => {
  for (const odd of ['a\ud800', '\udc00\ud800', 'a\0']) {
    expect(refusedAt({ a: ['x', odd] })).toBe('value.a.1 invalid')
    expect(refusedAt({ a: { [odd]: 'x' } })).toBe('value.a invalid')
  }
  expect(refusedAt({ a: '🙂 \u{10ffff}' })).toBeUndefined()
})

test('I12.6: the bytes of a file are not looked at as fields: two megabytes of them would take half a gigabyte', () => {
  const file = new Proxy(new Uint8Array(4), {
    ownKeys: () => {
      throw new Error('its bytes are listed')
    },
  })
  expect(() => readInput(calls.upload, { file, purpose: 'kyc' })).not.toThrow()
})

test('I12.13: input nested deeper than any call needs is refused before a schema follows it', () => {
  const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(refusedAt(nested(14))).toBeUndefined()
  expect(refusedAt(nested(100_000))).toBe(' too_deep')
})
