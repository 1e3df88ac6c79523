import { dayMs, minuteMs } from '../../time-units.ts'
import type { Market, MarketHours, Session } from '../market.ts'
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

function stretchOf(hours: MarketHours, session: Session, day: number): Stretch | null {
  const from = minutesOf(session.from)
  const to = minutesOf(session.to)
  const overnight = to <= from
  // A session over midnight belongs to the day it ends on: exchanges count their trading days like this.
  const tradingDay = overnight ? day + 1 : day
  const effect = hours.holidays === null ? null : holidayOn(hours.holidays, tradingDay)
  if (effect === 'closed') return null
  const end = effect === null ? to : Math.min(to, minutesOf(effect))
  return [
    localToUtc(hours.timeZone, day * dayMs + from * minuteMs),
    localToUtc(hours.timeZone, tradingDay * dayMs + end * minuteMs),
  ]
}

/** Finds the open periods around this UTC day in order: all that touch it, and some of the days next to it. */
function stretchesOn(hours: MarketHours, utcDay: number): readonly Stretch[] {
  const found: Stretch[] = []
  for (let day = utcDay - 2; day <= utcDay + 1; day++) {
    for (const session of hours.sessions) {
      if (!session.days.includes(weekdayOf(day))) continue
      const stretch = stretchOf(hours, session, day)
      if (stretch !== null) found.push(stretch)
    }
  }
  return found.sort((a, b) => a[0] - b[0])
}

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
  if (hours.sessions.length === 0) return true
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

/** Lists the open stretches that touch a span (epoch ms), each in its whole length and those that touch each other as one; none for hours without sessions. */
export function openStretches({ hours }: Pick<Market, 'hours'>, from: number, to: number): Stretch[] {
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
