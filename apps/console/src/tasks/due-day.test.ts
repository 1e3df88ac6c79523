import { expect, test } from 'vitest'
import { dayKeyOf, endOfDay } from './due-day.ts'

test.each(['2026-03-29', '2026-10-25', '2028-02-29', '2026-12-31'])(
  'I16.7: a task due on %s is due until that day ends by the operator’s clock',
  (day) => {
    expect(dayKeyOf(endOfDay(day))).toBe(day)
    expect(dayKeyOf(Date.parse(endOfDay(day)) + 1_000)).not.toBe(day)
  },
)
