import { utcDay } from '@candor/rules/time-units.ts'
/** First and last day of a report (UTC). */
export interface ReportPeriod {
  readonly day: string
  readonly to: string
}

/** Returns the period of one day. */
export const daysOf = (day: string): ReportPeriod => ({ day, to: day })

/** Returns the first and last day of a month (`2026-12`). */
export function daysOfMonth(month: string): ReportPeriod {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { day: `${month}-01`, to: utcDay(Date.UTC(year, number, 0)) }
}
