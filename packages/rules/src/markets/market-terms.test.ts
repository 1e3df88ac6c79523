import { type Price, price, rate } from '@candor/money'
import { refusals } from '@candor/refusals'
import { expect, test } from 'vitest'
import { withAddedSpread } from './added-spread.ts'
import { allMarkets, marketByCode } from './catalogue/all-markets.ts'
import {
  areWorse,
  decideTerms,
  marketTerms,
  onBoard,
  ownPrices,
  sameTerms,
  withTerms,
} from './market-terms.ts'

function listed(code: string) {
  const market = marketByCode(code)
  if (market === null) throw new Error(`${code} is listed`)
  return market
}

test('trust T18: an order’s own prices are the raw quote with its own spread, to the last unit, with any spread of the board', () => {
  const market = listed('EURUSD')
  // The third and the fourth differ from the listed spread by one unit: only one of the halves does then.
  const spreads = ['0', '0.00002', '0.0000199999', '0.0000200001', '0.0000000003', '0.00051', '0.0100000001']
  for (const added of spreads) {
    const own = withTerms(market, { spreadAdded: price(added) })
    const [bid, ask] = [price('1.15'), price('1.1501')]
    const board = withAddedSpread(market, bid, ask)
    const { sellPrice, buyPrice } = withAddedSpread(own, bid, ask)
    expect(ownPrices(own, board)).toEqual({ sellPrice, buyPrice })
    expect(onBoard(own, 'sell', sellPrice)).toBe(board.sellPrice)
    expect(onBoard(own, 'buy', buyPrice)).toBe(board.buyPrice)
  }
  expect(withTerms(market, { commissionRate: rate('0.001') })).not.toHaveProperty('shift')
})

test('every listed market accepts the listed terms', () => {
  for (const market of allMarkets)
    expect(decideTerms(market, marketTerms(market), null), market.code).toMatchObject({ ok: true })
})

test('rulebook Markets: leverage never above the listed cap, both sides with the spread below 0.3 %, swaps within a tenth of a percent', () => {
  const market = listed('EURUSD')
  const judge = (terms: object, mid: Price | null = price('1.15')) => {
    const decision = decideTerms(market, { ...marketTerms(market), ...terms }, mid)
    if (decision.ok) return []
    expect(decision.code).toBe(refusals.invalidInput)
    return decision.details?.issues as { path: string; code: string }[]
  }
  expect(judge({ leverageMax: 30, commissionRate: rate('0.001') })).toEqual([])
  expect(judge({ leverageMax: 31 })).toEqual([{ path: 'leverageMax', code: 'above-cap' }])
  expect(judge({ leverageMax: 1 })).toEqual([])
  for (const leverageMax of [0, 1.5, Number.NaN])
    expect(judge({ leverageMax })).toEqual([{ path: 'leverageMax', code: 'not-whole' }])
  expect(judge({ commissionRate: rate('-0.000000000001') })).toEqual([
    { path: 'commissionRate', code: 'below-zero' },
  ])
  expect(judge({ commissionRate: rate('0.0015') })).toEqual([{ path: 'commissionRate', code: 'above-0.3' }])
  // 0.1 % each side and a spread of 0.1 % of the price.
  expect(judge({ commissionRate: rate('0.001'), spreadAdded: price('0.00115') })).toEqual([
    { path: 'commissionRate', code: 'above-0.3' },
  ])
  expect(judge({ commissionRate: rate('0.001'), spreadAdded: price('0.00114') })).toEqual([])
  expect(judge({ spreadAdded: price('-0.1') }, null)).toEqual([{ path: 'spreadAdded', code: 'below-zero' }])
  expect(judge({ swapLong: rate('0.001'), swapShort: rate('-0.001') })).toEqual([])
  const beyond = rate('0.001000000001')
  expect(judge({ swapLong: beyond, swapShort: -beyond })).toEqual([
    { path: 'swapLong', code: 'too-high' },
    { path: 'swapShort', code: 'too-high' },
  ])
  // Without a price the spread has no share of it.
  for (const mid of [null, price('0')]) expect(judge({ spreadAdded: price('1') }, mid)).toEqual([])
})

test('T18: terms are worse for a customer only where none of them is better', () => {
  const before = marketTerms(listed('EURUSD'))
  const against = (terms: object) => areWorse(before, { ...before, ...terms })
  const [up, down] = [1n, -1n]
  for (const key of ['commissionRate', 'spreadAdded'] as const)
    expect([against({ [key]: before[key] + up }), against({ [key]: before[key] + down })]).toEqual([
      true,
      false,
    ])
  for (const key of ['swapLong', 'swapShort'] as const)
    expect([against({ [key]: before[key] + up }), against({ [key]: before[key] + down })]).toEqual([
      false,
      true,
    ])
  const { leverageMax, commissionRate } = before
  expect(against({ leverageMax: leverageMax - 1 })).toBe(true)
  expect(against({ leverageMax: leverageMax + 1, commissionRate: commissionRate + up })).toBe(false)
})

test('terms are the same only to the last unit of each', () => {
  const terms = marketTerms(listed('EURUSD'))
  expect(sameTerms(terms, { ...terms })).toBe(true)
  for (const key of ['commissionRate', 'spreadAdded', 'swapLong', 'swapShort'] as const)
    expect(sameTerms(terms, { ...terms, [key]: terms[key] + 1n }), key).toBe(false)
  expect(sameTerms(terms, { ...terms, leverageMax: terms.leverageMax - 1 })).toBe(false)
})
