import type { Price } from '@candor/money'
import { price } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marketByCode } from './catalogue/all-markets.ts'
import type { Market } from './market.ts'
import type { BoardQuote } from './quote.ts'
import { isFreshConversion, MedianWindow, maxQuoteAgeMs, medianMinimum, wellFormed } from './tradability.ts'

const p = (text: string) => price(text)

describe('rulebook “Which quotes trade”', () => {
  test('well-formed: bid above zero, ask not below it, spread at most 5 % of mid, to the last digit', () => {
    expect(wellFormed(p('1'), p('1'))).toBe(true)
    expect(wellFormed(p('0'), p('1'))).toBe(false)
    expect(wellFormed(p('0'), p('0'))).toBe(false)
    expect(wellFormed(p('2'), p('1'))).toBe(false)
    // mid 40, 5 % of it is 2: exactly 2 is well-formed, a ten-thousand-millionth more is not.
    expect(wellFormed(p('39'), p('41'))).toBe(true)
    expect(wellFormed(p('39'), p('41.0000000001'))).toBe(false)
    // The bad print that AAPL's recorded day opens with.
    expect(wellFormed(p('1.0'), p('649.35'))).toBe(false)
  })

  test('fewer than five well-formed quotes before it: nothing trades', () => {
    const window = new MedianWindow()
    for (let count = 0; count < medianMinimum; count++) {
      expect(window.accepts(p('100'), p('100'))).toBe(false)
      window.add(p('100'), p('100'))
    }
    expect(window.accepts(p('100'), p('100'))).toBe(true)
  })

  test('within 5 % of the median, exactly 5 % included', () => {
    const window = new MedianWindow()
    for (let count = 0; count < 6; count++) window.add(p('100'), p('100'))
    expect(window.accepts(p('105'), p('105'))).toBe(true)
    expect(window.accepts(p('105.0000000001'), p('105.0000000001'))).toBe(false)
    expect(window.accepts(p('95'), p('95'))).toBe(true)
    expect(window.accepts(p('94.9999999999'), p('94.9999999999'))).toBe(false)
  })

  test('an even count takes the mean of the middle two', () => {
    const window = new MedianWindow()
    for (const text of ['100', '100', '100', '110', '110', '110']) window.add(p(text), p(text))
    // Median 105: 110.25 is 5 % above it.
    expect(window.accepts(p('110.25'), p('110.25'))).toBe(true)
    expect(window.accepts(p('110.26'), p('110.26'))).toBe(false)
  })

  test('a real gap is believed after some ten quotes', () => {
    const window = new MedianWindow()
    for (let count = 0; count < 20; count++) window.add(p('100'), p('100'))
    let refused = 0
    while (!window.accepts(p('120'), p('120'))) {
      window.add(p('120'), p('120'))
      refused += 1
    }
    // With ten of each the mean of the middle two is 110, still too far; the eleventh turns it.
    expect(refused).toBe(11)
  })

  test('the window agrees with a plain recomputation over any quotes', () => {
    const quote = fc.tuple(fc.bigInt(1n, 10n ** 14n), fc.bigInt(0n, 10n ** 12n)).map(([bid, spread]) => ({
      bid: bid as Price,
      ask: (bid + spread) as Price,
    }))
    const near = fc.tuple(fc.bigInt(900_000n, 1_100_000n), fc.bigInt(0n, 9n)).map(([bid, spread]) => ({
      bid: bid as Price,
      ask: (bid + spread) as Price,
    }))
    fc.assert(
      fc.property(fc.array(fc.oneof(near, quote), { maxLength: 80, size: 'max' }), (quotes) => {
        const window = new MedianWindow()
        const before: bigint[] = []
        for (const { bid, ask } of quotes) {
          expect(window.accepts(bid, ask)).toBe(plainly(before.slice(-20), bid + ask))
          window.add(bid, ask)
          before.push(bid + ask)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('after a split the window goes on in new units, as if its quotes had been made in them', () => {
    const units = fc.bigInt(1n, 10n ** 6n)
    const ratio = fc.record({ by: fc.bigInt(1n, 5n), of: fc.bigInt(1n, 5n) })
    fc.assert(
      fc.property(
        fc.array(units, { maxLength: 25, size: 'max' }),
        fc.array(units, { maxLength: 25, size: 'max' }),
        ratio,
        (old, fresh, split) => {
          const [window, plain] = [new MedianWindow(), new MedianWindow()]
          const { by, of } = split
          for (const mid of old) {
            window.add((mid * of) as Price, (mid * of) as Price)
            plain.add((mid * by) as Price, (mid * by) as Price)
          }
          window.rebase(by, of)
          for (const mid of fresh) {
            expect(window.accepts(mid as Price, mid as Price)).toBe(plain.accepts(mid as Price, mid as Price))
            window.add(mid as Price, mid as Price)
            plain.add(mid as Price, mid as Price)
          }
          expect(window.size).toBe(Math.min(20, old.length + fresh.length))
        },
      ),
    )
  })

  test('at 4:1 a price of 400 becomes 100, 5 % around it included', () => {
    const window = new MedianWindow()
    for (let count = 0; count < 5; count++) window.add(p('400'), p('400'))
    window.rebase(1n, 4n)
    expect([p('105'), p('105.0000000001'), p('95'), p('400')].map((mid) => window.accepts(mid, mid))).toEqual(
      [true, false, true, false],
    )
    expect(window.size).toBe(5)
  })

  test('how old a quote may be: 10 s, crypto 5 s, replay 60 s of recorded time', () => {
    const forex = marketByCode('EURUSD')
    const crypto = marketByCode('BTCUSDT')
    if (forex === null || crypto === null) throw new Error('markets are missing')
    expect(maxQuoteAgeMs(forex, 'live')).toBe(10_000)
    expect(maxQuoteAgeMs(crypto, 'simulated')).toBe(5_000)
    expect(maxQuoteAgeMs(crypto, 'replay')).toBe(60_000)
  })
})

/** The rule as it is written, over doubled mids and with rationals made whole. */
function plainly(before: bigint[], doubled: bigint): boolean {
  if (before.length < 5) return false
  const sorted = [...before].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const half = sorted.length / 2
  const median2 =
    sorted.length % 2 === 1
      ? 2n * (sorted[Math.floor(half)] ?? 0n)
      : (sorted[half - 1] ?? 0n) + (sorted[half] ?? 0n)
  const off = 2n * doubled - median2
  return 100n * (off < 0n ? -off : off) <= 5n * median2
}

describe('rulebook Source of prices: the age of a rate', () => {
  const hourMs = 3_600_000
  /** Friday 20 November 2026, 16:59 in New York: a minute before forex closes. */
  const beforeClose = Date.UTC(2026, 10, 20, 21, 59)
  const euro = marketByCode('EURUSD') as Market
  const at = (receivedAt: number) => ({ source: 'live', receivedAt, time: receivedAt }) as BoardQuote

  test('a rate is good for a minute of its market’s open time, and over its closed hours', () => {
    const fresh = (came: number, ageMs: number) => isFreshConversion(euro, at(came), ageMs)
    expect(fresh(beforeClose - hourMs, 60_000)).toBe(true)
    expect(fresh(beforeClose - hourMs, 60_001)).toBe(false)
    expect(fresh(beforeClose, 40 * hourMs)).toBe(true)
    expect(fresh(beforeClose - hourMs, 40 * hourMs)).toBe(false)
    // Sunday 17:00 in New York it opens again.
    expect(fresh(beforeClose, 48 * hourMs + 60_000)).toBe(false)
  })

  test('the age of a replayed rate is that of its recorded time, of any other that of its arrival', () => {
    const friday = beforeClose - hourMs
    const cameNow = { receivedAt: beforeClose + 24 * hourMs, time: friday } as BoardQuote
    const stale = (source: BoardQuote['source']) => !isFreshConversion(euro, { ...cameNow, source }, 60_001)
    // Recorded in open hours and more than a minute old; arrived on Saturday, when the market is closed.
    expect([stale('replay'), stale('live'), stale('simulated')]).toEqual([true, false, false])
  })
})
