import { type Call, call, calls } from '@candor/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { explainInput, listFieldsOf } from './input-issues.ts'

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

test('every failing field is named, with what is wrong', () => {
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

test('spec §7: a list in a query may come as one value; its field is known to be a list', () => {
  const input = z.object({
    codes: z.array(z.string()).optional(),
    type: z.string(),
    more: z.array(z.string()).default([]),
  })
  expect(listFieldsOf(input)).toEqual(['codes', 'more'])
})
