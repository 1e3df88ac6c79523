import { hourMs } from '@candor/rules/time-units.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time in the operator's own time zone. */
export const momentOf = (iso: string): string => moment.format(new Date(iso))
export const dayOf = (iso: string): string => day.format(new Date(iso))

/** Formats the time until or since a moment, in one unit. */
export function distanceTo(iso: string, now: number): string {
  const ms = new Date(iso).getTime() - now
  const amount = Math.abs(ms)
  const text =
    amount < hourMs
      ? `${Math.max(1, Math.round(amount / 60_000))} min`
      : amount < 48 * hourMs
        ? `${Math.round(amount / hourMs)} h`
        : `${Math.round(amount / (24 * hourMs))} days`
  return ms < 0 ? `${text} ago` : `in ${text}`
}
