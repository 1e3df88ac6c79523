import { price } from '@candor/money'
import { expect, test } from 'vitest'
import { marketByCode } from './catalogue/all-markets.ts'
import { type DatedQuote, freshMsOf, isFreshQuote } from './fresh-quote.ts'
import type { Market } from './market.ts'
import { type BoardQuote, decidedBy, isFromMarket, mayDecide } from './quote.ts'
import { journalRow } from './stored/journal-row.ts'
import { boardQuoteOf, judgedOf, storedHours, tradableQuote } from './stored/stored-quote.ts'

const euro = marketByCode('EURUSD') as Market

const quote: BoardQuote = {
  code: 'EURUSD',
  bid: price('1.1642'),
  ask: price('1.1645'),
  mid: price('1.16435'),
  time: 1_790_000_000_123,
  source: 'live',
  volume: 3,
  seq: 41,
  receivedAt: 1_790_000_000_200,
}

test('trust T4: live and delayed quotes come from the market, replayed and simulated ones do not', () => {
  expect((['live', 'delayed', 'replay', 'simulated'] as const).map(isFromMarket)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('rulebook Source of prices: a demo account trades on every quote, a real one on those it may trade on', () => {
  const [real, other] = [{ forReal: true }, { forReal: false }]
  expect([mayDecide('demo', real), mayDecide('demo', other)]).toEqual([true, true])
  expect([mayDecide('real', real), mayDecide('real', other)]).toEqual([true, false])
  expect([decidedBy(real), decidedBy(other)]).toEqual([['demo', 'real'], ['demo']])
})

test.each([
  ['live', false, true],
  ['delayed', false, true],
  ['replay', false, false],
  ['simulated', false, false],
  ['replay', true, true],
  ['simulated', true, true],
] as const)(
  'a tradable quote of source %s, sandbox %s, is for real money: %s',
  (source, sandbox, forReal) => {
    const hours = { inHours: true, inSession: true }
    expect(tradableQuote(euro, { ...quote, source }, hours, sandbox).forReal).toBe(forReal)
  },
)

test('rulebook Contracts: a tradable quote keeps the raw quote and has half of the added spread on each side', () => {
  const hours = { inHours: false, inSession: true }
  expect(tradableQuote(euro, quote, hours, false)).toEqual({
    ...quote,
    ...hours,
    sellPrice: price('1.16419'),
    buyPrice: price('1.16451'),
    forReal: true,
  })
})

test('a stored quote says whether it could fill an order and whether an option settles on it, and is read back so', () => {
  const closed = { inHours: false, inSession: false }
  const open = { inHours: true, inSession: true }
  const halted = { inHours: false, inSession: true }
  expect([closed, open, halted].map(judgedOf)).toEqual([1, 2, 3])
  expect(([0, 1, 2, 3] as const).map((judged) => storedHours({ judged }))).toEqual([
    null,
    closed,
    open,
    halted,
  ])
})

test('a stored quote on the board: its mid halfway and no volume, without its judgement', () => {
  const { mid: _mid, volume: _volume, ...stored } = quote
  expect(boardQuoteOf({ ...stored, judged: 3 })).toEqual({ ...quote, volume: 0 })
})

test('trust T5: the journal’s row has the prices as whole 10^-10 units and both times', () => {
  expect(journalRow(quote)).toEqual({
    code: 'EURUSD',
    seq: 41,
    source: 'live',
    source_time: 1_790_000_000_123,
    received_at: 1_790_000_000_200,
    bid: '11642000000',
    ask: '11645000000',
  })
})

test('rulebook Which quotes trade: crypto is fresh for 500 ms, every other class for 1 000', () => {
  const limits = { cryptoMs: 500, othersMs: 1_000 }
  expect(([1, 2, 3, 4] as const).map((type) => freshMsOf({ type }, limits))).toEqual([
    1_000, 500, 1_000, 1_000,
  ])
})

test('rulebook Which quotes trade: a live quote is as old as the source says, and not younger than its arrival', () => {
  const isFresh = (quote: Partial<DatedQuote>, now: number) =>
    isFreshQuote(
      { source: 'live', time: 10_000, receivedAt: 10_000, ...quote },
      { now, calledAt: 11_500, freshMs: 1_000 },
    )
  expect(isFresh({}, 10_999)).toBe(true)
  expect(isFresh({}, 11_000)).toBe(false)
  // It arrives two seconds late: those who watch the source knew it before the call.
  expect(isFresh({ time: 11_500, receivedAt: 13_500 }, 13_500)).toBe(false)
  expect(isFresh({ time: 11_501, receivedAt: 13_501 }, 13_501)).toBe(true)
  expect(isFresh({ time: 20_000 }, 11_000)).toBe(false)
  expect(isFresh({ source: 'simulated', time: 0, receivedAt: 10_001 }, 11_000)).toBe(true)
})
