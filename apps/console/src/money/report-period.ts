/** First and last day of a report (UTC). */
export interface ReportPeriod {
  readonly day: string
  readonly to: string
}

/** Today, as a day of UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Returns the first and last day of a month (`2026-12`). */
export function daysOfMonth(month: string): ReportPeriod {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0))
  return { day: `${month}-01`, to: last.toISOString().slice(0, 10) }
}
