import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a cell that a spreadsheet would run is made a text; a negative number stays a number', () => {
  expect(csvOf([['=1+1', '+49 30', '@sum', '-5.20', '-x', 'plain']])).toBe(
    "'=1+1,'+49 30,'@sum,-5.20,'-x,plain\r\n",
  )
})
