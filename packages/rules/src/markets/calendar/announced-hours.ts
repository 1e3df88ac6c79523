import { dayMs, minuteMs } from '../../time-units.ts'
import {
  type AnnouncedDay,
  type AnnouncedHours,
  type AnnouncedWeek,
  holidayCalendars,
  type Market,
  type MarketHours,
  marketTypeNames,
} from '../market.ts'
import { holidayOn } from './calendar.ts'
import { type Stretch, sessionsOn, weekOn, zoneOffsetMs } from './hours.ts'

/** Markets that an announcement of hours is about: `class:forex`, `calendar:NYSE` or `market:AAPL`. */
export type HoursScope = string

/** Everything that operators announced about hours. Nothing that has begun is ever removed, so the past keeps its answers. */
export interface HoursAnnouncements {
  readonly days: readonly (AnnouncedDay & { readonly scope: HoursScope })[]
  readonly weeks: readonly (AnnouncedWeek & { readonly scope: HoursScope })[]
}

export const noAnnouncements: HoursAnnouncements = { days: [], weeks: [] }

/** One decision about hours: days and weekly sessions that are announced, and announced ones that are withdrawn. */
export interface HoursChange {
  readonly scope: HoursScope
  readonly days: readonly AnnouncedDay[]
  /** Dates of announced days of the same scope. A date that is also in `days` is changed. */
  readonly withdrawnDays: readonly string[]
  readonly week: AnnouncedWeek | null
  /** First day of announced weekly sessions of the same scope. */
  readonly withdrawnWeek: string | null
}

/** Lists the scopes that a market belongs to, the widest first: a narrower one takes precedence. */
export const scopesOf = ({ type, code, hours }: Market): HoursScope[] => [
  `class:${marketTypeNames[type]}`,
  ...(hours.holidays === null ? [] : [`calendar:${hours.holidays}`]),
  `market:${code}`,
]

/** Lists the scopes of several markets: classes, then calendars. Scopes of single markets are left out. */
export const sharedScopes: readonly HoursScope[] = [
  ...Object.values(marketTypeNames).map((name) => `class:${name}`),
  ...holidayCalendars.map((name) => `calendar:${name}`),
]

/** Reads a date, `2026-12-25`, as days since 1970-01-01; null for one that is not in the calendar. */
export function dayOfDate(date: string): number | null {
  const ms = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(ms) || dateOfDay(ms / dayMs) !== date ? null : ms / dayMs
}

/** Writes a day (since 1970-01-01) as a date, `2026-12-25`. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Applies a decision to what was announced before. */
export function withChange(announced: HoursAnnouncements, change: HoursChange): HoursAnnouncements {
  const { scope, days, withdrawnDays, week, withdrawnWeek } = change
  const isOther = (one: { readonly scope: HoursScope }) => one.scope !== scope
  return {
    days: [
      ...announced.days.filter((one) => isOther(one) || !withdrawnDays.includes(one.day)),
      ...days.map((day) => ({ ...day, scope })),
    ],
    weeks: [
      ...announced.weeks.filter((one) => isOther(one) || one.from !== withdrawnWeek),
      ...(week === null ? [] : [{ ...week, scope }]),
    ],
  }
}

/** Hours that markets share, so that they share their caches too. */
const shared = new WeakMap<HoursAnnouncements, Map<string, MarketHours>>()

/** Gives a market the hours that its scopes have by these announcements, in place of any announced before. */
export function withAnnouncedHours(market: Market, announced: HoursAnnouncements): Market {
  const { timeZone, sessions, holidays } = market.hours
  const scopes = scopesOf(market)
  const days = inScopes(announced.days, scopes)
  const weeks = inScopes(announced.weeks, scopes)
  const isPlain = days.length === 0 && weeks.length === 0
  if (isPlain && market.hours.announced === undefined) return market
  const own = [...days, ...weeks].some(({ scope }) => scope === `market:${market.code}`)
  const key = JSON.stringify([timeZone, sessions, holidays, market.type, own ? market.code : ''])
  const known = shared.get(announced) ?? new Map<string, MarketHours>()
  shared.set(announced, known)
  const base = { timeZone, sessions, holidays }
  const hours = known.get(key) ?? (isPlain ? base : { ...base, announced: hoursOf(days, weeks, base) })
  known.set(key, hours)
  return { ...market, hours }
}

/** Lists what is in one of the scopes, the widest scope first. */
const inScopes = <T extends { readonly scope: HoursScope }>(
  all: readonly T[],
  scopes: readonly HoursScope[],
) => scopes.flatMap((scope) => all.filter((one) => one.scope === scope))

function hoursOf(
  days: HoursAnnouncements['days'],
  weeks: HoursAnnouncements['weeks'],
  base: MarketHours,
): AnnouncedHours {
  // The narrowest scope comes last and replaces the others.
  const byDay = new Map(days.map(({ scope: _scope, ...day }) => [dayNumber(day.day), day]))
  const scopes = [...new Set(weeks.map(({ scope }) => scope))]
  const begins = [...new Set(weeks.map(({ from }) => dayNumber(from)))].sort((a, b) => a - b)
  const weekFrom = (fromDay: number): AnnouncedWeek => {
    for (const scope of scopes.toReversed()) {
      const begun = weeks.filter((one) => one.scope === scope && dayNumber(one.from) <= fromDay)
      const newest = begun.sort((a, b) => dayNumber(b.from) - dayNumber(a.from))[0]
      if (newest !== undefined) return newest
    }
    return { from: dateOfDay(fromDay), timeZone: base.timeZone, sessions: base.sessions }
  }
  return { days: byDay, weeks: begins.map((fromDay) => ({ fromDay, week: weekFrom(fromDay) })) }
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs

/** Returns the local date at an instant (epoch ms), as days since 1970-01-01, in the time zone of a market's sessions. */
export function localDay(hours: MarketHours, ms: number): number {
  const { timeZone } = weekOn(hours, Math.floor(ms / dayMs))
  return Math.floor((ms + zoneOffsetMs(timeZone, ms)) / dayMs)
}

/** A trading day on which a market is closed, or open for only a part of its sessions. */
export interface ClosedDay {
  readonly day: string
  /** Null for a holiday of the market's calendar. */
  readonly name: string | null
  /** The stretches in which it is open, epoch ms; none: closed all day. */
  readonly open: readonly Stretch[]
}

/** Lists the closed and shortened trading days of a market that are not over, for so many days from an instant (epoch ms) on. */
export function closedDays({ hours }: Pick<Market, 'hours'>, now: number, days: number): ClosedDay[] {
  const found: ClosedDay[] = []
  const first = localDay(hours, now)
  for (let day = first; day < first + days; day++) {
    const announced = hours.announced?.days.get(day)
    const isHoliday = hours.holidays !== null && holidayOn(hours.holidays, day) !== null
    if (announced === undefined && !isHoliday) continue
    const usual = sessionsOn(hours, day, true)
    const open = sessionsOn(hours, day)
    const isOver = usual.every(([, to]) => to <= now)
    if (isOver || minutesIn(open) === minutesIn(usual)) continue
    found.push({ day: dateOfDay(day), name: announced?.name ?? null, open })
  }
  return found
}

const minutesIn = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [from, to]) => sum + (to - from) / minuteMs, 0)

/** Returns the next weekly sessions that differ from those at an instant (epoch ms); null: none are announced. */
export function laterWeek({ hours }: Pick<Market, 'hours'>, now: number): AnnouncedWeek | null {
  const later = hours.announced?.weeks.find(({ fromDay }) => fromDay > localDay(hours, now))
  return later === undefined ? null : { ...later.week, from: dateOfDay(later.fromDay) }
}
