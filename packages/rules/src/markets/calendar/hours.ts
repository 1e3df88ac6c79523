import { dayMs, minuteMs } from '../../time-units.ts'
import type { AnnouncedDay, Market, MarketHours, Session } from '../market.ts'
import { holidayOn, weekdayOf } from './calendar.ts'

/** No market stays closed for longer; a longer search means that the hours themselves are wrong. */
const searchDays = 14

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** Offset of the zone's clocks from UTC at this instant, in ms, daylight saving included. */
export function zoneOffsetMs(timeZone: string, ms: number): number {
  const whole = Math.floor(ms / 1000) * 1000
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(whole)) part[type] = Number(value)
  const local = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day ?? 1,
    part.hour ?? 0,
    part.minute ?? 0,
    part.second ?? 0,
  )
  return local - whole
}

/** The instant at which the zone's clocks show this local time; of one that a spring gap leaves out, an instant within an hour of the gap. */
export function localToUtc(timeZone: string, localMs: number): number {
  const first = localMs - zoneOffsetMs(timeZone, localMs)
  return localMs - zoneOffsetMs(timeZone, first)
}

/** Minutes since local midnight. */
function minutesOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** An open period in epoch ms, from the first instant (inclusive) to the second (exclusive). */
export type Stretch = readonly [from: number, to: number]

/** Open all day, for a market without sessions that is closed on an announced day. */
const wholeDays: readonly Session[] = [{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00' }]

/** Returns the weekly sessions that hold on a trading day (days since 1970-01-01), with their time zone. */
export function weekOn(hours: MarketHours, day: number): Pick<MarketHours, 'timeZone' | 'sessions'> {
  return hours.announced?.weeks.findLast(({ fromDay }) => fromDay <= day)?.week ?? hours
}

/** Part of a trading day in which its sessions trade, in minutes since local midnight; null: they begin or end as usual. */
interface DayLimits {
  readonly from: number | null
  readonly to: number | null
}
const usualDay: DayLimits = { from: null, to: null }

/** Finds the limits of a trading day: what operators announced, else the holiday calendar; null: nothing trades. */
function limitsOn({ announced, holidays }: MarketHours, day: number): DayLimits | null {
  const own = announced?.days.get(day)
  if (own !== undefined) return limitsOf(own)
  const effect = holidays === null ? null : holidayOn(holidays, day)
  if (effect === null) return usualDay
  return effect === 'closed' ? null : { from: null, to: minutesOf(effect) }
}

function limitsOf({ kind, from, to }: AnnouncedDay): DayLimits | null {
  if (kind !== 'shortened') return kind === 'closed' ? null : usualDay
  return { from: from === null ? null : minutesOf(from), to: to === null ? null : minutesOf(to) }
}

/** Lists the sessions of a trading day within its limits (`usual`: without any), in their order. */
export function sessionsOn(hours: MarketHours, day: number, usual = false): Stretch[] {
  const limits = usual ? usualDay : limitsOn(hours, day)
  if (limits === null) return []
  const { timeZone, sessions } = weekOn(hours, day)
  const at = (minutes: number) => localToUtc(timeZone, day * dayMs + minutes * minuteMs)
  return (sessions.length === 0 ? wholeDays : sessions).flatMap((session) => {
    const part = partOf(session, day, limits)
    return part === null ? [] : [[at(part.from), at(part.to)] as const]
  })
}

/** Returns a session's part of a trading day, in minutes since its local midnight; null: it is on another day, or nothing is left of it. */
function partOf(session: Session, day: number, limits: DayLimits): { from: number; to: number } | null {
  const [begins, ends] = [minutesOf(session.from), minutesOf(session.to)]
  // A session over midnight belongs to the day it ends on: exchanges count their trading days like this.
  const overnight = ends <= begins
  if (!session.days.includes(weekdayOf(overnight ? day - 1 : day))) return null
  const from = Math.max(overnight ? begins - dayMs / minuteMs : begins, limits.from ?? -dayMs)
  const to = Math.min(ends, limits.to ?? dayMs)
  return from < to ? { from, to } : null
}

/** Finds the open periods around this UTC day in order: all that touch it, and some of the days next to it. */
function stretchesOn(hours: MarketHours, utcDay: number): readonly Stretch[] {
  const found: Stretch[] = []
  for (let day = utcDay - 2; day <= utcDay + 2; day++) found.push(...sessionsOn(hours, day))
  return found.sort((a, b) => a[0] - b[0])
}

/** Reports whether a market never closes: no sessions, and nothing announced. */
const neverCloses = ({ sessions, announced }: MarketHours) => sessions.length === 0 && announced === undefined

interface DayCache {
  readonly days: Map<number, readonly Stretch[]>
  lastDay: number
  last: readonly Stretch[]
}
const caches = new WeakMap<MarketHours, DayCache>()
/** Covers two years and more: a simulated history is made market after market over the same days. */
const cachedDays = 1024

function cachedStretches(hours: MarketHours, utcDay: number): readonly Stretch[] {
  let cache = caches.get(hours)
  if (cache === undefined) {
    cache = { days: new Map(), lastDay: Number.NaN, last: [] }
    caches.set(hours, cache)
  }
  if (cache.lastDay === utcDay) return cache.last
  let stretches = cache.days.get(utcDay)
  if (stretches === undefined) {
    stretches = stretchesOn(hours, utcDay)
    if (cache.days.size >= cachedDays) cache.days.clear()
    cache.days.set(utcDay, stretches)
  }
  cache.lastDay = utcDay
  cache.last = stretches
  return stretches
}

/** Reports whether the market trades at this instant (epoch ms), by its hours and its holiday calendar. */
export function isOpenAt(market: Pick<Market, 'hours'>, ms: number): boolean {
  const { hours } = market
  if (neverCloses(hours)) return true
  for (const [from, to] of cachedStretches(hours, Math.floor(ms / dayMs))) {
    if (ms < from) return false
    if (ms < to) return true
  }
  return false
}

/** Finds the next opening, epoch ms: the same instant while open, null when there is none within two weeks. */
export function nextOpenAt(market: Pick<Market, 'hours'>, ms: number): number | null {
  if (isOpenAt(market, ms)) return ms
  const first = Math.floor(ms / dayMs)
  for (let day = first; day <= first + searchDays; day++) {
    const next = cachedStretches(market.hours, day).find(([from]) => from > ms)
    if (next !== undefined) return next[0]
  }
  return null
}

/** Lists the open stretches that touch a span (epoch ms), each in its whole length and those that touch each other as one; none for a market that never closes. */
export function openStretches({ hours }: Pick<Market, 'hours'>, from: number, to: number): Stretch[] {
  if (neverCloses(hours)) return []
  const days = Array.from(
    { length: Math.floor(to / dayMs) - Math.floor(from / dayMs) + 1 },
    (_, at) => Math.floor(from / dayMs) + at,
  )
  const touching = days
    .flatMap((day) => cachedStretches(hours, day))
    .filter(([begins, ends]) => begins < ends && ends > from && begins < to)
    .sort((a, b) => a[0] - b[0])
  const found: Stretch[] = []
  for (const [begins, ends] of touching) {
    const last = found.at(-1)
    if (last === undefined || begins > last[1]) found.push([begins, ends])
    else found[found.length - 1] = [last[0], Math.max(last[1], ends)]
  }
  return found
}
