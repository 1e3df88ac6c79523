import { expect, test } from 'vitest'
import { maxComposeLines, maxFileLines, maxFunctionLines, maxParameters, oversized } from './code-size.ts'
import { parseSource } from './parse-source.ts'

const faultsIn = (text: string) => oversized(parseSource({ file: 'loans/pay.ts', text }))
const functionOf = (lines: number) => `\nfunction pay() {\n${'  pay()\n'.repeat(lines - 2)}}`
const functionWith = (parameters: number) =>
  `class A { pay(${Array.from({ length: parameters }, (_, n) => `p${n}: 1`).join(', ')}) {} }`

test('a function may have 60 lines and no more', () => {
  expect(faultsIn(functionOf(maxFunctionLines))).toEqual([])
  expect(faultsIn(functionOf(maxFunctionLines + 1))).toEqual(['loans/pay.ts:2: a function of 61 lines'])
})

test('a function may have four parameters and no more; a type of a function is not counted', () => {
  expect(faultsIn(functionWith(maxParameters))).toEqual([])
  expect(faultsIn(functionWith(maxParameters + 1))).toEqual(['loans/pay.ts:1: a function of 5 parameters'])
  expect(faultsIn('type Pay = (a: 1, b: 1, c: 1, d: 1, e: 1) => void')).toEqual([])
})

test('a file may have 300 lines and no more', () => {
  expect(faultsIn('\n'.repeat(maxFileLines - 1))).toEqual([])
  expect(faultsIn('\n'.repeat(maxFileLines))).toEqual(['loans/pay.ts: a file of 301 lines'])
})

test('I13.3: compose.ts may have 120 lines and no more', () => {
  const file = 'apps/server/src/compose.ts'
  const faults = (lines: number) => oversized(parseSource({ file, text: '\n'.repeat(lines - 1) }))
  expect(faults(maxComposeLines)).toEqual([])
  expect(faults(maxComposeLines + 1)).toEqual([`${file}: a file of 121 lines`])
})
