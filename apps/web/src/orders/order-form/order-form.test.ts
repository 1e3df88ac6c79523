import { Exact, lots, price } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { changeOrderForm, startOrderForm } from './change-order-form.ts'
import { requestOf } from './order-form.ts'
import { distanceShare, entryAt, entryQuote, levelAt } from './order-levels.ts'
import { orderProblems } from './order-problems.ts'
import { expiryOf, expiryProblem } from './order-validity.ts'
import { leveragePresets, lotPresets, riskSteps, stepLots, withVolume } from './order-volume.ts'
import { fieldOfRefusal } from './refused-field.ts'
import { bitcoin, now } from './test-market.ts'

const inputs = {
  market: bitcoin,
  quote: now,
  conversion: new Exact(1n),
  equityMinor: 10_000_000_000n,
  dailyRange: null,
}
const started = startOrderForm(bitcoin, now)
const suggested = changeOrderForm(started, { type: 'suggest', inputs })

describe('the order ticket', () => {
  it('starts with stop loss and take profit both on (specification §5) and at most twofold leverage', () => {
    expect(started).toMatchObject({ protected: true, leverage: 2, direction: 'buy', lots: '0.005' })
    expect(startOrderForm({ ...bitcoin, leverageMax: 1 }, null)).toMatchObject({ leverage: 1, lots: '0.001' })
    expect(startOrderForm({ ...bitcoin, contractSize: 100_000n, lotMin: lots('0.01') }, now).lots).toBe(
      '0.01',
    )
  })

  it('asks for both levels while protected, and for neither once that is knowingly off', () => {
    expect(orderProblems(started, bitcoin, now).map((one) => [one.field, one.reason])).toEqual([
      ['stopLoss', 'required'],
      ['takeProfit', 'required'],
    ])
    const off = changeOrderForm(started, { type: 'protected', on: false })
    expect(orderProblems(off, bitcoin, now)).toEqual([])
    expect(requestOf(off)).toMatchObject({ stopLoss: null, takeProfit: null, protected: false })
  })

  it('suggests levels on the tick grid that lose a quarter and win half of the margin, valid at once', () => {
    expect(suggested.stopLoss).toBe('87498.75')
    expect(suggested.takeProfit).toBe('125002.50')
    expect(orderProblems(suggested, bitcoin, now)).toEqual([])
    const sell = changeOrderForm(suggested, { type: 'direction', direction: 'sell' })
    const suggestedSell = changeOrderForm(sell, { type: 'suggest', inputs })
    expect(orderProblems(suggestedSell, bitcoin, now)).toEqual([])
    expect(Number(suggestedSell.stopLoss)).toBeGreaterThan(100010)
  })

  it('never replaces what somebody typed, not by a suggestion and not by turning the direction', () => {
    const typed = changeOrderForm(suggested, { type: 'stopLoss', text: '99000' })
    const turned = changeOrderForm(typed, { type: 'direction', direction: 'sell' })
    const again = changeOrderForm(turned, { type: 'suggest', inputs })
    expect(again.stopLoss).toBe('99000')
    expect(orderProblems(again, bitcoin, now)).toContainEqual({
      field: 'stopLoss',
      reason: 'below',
      limit: '100010.01',
    })
  })

  it('leaves a level that was cleared empty, until the order is another one', () => {
    const cleared = changeOrderForm(suggested, { type: 'stopLoss', text: '' })
    const later = changeOrderForm(cleared, { type: 'suggest', inputs })
    expect(later).toMatchObject({ stopLoss: '', takeProfit: '125002.50' })
    const sell = changeOrderForm(later, { type: 'direction', direction: 'sell' })
    expect(changeOrderForm(sell, { type: 'suggest', inputs }).stopLoss).not.toBe('')
  })

  it('does not move a suggestion with every tick', () => {
    const later = { buyPrice: price('100020.00'), sellPrice: price('100015.00') }
    expect(changeOrderForm(suggested, { type: 'suggest', inputs: { ...inputs, quote: later } })).toBe(
      suggested,
    )
  })

  it.each([
    ['', 'required', undefined],
    ['abc', 'notANumber', undefined],
    ['1e3', 'notANumber', undefined],
    ['0.0001', 'below', '0.001'],
    ['100.001', 'above', '100'],
    ['0.0015', 'step', '0.001'],
  ])('says at the lots what is wrong with %j', (text, reason, limit) => {
    const form = changeOrderForm(suggested, { type: 'lots', text })
    expect(orderProblems(form, bitcoin, now)).toEqual([
      { field: 'lots', reason, ...(limit === undefined ? {} : { limit }) },
    ])
  })

  it('keeps each level one tick away from the price it closes at (rulebook, minimum distance)', () => {
    const at = (stopLoss: string) =>
      orderProblems({ ...suggested, stopLoss }, bitcoin, now).map((problem) => problem.limit)
    expect(at('100000.00')).toEqual(['99999.99'])
    expect(at('99999.99')).toEqual([])
    const target = (takeProfit: string) =>
      orderProblems({ ...suggested, takeProfit }, bitcoin, now).map((problem) => problem.limit)
    expect(target('100010.00')).toEqual(['100010.01'])
    expect(target('100010.01')).toEqual([])
  })

  it('judges only what was typed while there is no price', () => {
    expect(orderProblems({ ...suggested, stopLoss: '200000' }, bitcoin, null)).toEqual([])
  })

  it('names the highest level and distance, as the server has them', () => {
    const far = { ...suggested, takeProfit: '1000000000', trailing: '1000000000' }
    expect(orderProblems(far, bitcoin, now)).toEqual([
      { field: 'takeProfit', reason: 'above', limit: '100000000.00' },
      { field: 'trailing', reason: 'above', limit: '100000000.00' },
    ])
    expect(orderProblems({ ...suggested, kind: 'stop', price: '100000000.01' }, bitcoin, now)).toContainEqual(
      { field: 'price', reason: 'above', limit: '100000000.00' },
    )
  })

  it('steps lots within the bounds of the market', () => {
    expect(stepLots('0.01', bitcoin, 1)).toBe('0.011')
    expect(stepLots('0.001', bitcoin, -1)).toBe('0.001')
    expect(stepLots('100', bitcoin, 1)).toBe('100')
    expect(stepLots('nonsense', bitcoin, 1)).toBe('0.001')
    expect(stepLots('0.0105', bitcoin, 1)).toBe('0.011')
  })

  it('offers only what the market allows', () => {
    expect(leveragePresets(bitcoin)).toEqual([1, 2])
    expect(leveragePresets({ ...bitcoin, leverageMax: 25 })).toEqual([1, 2, 5, 10, 20, 25])
    expect(lotPresets(bitcoin, now)).toEqual(['0.001', '0.005', '0.02', '0.05'])
    expect(lotPresets(bitcoin, null)).toEqual(['0.001', '0.01', '0.05', '0.1'])
    expect(lotPresets({ ...bitcoin, lotMax: lots('0.02') }, null)).toEqual(['0.001', '0.01'])
    expect(lotPresets({ ...bitcoin, contractSize: 100_000n, lotMin: lots('0.01') }, now)).toEqual([
      '0.01',
      '0.1',
      '0.5',
      '1',
    ])
  })

  it('puts a refusal at the field it is about', () => {
    expect([11040, 11041, 11042, 11044, 11045, 10011, 10015].map(fieldOfRefusal)).toEqual([
      'stopLoss',
      'takeProfit',
      'takeProfit',
      'lots',
      'leverage',
      'lots',
      'form',
    ])
  })

  it('tells how far a level lies from the price it would close at', () => {
    expect(distanceShare('90000', 'buy', now)).toBeCloseTo(-0.1)
    expect(distanceShare('', 'buy', now)).toBeNull()
    expect(levelAt({ direction: 'buy', leverage: 1 }, now, bitcoin, -100)).toBe('0.01')
  })
})

describe('an order that waits', () => {
  const limit = changeOrderForm(suggested, { type: 'kind', kind: 'limit' })
  const at = (text: string) => changeOrderForm(limit, { type: 'price', text })

  it('must wait on its own side of the price by a tick, or the price field says so (11046)', () => {
    const reasons = (form: typeof limit) =>
      orderProblems(form, bitcoin, now)
        .filter(({ field }) => field === 'price')
        .map(({ reason, limit: bound }) => [reason, bound])
    expect(reasons(limit)).toEqual([['required', undefined]])
    expect(reasons(at('100010.00'))).toEqual([['above', '100009.99']])
    expect(reasons(at('100009.99'))).toEqual([])
    const stop = changeOrderForm(at('100010.00'), { type: 'kind', kind: 'stop' })
    expect(reasons(stop)).toEqual([['below', '100010.01']])
    const sell = changeOrderForm(at('99999.00'), { type: 'direction', direction: 'sell' })
    expect(reasons(sell)).toEqual([['below', '100000.01']])
    expect(fieldOfRefusal(11046)).toBe('price')
  })

  it('has its levels suggested and judged from its own price, with the spread of now', () => {
    const form = changeOrderForm(at('90000'), { type: 'suggest', inputs })
    expect(entryQuote(form, now)).toEqual({ buyPrice: price('90000'), sellPrice: price('89990') })
    expect(form).toMatchObject({ stopLoss: '78740.00', takeProfit: '112490.00' })
    expect(orderProblems(form, bitcoin, now)).toEqual([])
    const stopAbove = changeOrderForm(form, { type: 'stopLoss', text: '95000' })
    expect(orderProblems(stopAbove, bitcoin, now)).toMatchObject([{ field: 'stopLoss', limit: '89989.99' }])
  })

  it('offers prices for one press on the side where it would wait', () => {
    expect(entryAt({ kind: 'limit', direction: 'buy' }, now, bitcoin, 5n)).toBe('99509.95')
    expect(entryAt({ kind: 'stop', direction: 'buy' }, now, bitcoin, 5n)).toBe('100510.05')
    expect(entryAt({ kind: 'limit', direction: 'sell' }, now, bitcoin, 1n)).toBe('100100.00')
  })

  it('waits until it is cancelled, to the end of the reader’s day, or to a moment of their own', () => {
    const noon = new Date(2026, 2, 9, 12, 0).getTime()
    const day = changeOrderForm(limit, { type: 'valid', valid: 'day' })
    expect(expiryOf(limit, noon)).toBeNull()
    expect(expiryOf(day, noon)).toBe(new Date(2026, 2, 9, 23, 59, 59, 999).toISOString())
    expect(expiryOf({ ...day, kind: 'market' }, noon)).toBeNull()
    const until = (text: string) => changeOrderForm({ ...limit, valid: 'own' }, { type: 'validUntil', text })
    expect(expiryOf(until('2026-03-10T08:30'), noon)).toBe(new Date(2026, 2, 10, 8, 30).toISOString())
    expect(expiryProblem(until('2026-03-10T08:30'), noon)).toBeNull()
    expect(expiryProblem(until('2026-03-09T11:59'), noon)).toMatchObject({
      field: 'expiresAt',
      reason: 'past',
    })
    expect(expiryProblem(until(''), noon)).toMatchObject({ field: 'expiresAt', reason: 'required' })
  })
})

describe('a volume that is not typed in lots', () => {
  const by = (sizeBy: 'money' | 'risk', size: string) =>
    withVolume({ ...suggested, sizeBy, size, ownSize: true, stopLoss: '95000', takeProfit: '110000' }, inputs)

  it('buys whole steps worth no more than the money', () => {
    expect(by('money', '1000').lots).toBe('0.009')
    expect(by('money', '1001').lots).toBe('0.01')
    expect(by('money', '5').lots).toBe('0')
    expect(orderProblems(by('money', '5'), bitcoin, now)).toMatchObject([{ field: 'size', reason: 'below' }])
  })

  it('risks no more than the share of the equity, both commissions counted', () => {
    const form = by('risk', '2')
    expect(form.lots).toBe('0.038')
    const loss = (amount: string) => Number(amount) * (100_010 - 95_000 + 0.001 * (100_010 + 95_000))
    expect(loss(form.lots)).toBeLessThanOrEqual(200)
    expect(loss('0.039')).toBeGreaterThan(200)
  })

  it('needs a stop loss to measure a risk to', () => {
    const form = withVolume(
      { ...suggested, sizeBy: 'risk', size: '2', ownSize: true, stopLoss: '', protected: false },
      inputs,
    )
    expect(form.lots).toBe('')
    expect(orderProblems(form, bitcoin, now)).toMatchObject([{ field: 'size', reason: 'noStop' }])
  })

  it('is forgotten when the volume is typed in lots again', () => {
    expect(changeOrderForm(by('risk', '2'), { type: 'lots', text: '1' })).toMatchObject({
      sizeBy: 'lots',
      lots: '1',
    })
  })
})

describe('I15.8e: another unit for the volume', () => {
  const form = { ...suggested, lots: '0.038', stopLoss: '95000', takeProfit: '110000' }
  const into = (sizeBy: 'lots' | 'money' | 'risk', shown = form) =>
    withVolume(changeOrderForm(shown, { type: 'sizeBy', sizeBy, shown, inputs }), inputs)

  it('writes what it is worth: 0.038 at 100 010, and back', () => {
    const money = into('money')
    expect(money).toMatchObject({ size: '3800.38', lots: '0.038' })
    expect(into('lots', money)).toMatchObject({ sizeBy: 'lots', lots: '0.038' })
  })

  it('writes what it risks: 0.038 × 5 205.01 of 10 000 are 1.977904 %', () => {
    expect(into('risk')).toMatchObject({ size: '1.98', lots: '0.038' })
    // Two decimals of a percent are more than a step here, so there are as many as lead back.
    const rich = { ...inputs, equityMinor: 10_000_000_000_000n }
    const fine = changeOrderForm(form, { type: 'sizeBy', sizeBy: 'risk', shown: form, inputs: rich })
    expect(fine.size).toBe('0.002')
    expect(withVolume(fine, rich).lots).toBe('0.038')
  })

  it('stays what it is when the price moves, until a size is typed', () => {
    const money = changeOrderForm(form, { type: 'sizeBy', sizeBy: 'money', shown: form, inputs })
    const dearer = {
      ...inputs,
      quote: { buyPrice: price('100020.00'), sellPrice: price('100010.00') },
    }
    expect(withVolume(money, dearer)).toMatchObject({ size: '3800.76', lots: '0.038' })
    const typed = changeOrderForm(money, { type: 'size', text: '3800.38' })
    expect(withVolume(typed, dearer)).toMatchObject({ size: '3800.38', lots: '0.037' })
    expect(withVolume(money, { ...inputs, quote: null })).toMatchObject({ size: '', lots: '0.038' })
  })

  it('is empty where there is no stop to measure a risk to', () => {
    expect(into('risk', { ...form, stopLoss: '' }).size).toBe('')
  })

  it('takes money from the levels: a risk cannot be measured to a stop that follows from it', () => {
    const typed = { ...form, levelUnit: 'money' as const, distances: { stopLoss: '200', takeProfit: '300' } }
    expect(into('risk', typed)).toMatchObject({ levelUnit: 'price', stopLoss: '95000', lots: '0.038' })
  })
})

describe('I15.8f: the way from a risk to a volume', () => {
  const form = { ...suggested, sizeBy: 'risk' as const, size: '2', ownSize: true, stopLoss: '95000' }

  it('has every number of it: 2 % of 10 000 by a loss of 5 010 and 195.01 of commission a lot', () => {
    expect(riskSteps(form, inputs)).toEqual({
      percent: '2',
      equity: '10000.000000',
      risk: '200.000000',
      lossPerLot: '5205.010000',
      quotient: '0.03842451',
      capped: false,
    })
    expect(withVolume(form, inputs).lots).toBe('0.038')
  })

  it('says that the market has a largest volume', () => {
    const rich = { ...inputs, equityMinor: 1_000_000_000_000_000n }
    expect(riskSteps(form, rich)?.capped).toBe(true)
    expect(withVolume(form, rich).lots).toBe('100')
  })

  it('is not there for lots, money, no percentage or no stop', () => {
    expect(riskSteps({ ...form, sizeBy: 'lots' }, inputs)).toBeNull()
    expect(riskSteps({ ...form, sizeBy: 'money' }, inputs)).toBeNull()
    expect(riskSteps({ ...form, size: '' }, inputs)).toBeNull()
    expect(riskSteps({ ...form, stopLoss: '' }, inputs)).toBeNull()
  })
})
