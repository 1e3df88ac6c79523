import { expect, it } from 'vitest'
import { CallFailure } from '../session/calls/failure.ts'
import { alertSide, isTooMany } from './alert-form.ts'

it('an alert waits above the present price or below it, and nowhere else', () => {
  expect(alertSide('101', '100')).toBe('above')
  expect(alertSide(' 99.5 ', '100')).toBe('below')
  expect(alertSide('100.00', '100')).toBe('same')
  expect(alertSide('5', null)).toBe('above')
  for (const typed of ['', '0', '-1', 'x', '1e3']) expect(alertSide(typed, '100')).toBe('wrong')
})

it('too many waiting alerts are told from other refusals', () => {
  expect(isTooMany(new CallFailure(11001, { issues: [{ path: 'code', code: 'too_many' }] }))).toBe(true)
  expect(isTooMany(new CallFailure(11001, { issues: [{ path: 'price', code: 'invalid' }] }))).toBe(false)
})
