import { expect, test } from 'vitest'
import { firstPeriod, periodRequest } from './performance-period.ts'

const now = Date.parse('2026-11-29T13:14:15Z')

test('I15.10h: a period of days ends today and begins at midnight UTC; a custom one has whole days', () => {
  expect(periodRequest({ ...firstPeriod, period: '7' }, now)).toEqual({ from: '2026-11-23T00:00:00.000Z' })
  expect(periodRequest({ ...firstPeriod, period: 'all' }, now)).toEqual({})
  const own = { period: 'own', fromDay: '2026-11-01', toDay: '2026-11-02' } as const
  expect(periodRequest(own, now)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T23:59:59.999Z',
  })
  expect(periodRequest({ ...own, fromDay: '' }, now)).toEqual({ to: '2026-11-02T23:59:59.999Z' })
})
