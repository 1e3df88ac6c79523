import { dayMs } from '@candor/rules/time-units.ts'
import ICAL from 'ical.js'
import { EventZones, type Property, timeOf } from './event-times.ts'
import {
  type FeedEntry,
  FeedFailure,
  type FeedSteps,
  keyOf,
  mostEntries,
  mostSummary,
  mostTitle,
} from './feed-reading.ts'
import { linkOf, plainText, textOfHtml } from './feed-text.ts'

/** Longer lines are skipped: the parser's time grows with the square of the parameters of one. */
const longestLine = 8_000
const stepLength = 32 * 1024
const eventsAStep = 20
/** Events further ahead are not stored. */
const aheadMs = 90 * dayMs

/** Properties of an event that are read. */
const read = /^(UID|RECURRENCE-ID|SUMMARY|DESCRIPTION|LOCATION|URL|STATUS|DTSTART|DTEND|DURATION)[;:]/i
type Event = Map<string, Property>

/**
 * Reads the events of an iCalendar that have not ended and begin within 90 days, the next 200. Time zones are found by their names; a
 * calendar's own definitions are not read. A repeated event (RRULE) has its first date only.
 */
export function* calendarSteps(text: string, url: string, nowMs: number): FeedSteps {
  const reader = new EventReader()
  yield* reader.readLines(text)
  const place = { zones: new EventZones(), ownZone: reader.zone, url }
  const entries = new Map<string, FeedEntry>()
  let leftOut = 0
  for (const [index, event] of reader.events.entries()) {
    const entry = entryOf(event, place)
    if (entry === null) leftOut += 1
    // The last of a name is the newest.
    else if (isShown(event, entry, nowMs)) entries.set(entry.key, entry)
    else entries.delete(entry.key)
    if (index % eventsAStep === 0) yield
  }
  const next = [...entries.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
  return { entries: next.slice(0, mostEntries), leftOut }
}

/** Collects the properties of each event, not those of what is inside it, such as alarms. */
class EventReader {
  readonly events: Event[] = []
  /** Zone of times without one. */
  zone = 'UTC'
  private event: Event | null = null
  private inner = 0

  private take(line: string): void {
    const [, act, component = ''] = /^(BEGIN|END):(\S+)$/i.exec(line.slice(0, 100)) ?? []
    if (act === undefined) this.takeProperty(line)
    else if (act.toUpperCase() === 'BEGIN') this.begin(component.toUpperCase())
    else this.end()
  }

  *readLines(text: string): Generator<void> {
    if (!/^\s*BEGIN:VCALENDAR\s/i.test(text)) throw new FeedFailure('format')
    const unfolded = text.replace(/\r?\n[ \t]/g, '')
    let step = 0
    for (let from = 0; from < unfolded.length; ) {
      const found = unfolded.indexOf('\n', from)
      const end = found === -1 ? unfolded.length : found
      this.take(unfolded.slice(from, end).trim())
      from = end + 1
      if (from > step) {
        step = from + stepLength
        yield
      }
    }
  }

  private begin(component: string): void {
    if (this.event !== null) this.inner += 1
    else if (component === 'VEVENT') this.event = new Map()
  }

  private end(): void {
    if (this.event === null) return
    if (this.inner > 0) this.inner -= 1
    else {
      this.events.push(this.event)
      this.event = null
    }
  }

  private takeProperty(line: string): void {
    if (line.length > longestLine) return
    const [, zone] = /^X-WR-TIMEZONE:(\S{1,60})$/i.exec(line) ?? []
    if (zone !== undefined && this.event === null) this.zone = zone
    if (this.event === null || this.inner > 0 || !read.test(line)) return
    const property = propertyOf(line)
    if (property !== null && !this.event.has(property[0])) this.event.set(property[0], property)
  }
}

/** A line that is no property is left out, as by other readers of calendars. */
function propertyOf(line: string): Property | null {
  try {
    return ICAL.parse.property(line) as Property
  } catch {
    return null
  }
}

interface CalendarPlace {
  readonly zones: EventZones
  readonly ownZone: string
  /** Completes relative links. */
  readonly url: string
}

function entryOf(event: Event, { zones, ownZone, url }: CalendarPlace): FeedEntry | null {
  const start = event.get('dtstart')
  const begins = start === undefined ? null : timeOf(start, zones, ownZone)
  const title = plainText(textIn(event, 'summary'), mostTitle)
  if (begins === null || title === '') return null
  const name = textIn(event, 'uid') || `${title}\n${begins.ms}`
  const ends = endOf(event, (property) => timeOf(property, zones, ownZone)?.ms ?? null, begins.ms)
  return {
    key: keyOf(`${name}\n${textIn(event, 'recurrence-id')}`),
    title,
    summary: summaryOf(event),
    url: linkOf(textIn(event, 'url'), url),
    at: begins.ms,
    endsAt: ends ?? (begins.isDate ? begins.ms + dayMs : null),
    allDay: begins.isDate,
  }
}

/** Place and description, which some programs write as HTML. */
function summaryOf(event: Event): string | null {
  const place = plainText(textIn(event, 'location'), mostTitle)
  const about = textOfHtml(textIn(event, 'description'), mostSummary)
  const summary = plainText([place, about].filter((text) => text !== '').join(' · '), mostSummary)
  return summary === '' ? null : summary
}

const textIn = (event: Event, name: string): string => {
  const value = event.get(name)?.[3]
  return typeof value === 'string' ? value.trim() : ''
}

function endOf(event: Event, msOf: (property: Property) => number | null, begins: number): number | null {
  const stated = event.get('dtend')
  const ends = stated === undefined ? begins + durationMs(textIn(event, 'duration')) : msOf(stated)
  return ends === null || ends <= begins ? null : ends
}

function durationMs(text: string): number {
  if (!ICAL.Duration.isValueString(text) || text.length > 20) return 0
  const ms = ICAL.Duration.fromString(text).toSeconds() * 1000
  return Number.isFinite(ms) && ms < 366 * dayMs ? ms : 0
}

const isShown = (event: Event, { at, endsAt }: FeedEntry, nowMs: number): boolean =>
  textIn(event, 'status').toUpperCase() !== 'CANCELLED' &&
  at !== null &&
  at < nowMs + aheadMs &&
  (endsAt ?? at + dayMs) > nowMs
