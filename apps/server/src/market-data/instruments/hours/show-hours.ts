import type { HoursDecision, HoursGroup } from '@candor/contract'
import {
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
  const [first] = weeks
  if (first === undefined) return []
  const text = JSON.stringify([first.timeZone, first.sessions])
  const same = weeks.every(({ timeZone, sessions }) => JSON.stringify([timeZone, sessions]) === text)
  return [{ scope, markets: all.length, timeZone: first.timeZone, sessions: copyOf(first.sessions), same }]
}

const copyOf = (sessions: Market['hours']['sessions']) =>
  sessions.map(({ days, from, to }) => ({ days: [...days], from, to }))

const publishedWeeks = (announced: HoursAnnouncements) =>
  announced.weeks.map(({ sessions, ...week }) => ({ ...week, sessions: copyOf(sessions) }))

/** Returns everything announced about hours, as it is published. */
export const publishedHours = (announced: HoursAnnouncements) => ({
  days: [...announced.days],
  weeks: publishedWeeks(announced),
})
