import { expect, test } from 'vitest'
import { chooseMutants } from './choose-mutants.mjs'

const onLine = (line: number) => ({
  id: String(line),
  fileName: '/sandbox/limits.ts',
  location: { start: { line, column: 0 }, end: { line, column: 9 } },
  replacement: 'true',
})
const all = Array.from({ length: 100 }, (_, line) => onLine(line))
const choose = (seed: string, mutants = all) => chooseMutants(mutants, { mutants: 30, seed })

test('I12.Mc: a seed chooses the same mutants every time, another seed others', () => {
  expect(choose('1')).toEqual(choose('1'))
  expect(new Set(choose('1')).size).toBe(30)
  expect(choose('2')).not.toEqual(choose('1'))
})

test('I12.Mc: what a seed chooses does not depend on where the code lies or on the order of the mutants', () => {
  const elsewhere = all.map((mutant) => ({ ...mutant, fileName: '/other/limits.ts' }))
  expect(choose('1', elsewhere.toReversed())).toEqual(choose('1'))
})

test('I12.Mc: where there are fewer mutants than asked for, all are chosen', () => {
  expect(choose('1', all.slice(0, 7)).sort()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
})
