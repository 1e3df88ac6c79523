import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a text that a spreadsheet would run is made harmless, in a file that begins with the mark of UTF-8', () => {
  expect(csvOf([['=HYPERLINK("http://x")', '-12.500000', 'plain']])).toBe(
    '\uFEFF"\'=HYPERLINK(""http://x"")",-12.500000,plain\r\n',
  )
})
