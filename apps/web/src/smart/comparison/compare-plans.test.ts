import type { SmartProductItem } from '@candor/contract'
import { rate, usdt, writeUsdt } from '@candor/money'
import { decidePlan } from '@candor/rules/smart/decide-plan.ts'
import { expect, it } from 'vitest'
import { comparePlans, firstAmount, termsOf } from './compare-plans.ts'

const product = (id: string, minAmount: string, maxAmount: string, days: readonly number[]) => ({
  ...{ id, minAmount, maxAmount, name: id, penaltyShare: '0.05', reserveLeft: '1000.000000' },
  timeframes: days.map((one) => ({ days: one, dailyYieldMin: '0.00015', dailyYieldMax: '0.00019' })),
})
const products: readonly SmartProductItem[] = [
  product('harbour', '100.000000', '5000.000000', [30, 7]),
  product('summit', '5000.000000', '50000.000000', [30, 90]),
]

it('I15.12h: the columns have the figures that the server would promise, in the server’s order', () => {
  const [harbour, summit] = comparePlans(products, { amount: firstAmount, days: 30 }, 0)
  const decision = decidePlan(
    { days: 30, amountMinor: usdt(firstAmount).minor },
    {
      product: {
        id: 'harbour',
        minAmountMinor: usdt('100').minor,
        maxAmountMinor: usdt('5000').minor,
        timeframes: [{ days: 30, dailyYieldMin: rate('0.00015'), dailyYieldMax: rate('0.00019') }],
      },
      frozen: false,
      alreadyOpen: false,
      countryOff: false,
    },
  )
  if (!decision.ok) throw new Error('the rule refuses the plan')
  expect(harbour?.figures).toMatchObject({
    perDay: writeUsdt(decision.value.dayMinor),
    promised: writeUsdt(decision.value.promisedMinor),
    atEnd: writeUsdt(decision.value.amountMinor + decision.value.promisedMinor),
  })
  expect(summit).toMatchObject({ figures: null, noFigures: 'below' })
})

it('I15.12h: a column without figures says why', () => {
  const reasons = (amount: string, days: number | null) =>
    comparePlans(products, { amount, days }, 0).map(({ noFigures }) => noFigures)
  expect(reasons('5000', 30)).toEqual([null, null])
  expect(reasons('5000.01', 30)).toEqual(['above', null])
  expect(reasons('5000', 90)).toEqual(['term', null])
  expect(reasons('', 30)).toEqual(['amount', 'amount'])
  expect(reasons('1 0', 30)).toEqual(['amount', 'amount'])
})

it('I15.12h: every term that one of the products has can be compared', () => {
  expect(termsOf(products)).toEqual([7, 30, 90])
  expect(termsOf([])).toEqual([])
})
