import { accept, type Decision, refuse } from '../../decision.ts'
import { dayMs } from '../../time-units.ts'
import type { AnnouncedDay, Market } from '../market.ts'
import { dayOfDate, type HoursAnnouncements, type HoursChange, scopesOf } from './announced-hours.ts'
import {
  type ChangePart,
  effectOf,
  hoursBeforeAndAfter,
  least,
  type PartEffect,
  partsOf,
} from './hours-effect.ts'
import { hoursIssues, timeOfDay } from './session-check.ts'

/** Days that are announced at most two years ahead. */
const furthestDays = 2 * 366
/** Coming days and weekly sessions that one scope has at most. */
export const mostAnnouncedDays = 400
export const mostAnnouncedWeeks = 10
interface Issue {
  readonly path: string
  readonly code: string
  /** A market that is in the way, or a limit. */
  readonly named?: string
}

interface HoursState {
  readonly announced: HoursAnnouncements
  /** Every listed market. */
  readonly markets: readonly Market[]
  readonly now: number
  /** Notice that customers have of a closure. */
  readonly noticeMs: number
}

/** An accepted change, with the first moments at which it changes something, epoch ms; null: nothing, because other announcements take precedence. */
export interface HoursEffect {
  readonly changesFrom: number | null
  /** First moment that is open without the change and closed with it; null: it closes nothing. */
  readonly shutsFrom: number | null
}

/**
 * Decides whether a change of hours can be announced. Refuses with `invalidInput` and every fault at its field: a scope without markets, a date
 * that is none, is over, exists or changes nothing, times that end before they begin or leave nothing open, sessions that overlap, a zone that is
 * not known, a closure without the customers' notice (an unscheduled one is a halt), and a market whose futures contract would end while it is
 * closed.
 */
export function decideHours(change: HoursChange, state: HoursState): Decision<HoursEffect> {
  const markets = state.markets.filter((market) => scopesOf(market).includes(change.scope))
  if (markets.length === 0)
    return refuse('invalidInput', { issues: [{ path: 'scope', code: 'unknown-scope' }] })
  const formal = [
    ...dayIssues(change, state),
    ...withdrawalIssues(change, state),
    ...weekIssues(change, state),
  ]
  if (formal.length > 0) return refuse('invalidInput', { issues: formal })
  const pairs = hoursBeforeAndAfter(markets, state.announced, change)
  const parts = partsOf(change).map((part) => ({ part, effect: effectOf(pairs, part, state.now) }))
  const issues = parts.flatMap(({ part, effect }) => effectIssues(part, effect, state))
  if (issues.length > 0) return refuse('invalidInput', { issues })
  const effects = parts.map(({ effect }) => effect)
  return accept({
    changesFrom: least(effects.flatMap(({ shuts, opens }) => [shuts, opens])),
    shutsFrom: least(effects.map(({ shuts }) => shuts)),
  })
}

/** Finds faults of the days themselves. */
function dayIssues({ scope, days, withdrawnDays }: HoursChange, { announced, now }: HoursState): Issue[] {
  const existing = announced.days.filter((one) => one.scope === scope)
  const today = Math.floor(now / dayMs)
  const issues = days.flatMap(({ day }, at): Issue[] => {
    const path = `days.${at}.day`
    const number = dayOfDate(day)
    if (number === null) return [{ path, code: 'bad-date' }]
    if (number > today + furthestDays) return [{ path, code: 'too-far' }]
    const isAnnounced = existing.some((one) => one.day === day) && !withdrawnDays.includes(day)
    const isTwice = days.findIndex((one) => one.day === day) !== at
    return isAnnounced || isTwice ? [{ path, code: 'exists' }] : timeIssues(days[at] as AnnouncedDay, at)
  })
  const coming = existing.filter(({ day }) => (dayOfDate(day) ?? 0) >= today).length + days.length
  if (coming > mostAnnouncedDays)
    issues.push({ path: 'days', code: 'too-many-days', named: String(mostAnnouncedDays) })
  return issues
}

/** Finds faults of a shortened day's times; other days have none. */
function timeIssues({ kind, from, to }: AnnouncedDay, at: number): Issue[] {
  const given = [
    ['from', from],
    ['to', to],
  ] as const
  const times = given.flatMap(([field, time]) =>
    time === null ? [] : [{ path: `days.${at}.${field}`, time }],
  )
  if (kind !== 'shortened') return times.map(({ path }) => ({ path, code: 'not-shortened' }))
  if (times.length === 0) return [{ path: `days.${at}.to`, code: 'needs-time' }]
  const unreadable = times.filter(({ time }) => !timeOfDay.test(time))
  if (unreadable.length > 0) return unreadable.map(({ path }) => ({ path, code: 'bad-time' }))
  return from !== null && to !== null && from >= to ? [{ path: `days.${at}.to`, code: 'ends-before' }] : []
}

function withdrawalIssues({ scope, withdrawnDays }: HoursChange, { announced }: HoursState): Issue[] {
  return withdrawnDays.flatMap((day, at) =>
    announced.days.some((one) => one.scope === scope && one.day === day)
      ? []
      : [{ path: `withdrawnDays.${at}`, code: 'not-announced' }],
  )
}

function weekIssues(change: HoursChange, { announced, now }: HoursState): Issue[] {
  const { scope, week, withdrawnWeek } = change
  const existing = announced.weeks.filter((one) => one.scope === scope)
  const isUnknown = withdrawnWeek !== null && !existing.some(({ from }) => from === withdrawnWeek)
  const issues: Issue[] = isUnknown ? [{ path: 'withdrawnWeek', code: 'not-announced' }] : []
  if (week === null) return isEmpty(change) ? [{ path: 'days', code: 'nothing' }] : issues
  const path = 'week.from'
  const first = dayOfDate(week.from)
  if (first === null) issues.push({ path, code: 'bad-date' })
  else if (first > now / dayMs + furthestDays) issues.push({ path, code: 'too-far' })
  else if (existing.some(({ from }) => from === week.from && from !== withdrawnWeek))
    issues.push({ path, code: 'exists' })
  const coming = existing.filter(({ from }) => (dayOfDate(from) ?? 0) >= now / dayMs).length
  if (coming >= mostAnnouncedWeeks)
    issues.push({ path, code: 'too-many-weeks', named: String(mostAnnouncedWeeks) })
  const faults = hoursIssues({ ...week, holidays: null })
  return [...issues, ...faults.map((fault) => ({ path: `week.${fault.path}`, code: fault.code }))]
}

const isEmpty = ({ days, withdrawnDays, week, withdrawnWeek }: HoursChange): boolean =>
  days.length + withdrawnDays.length === 0 && week === null && withdrawnWeek === null

/** Refuses a part of a change that closes without notice, changes nothing or the past, or closes what has to be open. */
function effectIssues(part: ChangePart, effect: PartEffect, state: HoursState): Issue[] {
  const { path, isWithdrawal } = part
  const first = least([effect.shuts, effect.opens])
  if (first === null) return isWithdrawal ? [] : [{ path, code: 'changes-nothing' }]
  if (first <= state.now) return [{ path, code: isWithdrawal ? 'has-begun' : 'past' }]
  return closureIssues(part, effect, state)
}

function closureIssues(
  { path, announced }: ChangePart,
  effect: PartEffect,
  { now, noticeMs }: HoursState,
): Issue[] {
  const { shuts, leavesOpen, endsInClosure } = effect
  if (shuts !== null && shuts < now + noticeMs) return [{ path, code: 'too-soon' }]
  if (announced?.kind === 'shortened' && !leavesOpen) return [{ path, code: 'leaves-nothing' }]
  return endsInClosure === null ? [] : [{ path, code: 'contract-ends', named: endsInClosure }]
}
