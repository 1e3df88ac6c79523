import { expect, test } from 'vitest'
import { chooseMonth, fileMonths, monthsSince, periodStart, rangeOf, yearsSince } from './statement-form.ts'

const now = new Date(2026, 10, 20, 17, 30)

test('a period of the statement begins at the midnight of its first day', () => {
  expect(periodStart('7', now)).toBe(new Date(2026, 10, 13).toISOString())
  expect(periodStart('all', now)).toBeUndefined()
})

test('I15.10j: months of a statement are whole months of UTC, over the end of a year too', () => {
  const range = (first: string, last: string) => rangeOf('months', { first, last }, now)
  expect(range('2026-11', '2026-11')).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
  })
  expect(range('2025-11', '2025-12')).toEqual({
    from: '2025-11-01T00:00:00.000Z',
    to: '2026-01-01T00:00:00.000Z',
  })
  expect(rangeOf('all', { first: '2026-11', last: '2026-11' }, now)).toEqual({})
})

test('I15.10j: months since the account was opened are offered, the newest first', () => {
  const today = new Date('2026-02-28T23:59:59Z')
  expect(monthsSince(new Date('2025-11-30T23:00:00Z'), today)).toEqual([
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ])
  expect(monthsSince(today, today)).toEqual(['2026-02'])
  // The clock of this device is behind the server's.
  expect(monthsSince(new Date('2026-03-01T00:00:01Z'), today)).toEqual(['2026-02'])
})

test('I15.10j: a range of months never ends before it begins', () => {
  const months = { first: '2026-01', last: '2026-03' }
  expect(chooseMonth(months, 'first', '2026-02')).toEqual({ first: '2026-02', last: '2026-03' })
  expect(chooseMonth(months, 'first', '2026-04')).toEqual({ first: '2026-04', last: '2026-04' })
  expect(chooseMonth(months, 'last', '2025-12')).toEqual({ first: '2025-12', last: '2025-12' })
  expect([fileMonths(months), fileMonths({ first: '2026-01', last: '2026-01' })]).toEqual([
    '2026-01-to-2026-03',
    '2026-01',
  ])
})

test('I16.9c: years of a tax statement are those of UTC since the account was opened, newest first', () => {
  const opened = new Date('2025-01-01T00:00:00.000+01:00')
  expect(yearsSince(opened, new Date('2026-12-31T23:59:59.999Z'))).toEqual(['2026', '2025', '2024'])
  expect(yearsSince(new Date('2026-05-01'), new Date('2026-05-01'))).toEqual(['2026'])
})
