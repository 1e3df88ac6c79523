import { dayMs } from '../../time-units.ts'
import type { AnnouncedDay, Market, MarketHours } from '../market.ts'
import {
  dayOfDate,
  type HoursAnnouncements,
  type HoursChange,
  withAnnouncedHours,
  withChange,
} from './announced-hours.ts'
import { contractAt } from './contract-calendar.ts'
import { isOpenAt, openStretches, type Stretch, sessionsOn } from './hours.ts'

/** Sessions of a date lie within so many UTC days of it. */
const aroundDays = 3
/** Weekly sessions are compared with the old ones for this long. */
const comparedDays = 16
/** Contracts are looked at this far ahead. */
const contractDays = 400

const endless = Number.POSITIVE_INFINITY
/** Returns the first of several moments, epoch ms; null: there is none. */
export const least = (moments: readonly (number | null)[]): number | null => {
  const first = Math.min(...moments.map((moment) => moment ?? endless))
  return first === endless ? null : first
}

/** Hours of a market without and with a change. */
export interface HoursPair {
  readonly market: Market
  readonly before: MarketHours
  readonly after: MarketHours
}

/** Pairs the hours of each market without and with the change: one for all that share them, and each that trades contracts. */
export function hoursBeforeAndAfter(
  markets: readonly Market[],
  announced: HoursAnnouncements,
  change: HoursChange,
): HoursPair[] {
  const changed = withChange(announced, change)
  const seen = new Set<MarketHours>()
  return markets.flatMap((market) => {
    const before = withAnnouncedHours(market, announced).hours
    const after = withAnnouncedHours(market, changed).hours
    if (seen.has(after) && market.type !== 4) return []
    seen.add(after)
    return [{ market, before, after }]
  })
}

/** One date of a change, with its field. */
export interface ChangePart {
  readonly path: string
  readonly day: number
  /** A trading day, or the first day of weekly sessions. */
  readonly about: 'day' | 'week'
  /** The day that is announced; null for weekly sessions and withdrawals. */
  readonly announced: AnnouncedDay | null
  readonly isWithdrawal: boolean
}

export function partsOf({ days, withdrawnDays, week, withdrawnWeek }: HoursChange): ChangePart[] {
  const part = (
    path: string,
    date: string,
    about: ChangePart['about'],
    announced: AnnouncedDay | null = null,
  ) => ({
    ...{ path, about, announced, day: dayOfDate(date) ?? 0, isWithdrawal: path.startsWith('withdrawn') },
  })
  return [
    ...days.map((one, at) => part(`days.${at}.day`, one.day, 'day', one)),
    ...withdrawnDays.flatMap((date, at) =>
      days.some(({ day }) => day === date) ? [] : [part(`withdrawnDays.${at}`, date, 'day')],
    ),
    ...(week === null ? [] : [part('week.from', week.from, 'week')]),
    ...(withdrawnWeek === null || withdrawnWeek === week?.from
      ? []
      : [part('withdrawnWeek', withdrawnWeek, 'week')]),
  ]
}

/** Effects of a part of a change on the markets of its scope. */
export interface PartEffect {
  /** First moments at which it closes and opens one; null: none. */
  readonly shuts: number | null
  readonly opens: number | null
  /** False: every market is closed on that trading day. */
  readonly leavesOpen: boolean
  /** A market whose futures contract would end while it is closed; null: none. */
  readonly endsInClosure: string | null
}

export function effectOf(pairs: readonly HoursPair[], part: ChangePart, now: number): PartEffect {
  const changes = pairs.map((pair) => {
    const view = part.about === 'day' ? dayView(pair, part.day) : weekView(pair, part.day)
    const { moments, was, is } = view
    return {
      shuts: moments.find((at) => was(at) && !is(at)) ?? null,
      opens: moments.find((at) => !was(at) && is(at)) ?? null,
      ends: endsInClosure(pair.market, view, now) ? pair.market.code : null,
    }
  })
  return {
    shuts: least(changes.map(({ shuts }) => shuts)),
    opens: least(changes.map(({ opens }) => opens)),
    leavesOpen: pairs.some(({ after }) => sessionsOn(after, part.day).length > 0),
    endsInClosure: changes.find(({ ends }) => ends !== null)?.ends ?? null,
  }
}

/** Two sets of hours over a span: the moments at which one of them changes, in order, and what is open. */
interface HoursView {
  readonly moments: readonly number[]
  readonly was: (at: number) => boolean
  readonly is: (at: number) => boolean
  /** Futures contracts that end in this span, epoch ms, are looked at. */
  readonly contracts: Stretch
}

function dayView({ before, after }: HoursPair, day: number): HoursView {
  const [was, is] = [sessionsOn(before, day), sessionsOn(after, day)]
  const isIn = (stretches: readonly Stretch[]) => (at: number) =>
    stretches.some(([from, to]) => from <= at && at < to)
  return {
    moments: ordered([...was, ...is].flat()),
    ...{ was: isIn(was), is: isIn(is) },
    contracts: [(day - aroundDays) * dayMs, (day + aroundDays) * dayMs],
  }
}

function weekView({ before, after }: HoursPair, day: number): HoursView {
  const [from, to] = [(day - aroundDays) * dayMs, (day + comparedDays) * dayMs]
  const moments = [before, after].flatMap((hours) => openStretches({ hours }, from, to).flat())
  return {
    moments: ordered([from, ...moments]).filter((at) => at >= from && at < to),
    was: (at) => isOpenAt({ hours: before }, at),
    is: (at) => isOpenAt({ hours: after }, at),
    contracts: [from, (day + contractDays) * dayMs],
  }
}

const ordered = (moments: readonly number[]): number[] => [...new Set(moments)].sort((a, b) => a - b)

/** Checks whether a futures contract ends at a moment that is open without a change and closed with it. */
function endsInClosure(market: Market, { was, is, contracts }: HoursView, now: number): boolean {
  const [from, until] = contracts
  for (let at = Math.max(from, now); at <= until; ) {
    const term = contractAt(market, at)
    if (term === null) return false
    at = term.current.rollsAt
    if (at <= until && was(at - 1) && !is(at - 1)) return true
  }
  return false
}
