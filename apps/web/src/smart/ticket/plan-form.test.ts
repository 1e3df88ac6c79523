import type { SmartProductItem } from '@candor/contract'
import { usdt } from '@candor/money'
import { describe, expect, it } from 'vitest'
import {
  amountPresets,
  chooseProduct,
  fieldOfPlanRefusal,
  firstOffered,
  type PlanForm,
  type PlanSurroundings,
  planFigures,
  planProblems,
  yearlyOf,
} from './plan-form.ts'

const product: SmartProductItem = {
  id: 'harbour',
  name: 'Harbour',
  timeframes: [
    { days: 7, dailyYieldMin: '0.0001', dailyYieldMax: '0.00012' },
    { days: 30, dailyYieldMin: '0.00015', dailyYieldMax: '0.00019' },
  ],
  minAmount: '100.000000',
  maxAmount: '5000.000000',
  penaltyShare: '0.05',
  reserveLeft: '1000.000000',
}
const form = (amount: string, days: number | null = 30): PlanForm => ({ productId: 'harbour', days, amount })
const around: PlanSurroundings = { heldProducts: new Set(), available: '10000.000000' }
const reasons = (of: PlanForm, given = around) =>
  planProblems(of, product, given).map(({ field, reason }) => `${field} ${reason}`)

it('starts with a product that is there to be bought and not held; where nothing is, with the first', () => {
  const [empty, held, free] = [
    { ...product, id: 'empty', reserveLeft: '0.000000' },
    { ...product, id: 'held' },
    { ...product, id: 'free' },
  ]
  const mine = new Set(['held'])
  expect(firstOffered([empty, held, free], mine)?.id).toBe('free')
  expect(firstOffered([empty, held], mine)?.id).toBe('held')
  expect(firstOffered([empty], mine)?.id).toBe('empty')
  expect(firstOffered(undefined, mine)).toBeNull()
})

describe('the figures of a new plan', () => {
  it('come from the server’s rule: yield linear between least and most (rulebook, Smart plans)', () => {
    const figures = planFigures(form('2550'), product, 0)
    expect(figures).toMatchObject({
      dailyYield: '0.00017',
      perDay: '0.433500',
      promised: '13.005000',
      atEnd: '2563.005000',
    })
    expect(figures?.completesAt.getTime()).toBe(30 * 86_400_000)
  })
  it('always carry the yearly meaning of the daily yield (T3)', () => {
    expect(planFigures(form('5000'), product, 0)?.yearlyYield).toBe('0.06935')
    expect(yearlyOf('0.0003')).toBe('0.1095')
  })
  it('never say that leaving costs more than was paid by then (rulebook, Smart plans)', () => {
    const figures = planFigures(form('100'), product, 0)
    expect(figures?.penaltyMost).toBe('0.435000')
    expect(usdt(figures?.penaltyMost ?? '0').compare(usdt(figures?.promised ?? '0'))).toBeLessThan(0)
  })
  it('are absent while the server would refuse product, days or amount', () => {
    expect(planFigures(form('99.99'), product, 0)).toBeNull()
    expect(planFigures(form('500', 8), product, 0)).toBeNull()
    expect(planFigures(form('500'), null, 0)).toBeNull()
  })
})

describe('what stands in the way of a plan', () => {
  it('is nothing for a plan within all bounds', () => expect(reasons(form('500'))).toEqual([]))
  it('is the amount when missing, malformed, or outside the product (10013)', () => {
    expect(reasons(form(''))).toEqual(['amount required'])
    expect(reasons(form('5oo'))).toEqual(['amount notAnAmount'])
    expect(reasons(form('0.0000001'))).toEqual(['amount notAnAmount'])
    expect(reasons(form('99'))).toEqual(['amount below'])
    expect(reasons(form('5000.000001'))).toEqual(['amount above'])
  })
  it('is the amount when it is more than is available (10011)', () => {
    expect(reasons(form('500'), { ...around, available: '499.999999' })).toEqual(['amount funds'])
    expect(reasons(form('500'), { heldProducts: around.heldProducts, available: null })).toEqual([])
  })
  it('is the amount when the reserve does not cover every payout (T2)', () => {
    const thin = { ...product, reserveLeft: '13.004999' }
    expect(planProblems(form('2550'), thin, around)).toEqual([
      { field: 'amount', reason: 'reserve', limit: '13.004999' },
    ])
    expect(planProblems(form('2550'), { ...product, reserveLeft: '13.005' }, around)).toEqual([])
  })
  it('is the product when a plan of it runs already (10024), and the days when not offered (10012)', () => {
    expect(reasons(form('500', 8), { ...around, heldProducts: new Set(['harbour']) })).toEqual([
      'days required',
      'product held',
    ])
  })
})

it('another product keeps the amount, and the days where it offers them', () => {
  expect(chooseProduct(form('500', 7), product)).toEqual(form('500', 7))
  expect(chooseProduct(form('500', 90), product).days).toBe(7)
})

it('each refusal of the specification’s catalogue is shown at its field (spec §8)', () => {
  expect([10010, 10012, 10013, 10016, 10011, 10024, 10015].map(fieldOfPlanRefusal)).toEqual([
    'product',
    'days',
    'amount',
    'amount',
    'amount',
    'product',
    'form',
  ])
})

it('quick amounts lie within the product', () =>
  expect(amountPresets(product)).toEqual(['100', '700', '5000']))
