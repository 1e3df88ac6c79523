import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'

test('I12.Fe: a text that a spreadsheet would run as a formula is made harmless; amounts stay numbers', () => {
  const runs = [
    '=HYPERLINK("http://x")',
    '+1+1',
    '@SUM(A1)',
    '-2+3',
    '\tx',
    '\n=1',
    '\r=1',
    '\0=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
  ]
  for (const text of runs) expect(csvCell(text)).toMatch(/^"?'/)
  for (const amount of ['-12.500000', '-7', '0', '7.5', 'plain']) expect(csvCell(amount)).toBe(amount)
})

test('commas, quotes and line breaks stay inside their field', () => {
  expect(['a,b', 'say "x"', 'one\ntwo'].map(csvCell)).toEqual(['"a,b"', '"say ""x"""', '"one\ntwo"'])
})
