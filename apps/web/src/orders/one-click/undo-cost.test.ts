import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { undoCost } from './undo-cost.ts'

const now = (profit: string, commission: string) => ({ price: price('100'), profit, commission, net: '0' })

it('I15.8k: undoing costs the spread and both commissions, to the last digit', () => {
  expect(undoCost('0.942801', now('-0.017300', '0.942628'))).toEqual({
    price: '-0.017300',
    commission: '-1.885429',
    net: '-1.902729',
  })
})

it('I15.8k: where the price moved by more than the costs, undoing brings something', () => {
  expect(undoCost('0', now('0.500000', '0.000000'))).toMatchObject({
    commission: '0.000000',
    net: '0.500000',
  })
})
