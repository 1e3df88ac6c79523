import { expect, test } from 'vitest'
import { checkUsedQuotes } from './check-used-quotes.ts'

const quote = (figures: object) => ({ code: 'EURUSD', seq: 8, source: 'live', judged: 2, ...figures })

function findings(event: object, { kind = 'contract', mode = 'real', counts = 'real' } = {}) {
  return checkUsedQuotes({ kind, counts, order: { mode }, events: [{ at: 1, kind: 'close', ...event }] })
    .findings
}

test('a fill or a close needs a quote of the market’s hours, a swap a tradable one', () => {
  const close = [0, 1, 2, 3].map((judged) => findings({ quote: quote({ judged }) }).length)
  const swap = [0, 1, 2, 3].map((judged) => findings({ kind: 'swap', quote: quote({ judged }) }).length)
  expect([close, swap]).toEqual([
    [1, 1, 0, 1],
    [1, 0, 0, 0],
  ])
  expect(findings({ quote: quote({ judged: 0 }) })).toEqual([
    'event 1: the quote EURUSD 8 was no tradable price',
  ])
})

test('an option settles in hours, a halted market or not', () => {
  const closes = [0, 1, 2, 3].map(
    (judged) => findings({ quote: quote({ judged }) }, { kind: 'option' }).length,
  )
  expect(closes).toEqual([1, 1, 0, 0])
})

test('real money is traded by no recording and no made-up price, demo money by any', () => {
  const made = quote({ source: 'simulated' })
  expect(findings({ quote: made })).toEqual([
    'event 1: the quote EURUSD 8 is no market’s price (simulated), and real money was traded by it',
  ])
  expect(findings({ quote: quote({}), conversion: { quote: made } })).toHaveLength(1)
  expect(findings({ quote: made }, { mode: 'demo', counts: 'any' })).toEqual([])
  expect(findings({ quote: made }, { mode: 'demo' })).toContain('every source counts in a demo account')
  expect(findings({ quote: quote({}), proof: { counts: 'any' } })).toEqual([
    'event 1: its proof counts other sources than the receipt',
  ])
})

test('a quote whose judgement is not shown is said to be so', () => {
  const older = { code: 'EURUSD', seq: 8 }
  const document = {
    kind: 'contract',
    order: { mode: 'demo' },
    events: [{ at: 1, kind: 'open', quote: older }],
  }
  expect(checkUsedQuotes(document)).toEqual({
    findings: [],
    proven: ['of 1 quotes it is not shown that they were tradable when they came'],
  })
})
