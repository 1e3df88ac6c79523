import { hourMs } from '@candor/rules/time-units.ts'
import { formatClock, formatDay, formatMinute } from '@candor/ui/figures/format-moment.ts'

const tag = 'en-GB'

/** Formats a time in the operator's own time zone. */
export const momentOf = (iso: string): string => formatMinute(iso, tag)
export const dayOf = (iso: string): string => formatDay(iso, tag)
export const clockOf = (iso: string): string => formatClock(iso, tag)

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
