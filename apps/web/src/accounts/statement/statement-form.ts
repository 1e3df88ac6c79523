import { dayMs } from '@candor/rules/time-units.ts'

export const periods = ['7', '30', '90', '365', 'all', 'months'] as const
export type Period = (typeof periods)[number]

/** A month of UTC, as `2026-11`. */
export type Month = string

/** Months from the first to the last, both included. */
export interface Months {
  readonly first: Month
  readonly last: Month
}

/** The limits of a statement; `to` is the first moment after it. */
export interface StatementRange {
  readonly from?: string
  readonly to?: string
}

/** From when a period reaches; it begins at midnight of the reader's own day, so that whole days are shown. */
export function periodStart(period: Exclude<Period, 'months'>, now: Date): string | undefined {
  if (period === 'all') return undefined
  const start = new Date(now.getTime() - Number(period) * dayMs)
  start.setHours(0, 0, 0, 0)
  return start.toISOString()
}

/** Returns the limits of a period. Months are those of UTC, as in the documents and files. */
export function rangeOf(period: Period, { first, last }: Months, now: Date): StatementRange {
  if (period === 'months')
    return { from: `${first}-01T00:00:00.000Z`, to: `${nextMonth(last)}-01T00:00:00.000Z` }
  const from = periodStart(period, now)
  return from === undefined ? {} : { from }
}

const monthOf = (at: Date): Month => at.toISOString().slice(0, 7)

export const startOfMonth = (month: Month): Date => new Date(`${month}-01T00:00:00.000Z`)

function nextMonth(month: Month): Month {
  const start = startOfMonth(month)
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)))
}

/** Lists the months from the opening of the account to the present one, newest first. */
export function monthsSince(opened: Date, now: Date): Month[] {
  const months: Month[] = []
  for (let month = monthOf(opened); month < monthOf(now); month = nextMonth(month)) months.push(month)
  return [...months, monthOf(now)].reverse()
}

/** Chooses one end of the months; the other end moves along where they would end before they begin. */
export function chooseMonth(months: Months, end: keyof Months, month: Month): Months {
  const chosen = { ...months, [end]: month }
  return chosen.first <= chosen.last ? chosen : { first: month, last: month }
}

/** Name of the months in a file's name. */
export const fileMonths = ({ first, last }: Months): string =>
  first === last ? first : `${first}-to-${last}`

/** Lists the years (UTC) from the opening of the account to the present one, newest first. */
export function yearsSince(opened: Date, now: Date): string[] {
  const [first, last] = [opened.getUTCFullYear(), now.getUTCFullYear()]
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, at) => String(last - at))
}
