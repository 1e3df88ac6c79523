import type { Candle } from '@candor/contract'
import { Exact, price } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'
import { describe, expect, it } from 'vitest'
import { changeOrderForm, startOrderForm } from './change-order-form.ts'
import { averageDailyRange } from './daily-range.ts'
import { distanceOf, withLevels } from './level-units.ts'
import type { LevelUnit, OrderForm } from './order-form.ts'
import { orderProblems } from './order-problems.ts'
import { inPricesAndLots } from './order-volume.ts'
import { bitcoin, now } from './test-market.ts'

const inputs = {
  market: bitcoin,
  quote: now,
  conversion: new Exact(1n),
  equityMinor: 10_000_000_000n,
  dailyRange: price('1234.56'),
}
const started: OrderForm = { ...startOrderForm(bitcoin, now), lots: '0.01' }
const typed = (levelUnit: LevelUnit, stopLoss: string, takeProfit: string, form = started): OrderForm =>
  withLevels({ ...form, levelUnit, distances: { stopLoss, takeProfit } }, inputs)
const levels = ({ stopLoss, takeProfit }: OrderForm) => [stopLoss, takeProfit]
const reasons = (form: OrderForm) =>
  orderProblems(form, bitcoin, now).map(({ field, reason }) => [field, reason])

describe('I15.8a: a level typed as a distance from the opening price', () => {
  it('in pips: 5 000 of 0.01 are 50, below a buy and above a sell', () => {
    expect(levels(typed('pips', '5000', '5000'))).toEqual(['99960.00', '100060.00'])
    const sell = { ...started, direction: 'sell' as const }
    expect(levels(typed('pips', '5000', '5000', sell))).toEqual(['100050.00', '99950.00'])
  })

  it('in percent of the price: 2 % of 100 010 are 2 000.20', () => {
    expect(levels(typed('percent', '2', '1'))).toEqual(['98009.80', '101010.10'])
  })

  it('in average daily ranges: half of 1 234.56 is 617.28', () => {
    expect(levels(typed('range', '0.5', '2'))).toEqual(['99392.72', '102479.12'])
  })

  it('rounded to the tick nearer to the opening price', () => {
    expect(levels(typed('range', '0.00001', '0.333'))).toEqual(['100009.99', '100421.10'])
  })

  it('in money: no more than 100 USDT are lost, no less are won, both commissions included', () => {
    // Loss at L: 0.01 × (100 010 − L) + 0.1 % of 0.01 × (100 010 + L). It is 100.000002 at 90 200.21 and 99.999902 at 90 200.22.
    // Gain at 110 220.23: 102.1023 − 1.0001 − 1.102202 = 99.999998; a tick above 100.000098.
    expect(levels(typed('money', '100', '100'))).toEqual(['90200.22', '110220.24'])
  })

  it('measures from the price of a waiting order', () => {
    const limit = { ...started, kind: 'limit' as const, price: '90000' }
    expect(levels(typed('percent', '1', '1', limit))).toEqual(['89100.00', '90900.00'])
  })

  it('that leads to no price says so at its field, and so does one that is no number', () => {
    expect(reasons(typed('money', '1', '100'))).toEqual([['stopLoss', 'noLevel']])
    expect(reasons(typed('percent', '100', '5'))).toEqual([['stopLoss', 'noLevel']])
    expect(reasons(typed('pips', '-5000', 'x'))).toEqual([
      ['stopLoss', 'notADistance'],
      ['takeProfit', 'notADistance'],
    ])
    expect(reasons(typed('pips', '', '5000'))).toEqual([['stopLoss', 'required']])
  })

  it('inside the spread is refused as a typed price would be', () => {
    expect(orderProblems(typed('pips', '500', '500'), bitcoin, now)).toEqual([
      { field: 'stopLoss', reason: 'above', limit: '99999.99' },
    ])
  })

  it('is what the risk is measured to', () => {
    const form = { ...started, sizeBy: 'risk' as const, size: '2', ownSize: true, levelUnit: 'pips' as const }
    const distances = { stopLoss: '501000', takeProfit: '999000' }
    expect(inPricesAndLots({ ...form, distances }, inputs)).toMatchObject({
      stopLoss: '95000.00',
      lots: '0.038',
    })
  })
})

describe('I15.8b: another unit for the levels', () => {
  const shown: OrderForm = { ...started, stopLoss: '97000.00', takeProfit: '106000.00' }
  const into = (unit: LevelUnit) => changeOrderForm(shown, { type: 'levelUnit', unit, shown, inputs })

  it('writes them in it: 3 010 below 100 010', () => {
    expect(distanceOf('stopLoss', 'pips', shown, inputs)).toBe('301000')
    expect(distanceOf('stopLoss', 'percent', shown, inputs)).toBe('3.009')
    expect(distanceOf('stopLoss', 'range', shown, inputs)).toBe('2.43')
    // 30.10 + 1.0001 + 0.97 of commission
    expect(distanceOf('stopLoss', 'money', shown, inputs)).toBe('32.07')
    // 59.90 − 1.0001 − 1.06
    expect(distanceOf('takeProfit', 'money', shown, inputs)).toBe('57.83')
  })

  it('leaves them where they are, or nearer by what the rounding takes', () => {
    expect(levels(withLevels(into('pips'), inputs))).toEqual(['97000.00', '106000.00'])
    expect(levels(withLevels(into('percent'), inputs))).toEqual(['97000.70', '105999.59'])
    const back = changeOrderForm(into('pips'), { type: 'levelUnit', unit: 'price', shown, inputs })
    expect(levels(back)).toEqual(['97000.00', '106000.00'])
  })

  it('suggests distances in it, and never over typed ones', () => {
    const empty: OrderForm = { ...started, levelUnit: 'pips' }
    const suggested = changeOrderForm(empty, { type: 'suggest', inputs })
    expect(suggested.distances).toEqual({ stopLoss: '124456', takeProfit: '245912' })
    const own = changeOrderForm(suggested, { type: 'stopLoss', text: '9000' })
    const turned = changeOrderForm(own, { type: 'direction', direction: 'sell' })
    const again = changeOrderForm(turned, { type: 'suggest', inputs })
    expect(again.distances).toEqual({ stopLoss: '9000', takeProfit: '245912' })
  })

  it('is the price where a market has no past to measure ranges by', () => {
    const form: OrderForm = { ...started, levelUnit: 'range' }
    const suggested = changeOrderForm(form, { type: 'suggest', inputs: { ...inputs, dailyRange: null } })
    expect(suggested).toMatchObject({ levelUnit: 'price', stopLoss: '87498.75' })
  })
})

describe('I15.8c: suggested levels', () => {
  const suggestedAt = (dailyRange: string) =>
    levels(
      changeOrderForm(started, { type: 'suggest', inputs: { ...inputs, dailyRange: price(dailyRange) } }),
    )

  it('are one average day away and two', () => {
    expect(suggestedAt('3000')).toEqual(['97000.00', '106000.00'])
  })

  it('never lose more than a quarter of the margin', () => {
    expect(suggestedAt('20000')).toEqual(['87498.75', '125002.50'])
  })
})

describe('I15.8d: the price of a waiting order', () => {
  const limit = changeOrderForm(started, { type: 'kind', kind: 'limit' })
  const suggested = changeOrderForm(limit, { type: 'suggest', inputs })

  it('is suggested a quarter of an average day away, on the side where it waits', () => {
    expect(suggested.price).toBe('99701.36')
    const sell = changeOrderForm(suggested, { type: 'direction', direction: 'sell' })
    expect(changeOrderForm(sell, { type: 'suggest', inputs }).price).toBe('100308.64')
    const unknown = { ...inputs, dailyRange: null }
    expect(changeOrderForm(limit, { type: 'suggest', inputs: unknown }).price).toBe('99909.99')
  })

  it('stays as the market moves, and moves on once the market has passed it', () => {
    const at = (buyPrice: string) => ({
      ...inputs,
      quote: { buyPrice: price(buyPrice), sellPrice: price(buyPrice) },
    })
    expect(changeOrderForm(suggested, { type: 'suggest', inputs: at('99800.00') }).price).toBe('99701.36')
    expect(changeOrderForm(suggested, { type: 'suggest', inputs: at('99701.36') }).price).toBe('99392.72')
  })

  it('is never replaced once typed, nor filled while it is being typed', () => {
    for (const text of ['98000', '']) {
      const own = changeOrderForm(suggested, { type: 'price', text })
      expect(changeOrderForm(own, { type: 'suggest', inputs }).price).toBe(text)
    }
  })
})

describe('I15.8c: the average range of a day', () => {
  const day = (index: number, high: number, low: number, close: number): Candle => [
    index * dayMs,
    close,
    high,
    low,
    close,
    0,
  ]
  // From 100: up to 110 are 10; between 101 and 109, after 108, are 8.
  const days = [day(0, 101, 99, 100), day(1, 110, 104, 108), day(2, 109, 101, 105)]

  it('is the mean of the true ranges of completed days', () => {
    expect(averageDailyRange(days, 2, 3 * dayMs)).toBe(price('9'))
    expect(averageDailyRange([...days, day(3, 500, 1, 2)], 2, 4 * dayMs - 1)).toBe(price('9'))
  })

  it('covers fourteen days, the close before them included', () => {
    const calm = Array.from({ length: 15 }, (_, index) => day(index + 1, 101, 99, 100))
    expect(averageDailyRange([day(0, 900, 1, 100), ...calm], 2, 16 * dayMs)).toBe(price('2'))
  })

  it('is unknown without two completed days, or without any movement', () => {
    expect(averageDailyRange(days.slice(0, 1), 2, 9 * dayMs)).toBeNull()
    expect(averageDailyRange(days.slice(0, 2), 2, 2 * dayMs - 1)).toBeNull()
    expect(averageDailyRange([day(0, 5, 5, 5), day(1, 5, 5, 5)], 2, 9 * dayMs)).toBeNull()
  })
})
