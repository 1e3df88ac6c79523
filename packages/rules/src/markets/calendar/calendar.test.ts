import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HolidayCalendar } from '../market.ts'
import { dayOf, easterSunday, holidayOn, weekdayOf } from './calendar.ts'

/** Every day of a year with an effect: `closed` days and each early close, as `MM-DD`. */
function daysOf(calendar: HolidayCalendar, year: number): Record<string, string> {
  const found: Record<string, string> = {}
  for (let day = dayOf(year, 1, 1); day < dayOf(year + 1, 1, 1); day++) {
    const effect = holidayOn(calendar, day)
    const date = new Date(day * 86_400_000).toISOString().slice(5, 10)
    if (effect !== null) found[effect] = `${found[effect] ?? ''} ${date}`.trim()
  }
  return found
}

describe('rulebook Markets: the exchanges’ whole years, as they published them', () => {
  test.each([
    // 5 December: the mourning for President Bush. Christmas Eve was a Monday.
    [2018, '01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25', '07-03 11-23 12-24'],
    // Before Juneteenth; Independence Day a Sunday, Christmas a Saturday.
    [2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'],
    // New Year’s Day a Saturday; Juneteenth and Christmas a Sunday.
    [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26', '11-25'],
    [2024, '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'],
    // 9 January: the mourning for President Carter. Independence Day a Friday.
    [2025, '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'],
    // Independence Day a Saturday: no early close before it.
    [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '11-27 12-24'],
    [2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '11-26'],
    // Christmas Eve a Sunday.
    [2028, '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'],
  ])('New York in %i', (year, closed, early) => {
    expect(daysOf('NYSE', year)).toEqual({ closed, '13:00': early })
  })

  test.each([
    [2024, '01-01 03-29 12-25', '01-15 02-19 05-27 06-19 07-04 09-02 11-28', '07-03 11-29 12-24'],
    [2026, '01-01 04-03 12-25', '01-19 02-16 05-25 06-19 07-03 09-07 11-26', '11-27 12-24'],
  ])('Globex in %i: closed, to noon and to a quarter past', (year, closed, noon, quarter) => {
    expect(daysOf('CME', year)).toEqual({ closed, '12:00': noon, '12:15': quarter })
  })

  test.each([
    [2012, '01-01 04-06 04-09 05-01 12-24 12-25 12-26 12-31'],
    [2024, '01-01 03-29 04-01 05-01 12-24 12-25 12-26 12-31'],
    [2026, '01-01 04-03 04-06 05-01 12-24 12-25 12-26 12-31'],
  ])('Frankfurt in %i', (year, closed) => {
    expect(daysOf('XETRA', year)).toEqual({ closed })
  })
})

/** Easter as a day of March, by Lichtenberg's form of Gauss's rule. */
function gaussEaster(year: number): number {
  const whole = Math.floor
  const century = whole(year / 100)
  const moon = 15 + whole((3 * century + 3) / 4) - whole((8 * century + 13) / 25)
  const sun = 2 - whole((3 * century + 3) / 4)
  const lunar = year % 19
  const seed = (19 * lunar + moon) % 30
  const limit = 21 + seed - whole((seed + whole(lunar / 11)) / 29)
  const modulo7 = (value: number) => ((value % 7) + 7) % 7
  return limit + 7 - modulo7(limit - (7 - modulo7(year + whole(year / 4) + sun)))
}

test('Easter is the same by Gauss’s rule, in every year of the Gregorian calendar up to 4099', () => {
  for (let year = 1583; year <= 4099; year++) {
    const march = gaussEaster(year)
    expect(easterSunday(year), String(year)).toEqual(march > 31 ? [4, march - 31] : [3, march])
  }
})

test('the weekday of any day is the calendar’s, before 1970 too', () => {
  fc.assert(
    fc.property(fc.integer({ min: -800_000, max: 800_000 }), (day) => {
      expect(weekdayOf(day)).toBe(new Date(day * 86_400_000).getUTCDay())
    }),
  )
  expect(dayOf(1970, 1, 1)).toBe(0)
})
