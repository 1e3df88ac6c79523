import { createHash } from 'node:crypto'
import { type Price, price } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuoteSource } from '../market.ts'
import {
  countedFor,
  extremesOf,
  extremesOfQuotes,
  joinExtremes,
  type QuoteExtremes,
  type QuoteRange,
  quoteLine,
  rangeLine,
  rangeOfQuotes,
  rangeOfRanges,
  type StoredQuote,
  shownRange,
} from './quote-range.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const p = (units: number | bigint) => BigInt(units) as Price

const stored = (seq: number, bid: number, ask: number, change: Partial<StoredQuote> = {}): StoredQuote => ({
  code: 'BTCUSDT',
  seq,
  source: 'live',
  time: 1_000 + seq,
  receivedAt: 2_000 + seq,
  bid: p(bid),
  ask: p(ask),
  judged: 2,
  ...change,
})

const quotes = fc
  .array(
    fc.record({
      bid: fc.integer({ min: 1, max: 50 }),
      spread: fc.integer({ min: 0, max: 5 }),
      judged: fc.constantFrom<StoredQuote['judged']>(0, 1, 2, 2, 2, 3),
      source: fc.constantFrom<QuoteSource>('live', 'delayed', 'replay', 'simulated'),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) =>
    list.map(({ bid, spread, judged, source }, at) => stored(at + 1, bid, bid + spread, { judged, source })),
  )

/** The extremes by looking at every pair of quotes. */
function plainly(list: readonly StoredQuote[]): QuoteExtremes | null {
  if (list.length === 0) return null
  const [bids, asks] = [list.map(({ bid }) => Number(bid)), list.map(({ ask }) => Number(ask))]
  const steps = (of: readonly number[]) =>
    of.flatMap((late, at) => of.slice(0, at + 1).map((early) => late - early))
  return {
    bidLow: p(Math.min(...bids)),
    bidHigh: p(Math.max(...bids)),
    askLow: p(Math.min(...asks)),
    askHigh: p(Math.max(...asks)),
    bidFall: p(-Math.min(...steps(bids))),
    askRise: p(Math.max(...steps(asks))),
  }
}

describe('extremes of a run of quotes', () => {
  test('by hand: low, high, the largest fall of the bid and rise of the ask after an earlier one', () => {
    expect(extremesOf({ bid: p(10), ask: p(12) })).toEqual({
      ...{ bidLow: 10n, bidHigh: 10n, askLow: 12n, askHigh: 12n },
      ...{ bidFall: 0n, askRise: 0n },
    })
    // The bid falls from 30 to 15, later only from 22 to 20; the ask rises from 17 to 25.
    const list = [
      stored(1, 20, 21),
      stored(2, 30, 33),
      stored(3, 15, 17),
      stored(4, 22, 25),
      stored(5, 20, 24),
    ]
    expect(extremesOfQuotes(list).any).toEqual({
      ...{ bidLow: 15n, bidHigh: 30n, askLow: 17n, askHigh: 33n },
      ...{ bidFall: 15n, askRise: 12n },
    })
  })

  test('only quotes that could fill an order count, of a real source only those of the market (trust T4)', () => {
    const list = [
      stored(1, 1, 2, { judged: 0 }),
      stored(2, 3, 4, { judged: 1 }),
      stored(3, 5, 6, { judged: 3 }),
      stored(4, 20, 21, { source: 'simulated' }),
      stored(5, 30, 31, { source: 'delayed' }),
    ]
    const { any, real } = extremesOfQuotes(list)
    expect([any?.bidLow, any?.bidHigh, real?.bidLow, real?.bidHigh]).toEqual([20n, 30n, 30n, 30n])
    expect(extremesOfQuotes(list.slice(0, 3))).toEqual({ any: null, real: null })
    expect(extremesOfQuotes(list.slice(0, 4)).real).toBeNull()
  })

  test('agree with looking at every pair, however the run is divided', () => {
    fc.assert(
      fc.property(quotes, fc.nat(), (list, cut) => {
        const fills = list.filter(({ judged }) => judged === 2)
        const live = fills.filter(({ source }) => source === 'live' || source === 'delayed')
        const whole = extremesOfQuotes(list)
        expect(whole).toEqual({ any: plainly(fills), real: plainly(live) })
        const at = cut % (list.length + 1)
        const [early, late] = [extremesOfQuotes(list.slice(0, at)), extremesOfQuotes(list.slice(at))]
        expect(joinExtremes(early.any, late.any)).toEqual(whole.any)
        expect(joinExtremes(early.real, late.real)).toEqual(whole.real)
      }),
      { numRuns: 300 },
    )
  })

  test('trust T4: real money outside a sandbox counts the quotes of real sources alone', () => {
    expect(countedFor('real', false)).toBe('real')
    expect(countedFor('real', true)).toBe('any')
    expect(countedFor('demo', false)).toBe('any')
    expect(countedFor('demo', true)).toBe('any')
  })
})

describe('the form that is signed', () => {
  const [one, two] = [stored(7, 100, 102), stored(8, 90, 95, { source: 'replay', judged: 0 })]
  const rangeOf = () => rangeOfQuotes({ code: 'BTCUSDT', span: 'minute', minute: 3 }, [one, two], sha256)

  test('a quote’s line: number, source, both times, bid, ask and judgement', () => {
    expect(quoteLine(one)).toBe('7|live|1007|2007|100|102|2')
    expect(quoteLine(two)).toBe('8|replay|1008|2008|90|95|0')
  })

  test('a range of quotes: from its minute, first to last, their count, and a hash over their lines', () => {
    const extremes = extremesOf(one)
    expect(rangeOf()).toEqual({
      ...{ code: 'BTCUSDT', span: 'minute', from: 180_000, first: 7, last: 8, count: 2 },
      ...{ any: extremes, real: extremes },
      content: sha256('7|live|1007|2007|100|102|2\n8|replay|1008|2008|90|95|0'),
    })
  })

  test('a range’s line has every figure in its place, a dash where nothing could fill', () => {
    const content = 'c0ffee'
    expect(rangeLine({ ...rangeOf(), content })).toBe(
      'candor-quotes|BTCUSDT|minute|180000|7|8|2|100,100,102,102,0,0|100,100,102,102,0,0|c0ffee',
    )
    const extremes = { bidLow: p(1), bidHigh: p(2), askLow: p(3), askHigh: p(4), bidFall: 5n, askRise: 6n }
    expect(rangeLine({ ...rangeOf(), any: extremes, real: null, content })).toBe(
      'candor-quotes|BTCUSDT|minute|180000|7|8|2|1,2,3,4,5,6|-|c0ffee',
    )
  })

  test('an hour of minutes and a day of hours: figures joined, and a hash over the hashes of what they consist of', () => {
    const range = rangeOf()
    const later = rangeOfQuotes(
      { code: 'BTCUSDT', span: 'part', minute: 4 },
      [stored(9, 80, 110, { source: 'simulated' })],
      sha256,
    )
    const hour = rangeOfRanges({ span: 'hour', from: 7_200_000 }, [range, later], sha256)
    expect(hour).toEqual({
      ...{ code: 'BTCUSDT', span: 'hour', from: 7_200_000, first: 7, last: 9, count: 3 },
      any: { bidLow: 80n, bidHigh: 100n, askLow: 102n, askHigh: 110n, bidFall: 20n, askRise: 8n },
      real: range.real,
      content: sha256(`${sha256(rangeLine(range))}\n${sha256(rangeLine(later))}`),
    })
    const day = rangeOfRanges({ span: 'day', from: 0 }, [hour], sha256)
    expect([day.span, day.from, day.first, day.last, day.count]).toEqual(['day', 0, 7, 9, 3])
  })

  test('there is no range of nothing', () => {
    expect(() => rangeOfQuotes({ code: 'X', span: 'part', minute: 0 }, [], sha256)).toThrow(
      'a range has at least one quote',
    )
    expect(() => rangeOfRanges({ span: 'day', from: 0 }, [], sha256)).toThrow(
      'a range has at least one range',
    )
  })

  test('shown: decimal texts, null where nothing could fill, and the hash of the signed line', () => {
    const own: QuoteRange = {
      ...rangeOf(),
      any: {
        ...{ bidLow: price('1.1'), bidHigh: price('1.25'), askLow: price('1.15'), askHigh: price('1.3') },
        ...{ bidFall: price('0.15'), askRise: price('0.0000000001') },
      },
      real: null,
    }
    const { code: _code, ...rest } = own
    expect(shownRange(own, sha256)).toEqual({
      ...rest,
      any: {
        ...{ bidLow: '1.1', bidHigh: '1.25', askLow: '1.15', askHigh: '1.3' },
        ...{ bidFall: '0.15', askRise: '0.0000000001' },
      },
      real: null,
      hash: sha256(rangeLine(own)),
    })
  })
})
