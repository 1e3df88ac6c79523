/** A day as `2026-03-09`, independent of time zones. */
export type Day = string

const dayMs = 86_400_000
const dayAt = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)
const msOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: Day, count: number): Day => dayAt(msOf(day) + count * dayMs)

/** The same day of another month, or that month's last day where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(msOf(day)).getUTCDay()

const sundayFirst: ReadonlySet<string> = new Set(['en', 'ja', 'ko', 'zh-Hant', 'zh-HK'])
/** First day of the week in a language's region. */
export function firstWeekday(tag: string): number {
  const [language = 'en'] = tag.split('-')
  if (language === 'ar') return 6
  return sundayFirst.has(language) || [...sundayFirst].some((one) => one.includes('-') && tag.startsWith(one))
    ? 0
    : 1
}

/** The weeks of a day's month, filled with the days around it. */
export function weeksAround(day: Day, firstDay: number): readonly (readonly Day[])[] {
  const first = `${day.slice(0, 8)}01`
  const start = addDays(first, -((weekdayOf(first) - firstDay + 7) % 7))
  const weeks: Day[][] = []
  for (let week = start; week < addMonths(first, 1); week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(week, index)))
  return weeks
}

/** Finds the day to which a key moves the focus; null for other keys. */
export function dayByKey(day: Day, key: string, firstDay: number, rightToLeft: boolean): Day | null {
  const ahead = rightToLeft ? -1 : 1
  const inWeek = (weekdayOf(day) - firstDay + 7) % 7
  const ways: Readonly<Record<string, () => Day>> = {
    ArrowRight: () => addDays(day, ahead),
    ArrowLeft: () => addDays(day, -ahead),
    ArrowDown: () => addDays(day, 7),
    ArrowUp: () => addDays(day, -7),
    Home: () => addDays(day, -inWeek),
    End: () => addDays(day, 6 - inWeek),
    PageDown: () => addMonths(day, 1),
    PageUp: () => addMonths(day, -1),
  }
  return ways[key]?.() ?? null
}

/** Reads a typed time of day such as `9:5` or `0905` as `09:05`; null if it is none. */
export function readTime(typed: string): string | null {
  const found = /^(\d{1,2})[:.h]?(\d{2}|(?<=[:.h])\d)$/.exec(typed.trim())
  if (found === null) return null
  const [, hours = '', minutes = ''] = found
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}
