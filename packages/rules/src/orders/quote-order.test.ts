import { Exact, lots, price, rate } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { allMarkets } from '../markets/catalogue/all-markets.ts'
import type { Market } from '../markets/market.ts'
import { noLevelSum, standardMarginLevels, withShare } from './amounts/margin-levels.ts'
import { type QuoteRequest, quoteOrder } from './quote-order.ts'

const marketOf = (code: string) => allMarkets.find((market) => market.code === code) as Market
const one = new Exact(1n)
const usdt = (units: number) => BigInt(Math.round(units * 1_000_000))
const euro: QuoteRequest = {
  direction: 'buy',
  lots: lots('0.1'),
  leverage: 30,
  stopLoss: price('1.14'),
  takeProfit: price('1.17'),
}
const prices = { sellPrice: price('1.15'), buyPrice: price('1.1502') }
const standardSum = (marginMinor: bigint) => withShare(noLevelSum, marginMinor, standardMarginLevels.closeOut)
const euroFor = (equity: number, used = 0, changes: Partial<QuoteRequest> = {}) =>
  quoteOrder(
    { ...euro, ...changes },
    marketOf('EURUSD'),
    { quote: prices, conversion: one },
    { equityMinor: usdt(equity), closeOutSum: standardSum(usdt(used)) },
  )

describe('all that an order will cost and do (calls previewContract, rulebook Contracts)', () => {
  it('a buy’s figures, each worked out by hand', () => {
    expect(euroFor(1_000)).toEqual({
      stopLossMin: price('0.00001'),
      stopLossMax: price('1.14999'),
      takeProfitMin: price('1.15021'),
      takeProfitMax: price('1150.2'),
      openPrice: price('1.1502'),
      marginMinor: usdt(383.4),
      commissionMinor: 0n,
      spreadCostMinor: usdt(2),
      swapPerDayMinor: usdt(-0.92008),
      // 1 000 less half of the margin is what may be lost: 808.3 ÷ 10 000 below the opening price.
      liquidationPrice: price('1.06937'),
      maxLossMinor: usdt(1_000),
      lossAtStopLossMinor: usdt(-102),
      profitAtTakeProfitMinor: usdt(198),
      pipValueMinor: usdt(1),
    })
  })

  it('a sell’s exits are mirrored, and without exits no result is shown', () => {
    const figures = euroFor(1_000, 0, { direction: 'sell', stopLoss: null, takeProfit: price('1.1') })
    expect(figures).toMatchObject({
      openPrice: price('1.15'),
      marginMinor: 383_333_334n,
      liquidationPrice: price('1.2308333333'),
      stopLossMin: price('1.15021'),
      takeProfitMax: price('1.14999'),
      lossAtStopLossMinor: null,
      profitAtTakeProfitMinor: usdt(500),
      maxLossMinor: usdt(1_000),
    })
  })

  it('the used margin counts, and an account already below it would be stopped out at once', () => {
    expect(euroFor(1_000, 400).liquidationPrice).toBe(price('1.08937'))
    expect(euroFor(191.7).liquidationPrice).toBe(price('1.15'))
    expect(euroFor(191.700001).liquidationPrice).not.toBe(price('1.15'))
    expect(euroFor(1_000_000).liquidationPrice).toBeNull()
  })

  it('T18: what is open counts with its own close-out level, and the order with that of its terms', () => {
    const market = { ...marketOf('EURUSD'), marginLevels: { call: rate('1'), closeOut: rate('0.8') } }
    const before = { equityMinor: usdt(1_000), closeOutSum: standardSum(usdt(400)) }
    const { liquidationPrice } = quoteOrder(euro, market, { quote: prices, conversion: one }, before)
    // 1 000 − 400 × 0.5 − 383.4 × 0.8 = 493.28 may be lost on 10 000 euros.
    expect(liquidationPrice).toBe(price('1.100872'))
  })

  it('the opening commission is lost before the price moves', () => {
    const request = { ...euro, lots: lots('1'), leverage: 2, stopLoss: null, takeProfit: null }
    const before = { equityMinor: usdt(60), closeOutSum: noLevelSum }
    const bitcoin = { quote: { sellPrice: price('99'), buyPrice: price('100') }, conversion: one }
    // Half of the margin of 50 must stay: 60 − 0.1 of commission − 25 = 34.9 may be lost on one bitcoin.
    expect(quoteOrder(request, marketOf('BTCUSD'), bitcoin, before).liquidationPrice).toBe(price('65.1'))
  })

  it('a buy pays the long swap, a sell the short one', () => {
    const market = { ...marketOf('EURUSD'), swapLong: rate('-0.00008'), swapShort: rate('0.00002') }
    const swapOf = (direction: 'buy' | 'sell') =>
      quoteOrder(
        { ...euro, direction, stopLoss: null, takeProfit: null },
        market,
        { quote: prices, conversion: one },
        { equityMinor: usdt(1_000), closeOutSum: noLevelSum },
      ).swapPerDayMinor
    // 10 000 × 1.1501 × rate.
    expect([swapOf('buy'), swapOf('sell')]).toEqual([usdt(-0.92008), usdt(0.23002)])
  })

  it('both commissions are taken off a result, and a buy can lose no more than all it is worth', () => {
    const request = { ...euro, lots: lots('1'), leverage: 2, stopLoss: price('90'), takeProfit: price('120') }
    const quote = { sellPrice: price('99'), buyPrice: price('100') }
    const of = (changes: Partial<QuoteRequest>, equity: number) =>
      quoteOrder(
        { ...request, ...changes },
        marketOf('BTCUSD'),
        { quote, conversion: one },
        { equityMinor: usdt(equity), closeOutSum: noLevelSum },
      )
    expect(of({}, 1_000)).toMatchObject({
      commissionMinor: usdt(0.1),
      lossAtStopLossMinor: usdt(-10 - 0.1 - 0.09),
      profitAtTakeProfitMinor: usdt(20 - 0.1 - 0.12),
      maxLossMinor: usdt(100.1),
      spreadCostMinor: usdt(1),
    })
    expect(of({}, 50).maxLossMinor).toBe(usdt(50))
    expect(of({}, -50).maxLossMinor).toBe(0n)
    expect(of({ direction: 'sell' }, 1_000).maxLossMinor).toBe(usdt(1_000))
    expect(of({ direction: 'sell' }, -1).maxLossMinor).toBe(0n)
  })
})
