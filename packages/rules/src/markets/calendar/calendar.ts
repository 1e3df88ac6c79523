import { dayMs } from '../../time-units.ts'
import type { HolidayCalendar } from '../market.ts'

/** Effect of a holiday on a trading day: closed, or an early close at this local time. */
export type HolidayEffect = 'closed' | `${number}:${number}`

/** Gregorian Easter Sunday (Meeus, Jones, Butcher), as [month 1–12, day]. */
export function easterSunday(year: number): readonly [month: number, day: number] {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  return [month, ((h + l - 7 * m + 114) % 31) + 1]
}

/** Days since 1970-01-01 of a calendar date. */
export const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / dayMs
/** Weekday (0 Sunday … 6 Saturday) of a day counted from 1970-01-01, a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

function nth(year: number, month: number, weekday: number, count: number): number {
  const first = dayOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7
}

function last(year: number, month: number, weekday: number): number {
  const end = dayOf(year, month + 1, 1) - 1
  return end - ((weekdayOf(end) - weekday + 7) % 7)
}

const easter = (year: number) => dayOf(year, ...easterSunday(year))

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday. */
function observed(day: number): number {
  const weekday = weekdayOf(day)
  return weekday === 6 ? day - 1 : weekday === 0 ? day + 1 : day
}

interface AmericanDays {
  /** New Year, Good Friday, Christmas. */
  readonly great: readonly number[]
  readonly others: readonly number[]
  readonly shortened: readonly number[]
}

function americanDays(year: number): AmericanDays {
  const newYear = dayOf(year, 1, 1)
  const thanksgiving = nth(year, 11, 4, 4)
  const mondayToThursday = (day: number) => weekdayOf(day) >= 1 && weekdayOf(day) <= 4
  return {
    // A New Year's Day on a Saturday is not observed on the Friday, which is the old year's last trading day.
    great: [
      ...(weekdayOf(newYear) === 6 ? [] : [observed(newYear)]),
      easter(year) - 2,
      observed(dayOf(year, 12, 25)),
    ],
    others: [
      nth(year, 1, 1, 3),
      nth(year, 2, 1, 3),
      last(year, 5, 1),
      ...(year >= 2022 ? [observed(dayOf(year, 6, 19))] : []),
      observed(dayOf(year, 7, 4)),
      nth(year, 9, 1, 1),
      thanksgiving,
    ],
    shortened: [dayOf(year, 7, 3), thanksgiving + 1, dayOf(year, 12, 24)].filter(
      (day) => day === thanksgiving + 1 || mondayToThursday(day),
    ),
  }
}

/** Days of mourning, which no rule predicts: presidents Bush and Carter. */
const mourning: Readonly<Record<number, readonly number[]>> = {
  2018: [dayOf(2018, 12, 5)],
  2025: [dayOf(2025, 1, 9)],
}

type Effects = ReadonlyMap<number, HolidayEffect>

function newYorkExchange(year: number): Effects {
  const days = americanDays(year)
  return new Map<number, HolidayEffect>([
    ...days.shortened.map((day) => [day, '13:00'] as const),
    ...[...days.great, ...days.others, ...(mourning[year] ?? [])].map((day) => [day, 'closed'] as const),
  ])
}

/** Globex: the three great holidays close it, the others end its trading day at noon Chicago. */
function chicagoExchange(year: number): Effects {
  const days = americanDays(year)
  return new Map<number, HolidayEffect>([
    ...days.shortened.map((day) => [day, '12:15'] as const),
    ...days.others.map((day) => [day, '12:00'] as const),
    ...days.great.map((day) => [day, 'closed'] as const),
  ])
}

function germanExchange(year: number): Effects {
  const sunday = easter(year)
  const days = [
    dayOf(year, 1, 1),
    sunday - 2,
    sunday + 1,
    dayOf(year, 5, 1),
    dayOf(year, 12, 24),
    dayOf(year, 12, 25),
    dayOf(year, 12, 26),
    dayOf(year, 12, 31),
  ]
  return new Map(days.map((day) => [day, 'closed'] as const))
}

const calendars = { NYSE: newYorkExchange, CME: chicagoExchange, XETRA: germanExchange } as const
const cache = new Map<string, Effects>()

/**
 * Finds the effect of the calendar on a trading day (days since 1970-01-01 of the local date); null: an ordinary day.
 * Computed by rule for any year; the New York exchange's days of mourning are listed up to 2025.
 */
export function holidayOn(calendar: HolidayCalendar, day: number): HolidayEffect | null {
  const year = new Date(day * dayMs).getUTCFullYear()
  const key = `${calendar}${year}`
  let effects = cache.get(key)
  if (effects === undefined) {
    effects = calendars[calendar](year)
    cache.set(key, effects)
  }
  return effects.get(day) ?? null
}
