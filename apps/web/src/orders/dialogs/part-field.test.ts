import { lots } from '@candor/money'
import type { Market } from '@candor/rules'
import { expect, it } from 'vitest'
import { marginOf, partProblem } from './part-field.tsx'

const market = { lotMin: lots('0.01'), lotStep: lots('0.01') } as Market

it('lets a part be closed only when it and what stays are volumes of the market (11044)', () => {
  const reason = (part: string) => partProblem(part, '0.05', market)
  expect(reason('0.05')).toBeNull()
  expect(reason('0.02')).toBeNull()
  expect(reason('0.06')).toEqual({ field: 'lots', reason: 'above', limit: '0.05' })
  expect(reason('0.015')).toEqual({ field: 'lots', reason: 'step', limit: '0.01' })
  expect(reason('')).toEqual({ field: 'lots', reason: 'notANumber' })
  expect(partProblem('0.01', '0.01', market)).toBeNull()
})

it('says what margin a part gives back, by the rule that shares it out', () => {
  expect(marginOf({ lots: '0.03', margin: '100.000000' }, '0.01')).toBe('33.333333')
  expect(marginOf({ lots: '0.03', margin: '100.000000' }, '0.03')).toBe('100.000000')
})
