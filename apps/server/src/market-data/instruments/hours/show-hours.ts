import type { HoursDecision, HoursGroup } from '@candor/contract'
import {
  closedDays,
  dateOfDay,
  type HoursAnnouncements,
  localDay,
  type Market,
  scopesOf,
  sharedScopes,
  weekOn,
} from '@candor/rules'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { isoOf, isoOrNull } from '../../../platform/iso-time.ts'
import type { InstrumentsContext } from '../instruments-context.ts'
import { closureNoticeMs } from './closure-notice.ts'
import { announcedHours, changeOf, newestDecisions } from './hours-store.ts'
import { changeTexts } from './hours-words.ts'

const mostListed = 100
/** Closed days of a group: so many of the days ahead. */
const mostClosures = 3
const shownDays = 90

/** Lists the hours of classes and calendars, what is announced and not over, and the newest decisions. */
export async function showHours(context: InstrumentsContext) {
  const { db, clock, board } = context
  const now = clock.now()
  const announced = await announcedHours(db.query)
  const today = dateOfDay(Math.floor(now / dayMs))
  return {
    noticeHours: (await closureNoticeMs(context, db.query)) / hourMs,
    groups: sharedScopes.flatMap((scope) => groupOf(scope, board.markets, now)),
    days: announced.days.filter(({ day }) => day >= today).sort((a, b) => (a.day < b.day ? -1 : 1)),
    weeks: publishedWeeks(announced).filter(({ from }) => from > today),
    decisions: (await newestDecisions(db.query, mostListed)).map(
      (row): HoursDecision => ({
        changeId: row.id,
        scope: row.scope,
        ...changeTexts(changeOf(row.change)),
        from: isoOrNull(row.changes_from),
        reason: row.reason,
        proposedBy: row.proposed_email,
        approvedBy: row.approved_email,
        announcedAt: isoOf(row.announced_at),
      }),
    ),
  }
}

function groupOf(scope: string, markets: readonly Market[], now: number): HoursGroup[] {
  const all = markets.filter((market) => scopesOf(market).includes(scope))
  const weeks = all.map(({ hours }) => weekOn(hours, localDay(hours, now)))
  const closures = all.map((market) => shownClosures(market, now))
  const [week, next] = [weeks[0], closures[0]]
  if (week === undefined || next === undefined) return []
  return [
    {
      ...{ scope, markets: all.length, timeZone: week.timeZone, sessions: copyOf(week.sessions) },
      same: weeks.every(({ timeZone, sessions }) =>
        isSame([timeZone, sessions], [week.timeZone, week.sessions]),
      ),
      closedDays: closures.every((one) => isSame(one, next)) ? next : [],
    },
  ]
}

const shownClosures = (market: Market, now: number): HoursGroup['closedDays'] =>
  closedDays(market, now, shownDays)
    .slice(0, mostClosures)
    .map(({ day, name, open }) => ({ day, name, closed: open.length === 0 }))

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

const copyOf = (sessions: Market['hours']['sessions']) =>
  sessions.map(({ days, from, to }) => ({ days: [...days], from, to }))

const publishedWeeks = (announced: HoursAnnouncements) =>
  announced.weeks.map(({ sessions, ...week }) => ({ ...week, sessions: copyOf(sessions) }))

/** Returns everything announced about hours, as it is published. */
export const publishedHours = (announced: HoursAnnouncements) => ({
  days: [...announced.days],
  weeks: publishedWeeks(announced),
})
