import { expect, test } from 'vitest'
import { daysOfMonth } from './report-period.ts'

test('I16.9: a month has its own last day', () => {
  expect(daysOfMonth('2026-12')).toEqual({ day: '2026-12-01', to: '2026-12-31' })
  expect(daysOfMonth('2028-02')).toEqual({ day: '2028-02-01', to: '2028-02-29' })
})
