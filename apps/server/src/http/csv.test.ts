import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a text that a spreadsheet would run as a formula is made harmless; amounts stay numbers', () => {
  const csv = csvOf([['=HYPERLINK("http://x")', '+1+1', '@SUM(A1)', '-2+3', '\tx', '-12.500000', 'plain']])
  expect(csv).toBe('\uFEFF"\'=HYPERLINK(""http://x"")",\'+1+1,\'@SUM(A1),\'-2+3,\'\tx,-12.500000,plain\r\n')
})

test('commas, quotes and line breaks stay inside their field', () => {
  expect(csvOf([['a,b', 'say "x"', 'one\ntwo']])).toBe('\uFEFF"a,b","say ""x""","one\ntwo"\r\n')
})
