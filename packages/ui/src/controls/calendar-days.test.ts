import { expect, test } from 'vitest'
import { addMonths, dayByKey, firstWeekday, readTime, weeksAround } from './calendar-days.ts'

test('a month is shown in whole weeks that begin where the language begins them', () => {
  const weeks = weeksAround('2026-03-09', firstWeekday('de-DE'))
  expect(weeks.map(([first]) => first)).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
    '2026-03-16',
    '2026-03-23',
    '2026-03-30',
  ])
  expect(weeksAround('2026-02-10', firstWeekday('en'))).toHaveLength(4)
  expect(firstWeekday('ar-u-nu-latn')).toBe(6)
})

test('keys walk by day, week and month, the other way round in right-to-left text', () => {
  expect(dayByKey('2026-03-31', 'ArrowRight', 1, false)).toBe('2026-04-01')
  expect(dayByKey('2026-03-31', 'ArrowRight', 6, true)).toBe('2026-03-30')
  expect(dayByKey('2026-03-31', 'PageUp', 1, false)).toBe('2026-02-28')
  expect(dayByKey('2026-03-11', 'Home', 1, false)).toBe('2026-03-09')
  expect(dayByKey('2026-03-11', 'End', 0, false)).toBe('2026-03-14')
  expect(dayByKey('2026-03-11', 'x', 0, false)).toBeNull()
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
})

test('a time is read as people type it', () => {
  expect(['9:05', '09:05', '0905', '9.05', '9:5', '23:59'].map(readTime)).toEqual([
    '09:05',
    '09:05',
    '09:05',
    '09:05',
    '09:05',
    '23:59',
  ])
  expect(['24:00', '9:60', '', '9', 'noon'].map(readTime)).toEqual([null, null, null, null, null])
})
