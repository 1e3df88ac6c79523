import type { MarketHours, Session } from '../market.ts'

/** A fault of a market's hours at one of their fields: `timeZone`, `sessions` or `sessions.2`. */
interface HoursIssue {
  readonly path: string
  readonly code: 'unknown-zone' | 'no-days' | 'bad-time' | 'overlaps'
}

/** A local time of day, "HH:MM". */
export const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/
const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/** Checks that hours name a zone of the IANA database, and sessions that begin on a day at a time and do not overlap. Touching is allowed. */
export function hoursIssues({ timeZone, sessions }: MarketHours): HoursIssue[] {
  const issues: HoursIssue[] = isTimeZone(timeZone) ? [] : [{ path: 'timeZone', code: 'unknown-zone' }]
  const faults = sessions.map(faultOf)
  faults.forEach((code, at) => {
    if (code !== null) issues.push({ path: `sessions.${at}`, code })
  })
  if (faults.some((fault) => fault !== null)) return issues
  const at = overlapping(sessions)
  return at === null ? issues : [...issues, { path: `sessions.${at}`, code: 'overlaps' }]
}

/** Accepts names of the IANA database, such as `Europe/Istanbul` and `UTC`; offsets such as `+03:00` know no daylight saving. */
function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function faultOf({ days, from, to }: Session): 'no-days' | 'bad-time' | null {
  if (days.length === 0 || days.some((day) => !Number.isInteger(day) || day < 0 || day > 6)) return 'no-days'
  return timeOfDay.test(from) && timeOfDay.test(to) ? null : 'bad-time'
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Finds the later-listed session of two that overlap; null: none do. A session that ends at or before its beginning runs into the next day. */
function overlapping(sessions: readonly Session[]): number | null {
  const stretches = sessions.flatMap(({ days, from, to }, at) =>
    days.map((day) => {
      const begins = day * dayMinutes + minutesOf(from)
      const length = minutesOf(to) - minutesOf(from)
      return { at, begins, ends: begins + (length > 0 ? length : length + dayMinutes) }
    }),
  )
  stretches.sort((a, b) => a.begins - b.begins)
  for (const [index, one] of stretches.entries()) {
    const next = stretches[index + 1]
    const first = stretches[0]
    const nextBegins = next?.begins ?? (first === undefined ? one.ends : first.begins + weekMinutes)
    if (one.ends > nextBegins) return Math.max(one.at, (next ?? first ?? one).at)
  }
  return null
}
