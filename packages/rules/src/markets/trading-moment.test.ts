import { expect, test } from 'vitest'
import { marketByCode } from './catalogue/all-markets.ts'
import type { Market, QuoteSource } from './market.ts'
import type { TradableQuote } from './quote.ts'
import { type MarketView, pricesFor, tradingMoment } from './trading-moment.ts'

const crypto = marketByCode('BTCUSDT') as Market
const euro = marketByCode('EURUSD') as Market

const quote = (source: QuoteSource, change: Partial<TradableQuote> = {}) =>
  ({ code: 'BTCUSDT', source, inHours: true, inSession: true, forReal: true, ...change }) as TradableQuote

/** A view with one quote for each mode. */
function view(
  change: Partial<Record<'demo' | 'real', TradableQuote | null>> & Partial<MarketView>,
): MarketView {
  const { demo = null, real = null, ...rest } = change
  return {
    latestTradable: (_code, mode) => (mode === 'demo' ? demo : real),
    ageMs: () => 0,
    isOpen: () => true,
    haltedFor: () => null,
    ...rest,
  }
}

test.each([
  ['live', crypto, 5_000],
  ['simulated', crypto, 5_000],
  ['live', euro, 10_000],
  ['replay', crypto, 60_000],
  ['replay', euro, 60_000],
] as const)(
  'rulebook Markets: a %s quote of a market trades up to its age and is stale beyond',
  (source, market, most) => {
    const own = quote(source)
    const at = (age: number) => tradingMoment(view({ demo: own, ageMs: () => age }), market, 'demo')
    expect(at(most)).toEqual({ unavailable: null, quote: own })
    expect(at(most + 1)).toEqual({ unavailable: 'stale', quote: own })
  },
)

test('rulebook Markets: a halt comes before closed hours, and those before a stale price', () => {
  const own = quote('live')
  const old = { demo: own, ageMs: () => 1e9 }
  const at = (change: Partial<MarketView>) => tradingMoment(view({ ...old, ...change }), crypto, 'demo')
  expect(at({ haltedFor: () => 'news', isOpen: () => false })).toEqual({ unavailable: 'halted', quote: own })
  expect(at({ isOpen: () => false })).toEqual({ unavailable: 'closed', quote: own })
  expect(at({})).toEqual({ unavailable: 'stale', quote: own })
})

test('a quote from outside the hours is none to trade at, however young', () => {
  const night = quote('live', { inHours: false })
  expect(tradingMoment(view({ demo: night }), crypto, 'demo')).toEqual({ unavailable: 'stale', quote: null })
  expect(tradingMoment(view({}), crypto, 'demo')).toEqual({ unavailable: 'stale', quote: null })
})

test('rulebook Source of prices: real money is told that the source does not count, not that the price is old', () => {
  const simulated = quote('simulated', { forReal: false })
  const moment = (mode: 'demo' | 'real') => tradingMoment(view({ demo: simulated }), crypto, mode)
  expect(moment('real')).toEqual({ unavailable: 'source', quote: null })
  expect(moment('demo')).toEqual({ unavailable: null, quote: simulated })
  const live = quote('live')
  expect(tradingMoment(view({ demo: live, real: live }), crypto, 'real').unavailable).toBeNull()
  expect(tradingMoment(view({ demo: live, real: live, ageMs: () => 1e9 }), crypto, 'real').unavailable).toBe(
    'stale',
  )
})

test('a market without prices is not one whose prices do not count', () => {
  expect(pricesFor(view({}), 'BTCUSDT', 'real')).toBe(true)
  const simulated = view({ demo: quote('simulated', { forReal: false }) })
  expect([pricesFor(simulated, 'BTCUSDT', 'demo'), pricesFor(simulated, 'BTCUSDT', 'real')]).toEqual([
    true,
    false,
  ])
  expect(pricesFor(view({ demo: quote('live') }), 'BTCUSDT', 'real')).toBe(true)
})

test('the moment is that of the market asked about', () => {
  const codes = new Set<string>()
  const note =
    <T>(value: T) =>
    (code: string) => {
      codes.add(code)
      return value
    }
  tradingMoment(
    { ...view({}), latestTradable: note(null), isOpen: note(true), haltedFor: note(null) },
    euro,
    'real',
  )
  expect([...codes]).toEqual(['EURUSD'])
})
