import { expect, it } from 'vitest'
import { comparePublished, publishedAround, readLine } from './published-lines.ts'
import type { ReceiptQuote } from './read-document.ts'

const line = (seq: number, bid = '11500000000') => `${seq}|live|990|1000|${bid}|11501000000|2`
const used: ReceiptQuote = {
  code: 'EURUSD',
  seq: 40,
  source: 'live',
  time: 990,
  receivedAt: 1000,
  bid: '1.15',
  ask: '1.1501',
}
const lines = Array.from({ length: 80 }, (_, at) => line(at))

it('issue 11.18: reads a published quote, to the last digit and below one', () => {
  expect(readLine('EURUSD', line(40))).toEqual(used)
  expect(readLine('X', '1|replay|1|2|5|940000000000000|0')).toMatchObject({
    bid: '0.0000000005',
    ask: '94000',
  })
  expect(readLine('X', 'nonsense')).toBeNull()
})

it('issue 11.18: shows the quotes around the one used, and says whether it is the same', () => {
  const rows = publishedAround(used, lines)
  expect(rows.map(({ quote }) => quote.seq)).toEqual(Array.from({ length: 31 }, (_, at) => 25 + at))
  expect(rows.filter((row) => row.used).map(({ quote }) => quote.seq)).toEqual([40])
  expect(comparePublished({ ...used, bid: '1.1500' }, lines)).toBe('same')
  expect(comparePublished(used, [line(40, '11499000000')])).toBe('other')
  expect(comparePublished(used, [line(39), line(41)])).toBe('missing')
  expect(publishedAround(used, [line(39), line(41)])).toHaveLength(2)
  expect(comparePublished(used, [])).toBe('gone')
})
