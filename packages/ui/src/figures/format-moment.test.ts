import { expect, test } from 'vitest'
import { formatClock, formatDay, formatMinute, formatSecond, formatZoned } from './format-moment.ts'

const iso = '2026-11-27T23:05:09Z'

test.each([
  ['en', 'Nov 27, 2026', '11:05 PM'],
  ['de', '27.11.2026', '23:05'],
  ['ja', '2026/11/27', '23:05'],
])('I15.d12: dates in %s have one style, with and without the time', (tag, day, time) => {
  expect(formatDay(iso, tag, 'UTC')).toBe(day)
  for (const format of [formatMinute, formatSecond, formatZoned])
    expect(format(iso, tag, 'UTC').startsWith(day)).toBe(true)
  expect(formatMinute(iso, tag, 'UTC').replaceAll('\u202f', ' ')).toContain(time)
  expect(formatSecond(iso, tag, 'UTC')).toContain('05:09')
  expect(formatZoned(iso, tag, 'UTC')).toContain('UTC')
  expect(formatClock(iso, tag, 'UTC')).toContain('05:09')
})

test('I15.d12: a moment is a text, milliseconds or a date, in the zone of the reader unless UTC is asked for', () => {
  const at = new Date(iso)
  expect([at, at.getTime()].map((one) => formatSecond(one, 'de', 'UTC'))).toEqual([
    formatSecond(iso, 'de', 'UTC'),
    formatSecond(iso, 'de', 'UTC'),
  ])
  expect(formatSecond(new Date(2026, 10, 27, 8, 5, 9), 'de')).toBe('27.11.2026, 08:05:09')
})
