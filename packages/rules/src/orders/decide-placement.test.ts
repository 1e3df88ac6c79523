import { Exact, type Lots, lots, type Price, price } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { allMarkets } from '../markets/catalogue/all-markets.ts'
import type { Market } from '../markets/market.ts'
import { closingPrice, contractMoves, openingPrice } from './contract.ts'
import {
  decidePlacement,
  type PlacementContext,
  type PlacementRequest,
  refuseUnavailable,
} from './decide-placement.ts'
import { decideEntryPrice, entryFalls, quoteAtEntry } from './levels/pending-entry.ts'
import { decideTrailing, trailingLevel } from './levels/trailing.ts'
import { decidePart, shareOf } from './part.ts'
import { decideExits, exitBounds } from './protection.ts'
import { bestFirst, compareBestFirst, worstFirst } from './stop-out.ts'

const market = allMarkets.find(({ code }) => code === 'EURUSD') as Market
const quote = { sellPrice: price('1.15'), buyPrice: price('1.1502') }
const context: PlacementContext = { market, quote, unavailable: null, conversion: new Exact(1n) }
const request: PlacementRequest = {
  direction: 'buy',
  kind: 'market',
  lots: lots('0.1'),
  leverage: 30,
  protected: false,
  price: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
  expiresAt: null,
  quotedPrice: null,
  maxSlippage: null,
  quoteExpired: false,
}
const decide = (changes: Partial<PlacementRequest> = {}, known: Partial<PlacementContext> = {}) =>
  decidePlacement({ ...request, ...changes }, { ...context, ...known })
const codeOf = (changes: Partial<PlacementRequest> = {}, known: Partial<PlacementContext> = {}) => {
  const decision = decide(changes, known)
  return decision.ok ? 'accepted' : decision.code
}
const at = (text: string) => price(text)
const inWords = (changes: object) =>
  Object.entries(changes)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

describe('a placement (rulebook Contracts, calls Conventions)', () => {
  it('costs its margin and commission at the price it would open at, on either side', () => {
    expect(decide()).toMatchObject({
      ok: true,
      value: { openPrice: at('1.1502'), marginMinor: 383_400_000n, commissionMinor: 0n, lots: request.lots },
    })
    expect(decide({ direction: 'sell' })).toMatchObject({ value: { openPrice: at('1.15') } })
    expect(decide({ kind: 'limit', price: at('1.14') })).toMatchObject({
      value: { openPrice: at('1.14'), marginMinor: 380_000_000n },
    })
  })

  const judged: [Partial<PlacementRequest>, unknown][] = [
    [{ lots: null }, 11044],
    [{ lots: (market.lotMin - 1n) as Lots }, 11044],
    [{ lots: market.lotMin }, 'accepted'],
    [{ lots: (market.lotMin + 1n) as Lots }, 11044],
    [{ lots: market.lotMax }, 'accepted'],
    [{ lots: (market.lotMax + market.lotStep) as Lots }, 11044],
    [{ lots: 0n as Lots }, 11044],
    [{ leverage: 0 }, 11045],
    [{ leverage: 1 }, 'accepted'],
    [{ leverage: 1.5 }, 11045],
    [{ leverage: 31 }, 11045],
    [{ kind: 'limit', price: null }, 11046],
    [{ kind: 'limit', price: at('1.15019') }, 'accepted'],
    [{ kind: 'limit', price: at('1.150191') }, 11046],
    [{ kind: 'stop', price: at('1.15021') }, 'accepted'],
    [{ kind: 'stop', price: at('1.150209') }, 11046],
    // Levels are at most a thousand times the price.
    [{ kind: 'stop', price: at('1150.2') }, 'accepted'],
    [{ kind: 'stop', price: at('1150.2000000001') }, 11046],
    [{ direction: 'sell', kind: 'limit', price: at('1150') }, 'accepted'],
    [{ direction: 'sell', kind: 'limit', price: at('1150.0000000001') }, 11046],
    [{ direction: 'sell', kind: 'limit', price: at('1.15001') }, 'accepted'],
    [{ direction: 'sell', kind: 'limit', price: at('1.15') }, 11046],
    [{ direction: 'sell', kind: 'stop', price: at('1.14999') }, 'accepted'],
    [{ direction: 'sell', kind: 'stop', price: at('1.15') }, 11046],
    [{ stopLoss: at('1.14999') }, 'accepted'],
    [{ stopLoss: at('1.149991') }, 11040],
    [{ stopLoss: at('0.00001') }, 'accepted'],
    [{ stopLoss: 0n as Price }, 11040],
    [{ takeProfit: at('1.15021') }, 'accepted'],
    [{ takeProfit: at('1.1502') }, 11041],
    [{ direction: 'sell', stopLoss: at('1.15021') }, 'accepted'],
    [{ direction: 'sell', stopLoss: at('1.1502') }, 11040],
    [{ direction: 'sell', takeProfit: at('1.14999') }, 'accepted'],
    [{ direction: 'sell', takeProfit: at('1.15') }, 11041],
    [{ direction: 'sell', takeProfit: 0n as Price }, 11041],
    [{ stopLoss: at('1.16'), takeProfit: at('1.14') }, 11042],
    [{ protected: true }, 11042],
    [{ protected: true, stopLoss: at('1.1') }, 11041],
    [{ protected: true, takeProfit: at('1.2') }, 11040],
    [{ protected: true, stopLoss: at('1.1'), takeProfit: at('1.2') }, 'accepted'],
    [{ protected: true, stopLoss: at('1.16'), takeProfit: at('1.2') }, 11040],
    [{ protected: true, stopLoss: at('1.1'), takeProfit: at('1.15') }, 11041],
    [{ trailing: at('1150') }, 'accepted'],
    [{ trailing: at('1150.0000000001') }, 11040],
    [{ trailing: at('0.00001') }, 'accepted'],
    [{ trailing: at('0.000009') }, 11040],
    [{ quoteExpired: true }, 11048],
    [{ quotedPrice: at('1.15'), maxSlippage: at('0.0002') }, 'accepted'],
    [{ quotedPrice: at('1.15'), maxSlippage: at('0.0001999') }, 11043],
    [{ quotedPrice: at('1.16'), maxSlippage: 0n as Price }, 'accepted'],
    [{ quotedPrice: at('1.15') }, 'accepted'],
    [{ maxSlippage: 0n as Price }, 'accepted'],
    [{ direction: 'sell', quotedPrice: at('1.1502'), maxSlippage: at('0.0002') }, 'accepted'],
    [{ direction: 'sell', quotedPrice: at('1.1502'), maxSlippage: at('0.0001') }, 11043],
    [{ kind: 'limit', price: at('1.14'), quotedPrice: at('1'), maxSlippage: 0n as Price }, 'accepted'],
  ]
  it.each(judged.map(([changes, outcome]) => [inWords(changes), outcome, changes] as const))(
    '%s: %s',
    (_, outcome, changes) => {
      expect(codeOf(changes)).toBe(outcome)
    },
  )

  it('is refused in this order: lots, leverage, price, exits, quote, number, own limit, availability, a moved price', () => {
    const wrong: [Partial<PlacementRequest>, Partial<PlacementContext>, number][] = [
      [{ lots: null }, {}, 11044],
      [{ leverage: 0 }, {}, 11045],
      [{ kind: 'stop', price: at('1') }, {}, 11046],
      [{ stopLoss: at('2') }, {}, 11040],
      [{ trailing: 0n as Price }, {}, 11040],
      [{ quoteExpired: true }, {}, 11048],
      [{}, { tooMany: { most: 200 } }, 11051],
      [{}, { ownLimit: { ok: false, code: 11032, details: null } }, 11032],
      [{}, { unavailable: 'halted' }, 10015],
      [{ quotedPrice: at('1'), maxSlippage: 0n as Price }, {}, 11043],
    ]
    wrong.forEach(([, , code], first) => {
      const rest = wrong.slice(first)
      const changes = Object.assign({}, ...rest.map(([change]) => change).reverse())
      const known = Object.assign({}, ...rest.map(([, change]) => change))
      expect(codeOf(changes, known)).toBe(code)
    })
  })

  it('gives the reason a market cannot be traded; a missing quote or conversion counts as stale', () => {
    expect(decide({}, { unavailable: 'closed' })).toMatchObject({
      code: 10015,
      details: { reason: 'closed' },
    })
    for (const known of [{ quote: null }, { conversion: null }, { unavailable: 'conversion' } as const])
      expect(decide({}, known)).toMatchObject({ code: 10015, details: { reason: 'stale' } })
    expect(decide({ kind: 'limit', price: at('1') }, { quote: null })).toMatchObject({ code: 10015 })
    expect(refuseUnavailable('reserve').details).toEqual({ reason: 'reserve' })
    expect(decide({ leverage: 99 })).toMatchObject({ details: { max: 30 } })
    expect(decide({}, { tooMany: { most: 200 } })).toEqual({ ok: false, code: 11051, details: { most: 200 } })
  })

  it('without a quote the level, the exits of a protected order and the distance are still asked for', () => {
    const unpriced = { quote: null }
    expect(codeOf({ kind: 'limit', price: null }, unpriced)).toBe(11046)
    expect(codeOf({ kind: 'stop', price: at('5') }, unpriced)).toBe(10015)
    expect(codeOf({ protected: true }, unpriced)).toBe(11042)
    expect(codeOf({ stopLoss: at('5'), takeProfit: at('1') }, unpriced)).toBe(10015)
    expect(codeOf({ trailing: at('0.000009') }, unpriced)).toBe(11040)
    expect(codeOf({ trailing: at('100000000') }, unpriced)).toBe(10015)
    expect(codeOf({ trailing: at('100000000.0000000001') }, unpriced)).toBe(11040)
  })

  it('a market’s smallest volume can be more than its step', () => {
    const wide = { market: { ...market, lotMin: lots('0.05') } }
    expect([codeOf({ lots: lots('0.04') }, wide), codeOf({ lots: lots('0.05') }, wide)]).toEqual([
      11044,
      'accepted',
    ])
    expect(codeOf({ lots: lots('0.06') }, wide)).toBe('accepted')
  })
})

describe('prices and levels', () => {
  it('buys open at the higher and close at the lower price, sells the other way round', () => {
    expect([openingPrice('buy', quote), openingPrice('sell', quote)]).toEqual([at('1.1502'), at('1.15')])
    expect([closingPrice('buy', quote), closingPrice('sell', quote)]).toEqual([at('1.15'), at('1.1502')])
  })

  it('an order that waits fills at its level with the spread of now', () => {
    expect(quoteAtEntry('buy', at('1.1'), quote)).toEqual({ buyPrice: at('1.1'), sellPrice: at('1.0998') })
    expect(quoteAtEntry('sell', at('1.2'), quote)).toEqual({ sellPrice: at('1.2'), buyPrice: at('1.2002') })
    expect([entryFalls('buy', 'limit'), entryFalls('sell', 'stop')]).toEqual([true, true])
    expect([entryFalls('buy', 'stop'), entryFalls('sell', 'limit')]).toEqual([false, false])
    const missing = { direction: 'buy', kind: 'limit', price: null } as const
    expect(decideEntryPrice(missing, quote, market.tickSize)).toMatchObject({ code: 11046 })
  })

  it('a trailing stop is its distance behind the best price', () => {
    expect(trailingLevel('buy', at('1.2'), at('0.01'))).toBe(at('1.19'))
    expect(trailingLevel('sell', at('1.2'), at('0.01'))).toBe(at('1.21'))
    expect(decideTrailing(null, at('0.1'), at('1.2'))).toEqual({ ok: true, value: null })
  })

  it('an open position’s exits are bounded by the closing price', () => {
    const bounds = exitBounds('sell', at('1.2'), at('1.2'), at('0.01'))
    expect(bounds).toEqual({
      stopLossMin: at('1.21'),
      stopLossMax: at('1200'),
      takeProfitMin: at('0.01'),
      takeProfitMax: at('1.19'),
    })
    expect(decideExits({ stopLoss: null, takeProfit: null }, bounds).ok).toBe(true)
  })
})

describe('parts, stop-outs and states', () => {
  it('a part and the rest are each a volume the market trades', () => {
    const part = (text: string | null, whole = '0.1') => {
      const decision = decidePart(text === null ? null : lots(text), lots(whole), market)
      return decision.ok ? decision.value : decision.code
    }
    expect([part(null), part('0'), part('0.11'), part('0.005')]).toEqual([11044, 11044, 11044, 11044])
    expect([part('0.1'), part('0.09'), part('0.01')]).toEqual([lots('0.1'), lots('0.09'), lots('0.01')])
    expect([part('0.015'), part('0.095'), part('0.05', '0.1')]).toEqual([11044, 11044, lots('0.05')])
    expect(decidePart(-lots('0.01') as Lots, lots('0.1'), market)).toMatchObject({ code: 11044 })
    // A position of 1.005, from before the step was 0.01: closed in whole, not in a part that leaves a crumb.
    expect([part('1.005', '1.005'), part('1', '1.005'), part('1.005', '2')]).toEqual([
      lots('1.005'),
      11044,
      11044,
    ])
    const wide = { ...market, lotMin: lots('0.05') }
    const narrow = (text: string) => decidePart(lots(text), lots('0.1'), wide).ok
    expect([narrow('0.05'), narrow('0.04'), narrow('0.06'), narrow('0.1')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('its share of margin is rounded down, of fees and swaps half to even, and the rest stays', () => {
    const whole = { lots: lots('0.3'), marginMinor: 100n, feeMinor: 5n, swapMinor: -5n, owedMinor: 7n }
    expect(shareOf(whole, lots('0.1'))).toEqual({
      lots: lots('0.1'),
      marginMinor: 33n,
      feeMinor: 2n,
      swapMinor: -2n,
      owedMinor: 2n,
    })
  })

  it('closes the worst loss first, the older of equals', () => {
    const one = (sequence: bigint, profitMinor: bigint) => ({ sequence, profitMinor })
    expect(worstFirst([])).toEqual([])
    expect(worstFirst([one(1n, -5n), one(2n, -9n), one(3n, 4n)])[0]?.sequence).toBe(2n)
    expect(worstFirst([one(9n, -5n), one(3n, -5n), one(7n, -5n)])[0]?.sequence).toBe(3n)
  })

  it('pays for another’s loss with the most profitable first, the older of equals', () => {
    const one = (sequence: bigint, profitMinor: bigint) => ({ sequence, profitMinor })
    const sequences = (positions: { sequence: bigint; profitMinor: bigint }[]) =>
      bestFirst(positions).map(({ sequence }) => sequence)
    expect(sequences([one(1n, -5n), one(2n, 9n), one(3n, 4n)])).toEqual([2n, 3n, 1n])
    expect(sequences([one(9n, 5n), one(3n, 5n), one(7n, 5n)])).toEqual([3n, 7n, 9n])
    expect(sequences([])).toEqual([])
    expect(compareBestFirst(one(1n, 5n), one(1n, 5n))).toBe(0)
    expect(compareBestFirst(one(1n, 6n), one(2n, 5n))).toBeLessThan(0)
    expect(compareBestFirst(one(1n, 5n), one(2n, 6n))).toBeGreaterThan(0)
    expect(compareBestFirst(one(1n, 5n), one(2n, 5n))).toBeLessThan(0)
  })

  it('an order that ended stays ended', () => {
    expect(contractMoves).toEqual({
      pending: ['open', 'cancelled', 'expired'],
      open: ['closed'],
      closed: [],
      cancelled: [],
      expired: [],
    })
  })
})
