import { localToUtc } from '@candor/rules'

/** A property as ical.js reads it (jCal, RFC 7265): name, parameters, type, values. */
export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, string | readonly string[]>>,
  type: string,
  value: unknown,
]

/** A time of an event in epoch ms; a date is midnight UTC. */
export interface EventTime {
  readonly ms: number
  readonly isDate: boolean
}

/** Names of time zones that Outlook writes, of the places whose figures calendars list (Unicode CLDR, windowsZones). */
const windowsZones: Readonly<Record<string, string>> = {
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'India Standard Time': 'Asia/Kolkata',
  'Arabian Standard Time': 'Asia/Dubai',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
}

/** Time zones of one calendar by the names it gives them. */
export class EventZones {
  private readonly known = new Map<string, string | null>()

  /** Returns the IANA name of a zone, in one spelling; null: no zone is known by this name. */
  find(name: string): string | null {
    const known = this.known.get(name)
    if (known !== undefined) return known
    const found = zoneOf(windowsZones[name] ?? name) ?? zoneOf(name.split('/').slice(-2).join('/'))
    this.known.set(name, found)
    return found
  }
}

function zoneOf(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

const written = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/

/** Reads a date, or a time with its zone; one without is in the zone of the calendar. Null: it has no such form, or an unknown zone. */
export function timeOf(property: Property, zones: EventZones, ownZone: string): EventTime | null {
  const [, { tzid }, , value] = property
  const [, date, time, isUtc] = written.exec(String(value)) ?? []
  const local = date === undefined ? null : localMsOf(date, time ?? '00:00:00')
  if (local === null) return null
  if (time === undefined) return { ms: local, isDate: true }
  const zone = isUtc === 'Z' ? 'UTC' : zones.find(typeof tzid === 'string' ? tzid : ownZone)
  return zone === null ? null : { ms: localToUtc(zone, local), isDate: false }
}

/** The moment as if the clock was UTC's; null: there is no such day or hour, or it is before 1970. */
function localMsOf(date: string, time: string): number | null {
  const ms = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(ms) || ms < 0) return null
  // 31 February is read as 3 March.
  return new Date(ms).toISOString().startsWith(date) ? ms : null
}
