import { expect, it } from 'vitest'
import { quotesInOrder, readDocument } from './read-document.ts'

const quote = (seq: number) => ({
  code: 'EURUSD',
  seq,
  source: 'replay',
  time: seq,
  receivedAt: 1,
  bid: '1.1',
  ask: '1.2',
})

it('T6: draws the quotes of an event with their neighbours in order, the used one marked', () => {
  const { events } = readDocument({
    order: { code: 'EURUSD' },
    events: [
      {
        number: 1,
        kind: 'open',
        at: 5,
        quote: quote(7),
        neighbours: [quote(5), quote(6), quote(8)],
        conversion: { currency: 'USD', numerator: '1', denominator: '1', quote: null },
        formula: ['margin = …'],
        price: '1.2',
        level: null,
      },
    ],
  })
  expect(events[0] && quotesInOrder(events[0]).map((one) => [one.quote.seq, one.used])).toEqual([
    [5, false],
    [6, false],
    [7, true],
    [8, false],
  ])
  expect(events[0]?.fields).toEqual([
    ['price', '1.2'],
    ['conversion', '1 ÷ 1 (USD)'],
  ])
})

it('I15.11b: the quote after the one that was used is drawn after it, once it came', () => {
  const event = { number: 1, kind: 'close', quote: quote(7), neighbours: [quote(6)] }
  const { events } = readDocument({ order: {}, events: [event, { ...event, after: quote(8) }] })
  expect(events.map((one) => quotesInOrder(one).map(({ quote: { seq }, used }) => [seq, used]))).toEqual([
    [
      [6, false],
      [7, true],
    ],
    [
      [6, false],
      [7, true],
      [8, false],
    ],
  ])
})

it('T6: reads why an event happened out of its proof', () => {
  const range = (count: number) => ({ span: 'minute', count })
  const events = [
    { number: 1, kind: 'close', quote: quote(7), proof: { ranges: [range(12), range(30)] } },
    { number: 2, kind: 'close', quote: quote(8), provable: true, proof: { quotes: [quote(7)] } },
    { number: 3, kind: 'close', quote: null, proof: { quotes: [] } },
    { number: 4, kind: 'close', account: { equity: '10.000000', margin: '25.000000', positionsHash: 'ab' } },
    { number: 5, kind: 'close' },
  ]
  const read = readDocument({ order: {}, events }).events
  expect(read.map(({ reason }) => reason)).toEqual([
    { kind: 'level', quotesBefore: 42 },
    { kind: 'option', quotesBefore: 1 },
    { kind: 'refund', quotesBefore: 0 },
    { kind: 'stopOut', equity: '10.000000', closeOutAt: '12.5', committed: true },
    null,
  ])
  expect(read[1]?.fields).toEqual([])
})

it('draws what it can of a document it does not know', () => {
  expect(readDocument({ kind: 'something' })).toEqual({ kind: 'contract', order: {}, events: [] })
})
