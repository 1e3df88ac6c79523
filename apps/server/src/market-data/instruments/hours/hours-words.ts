import type { AnnouncedDay, HoursChange, HoursScope } from '@candor/rules'
import { changed } from '../../tariffs/propose-terms.ts'
import { hoursText } from '../shown-instrument.ts'

/** Names the markets of a scope, for operators: `stocks`, `NYSE calendar`, `AAPL`. */
export function scopeText(scope: HoursScope): string {
  const [kind = '', name = ''] = scope.split(':')
  return kind === 'calendar' ? `${name} calendar` : name
}

/** Names the markets of a scope as notices do: the code of a market, a calendar, or a class, for which the texts have words. */
export const scopeName = (scope: HoursScope): string => scope.split(':')[1] ?? ''

/** Writes a day in one line: `2026-12-24 Christmas Eve: until 13:00`. */
export const dayText = (day: AnnouncedDay): string => `${day.day} ${day.name}: ${hoursOfDay(day)}`

function hoursOfDay({ kind, from, to }: AnnouncedDay): string {
  if (kind !== 'shortened') return kind === 'closed' ? 'closed' : 'usual hours'
  return [from === null ? '' : `from ${from}`, to === null ? '' : `until ${to}`]
    .filter((one) => one !== '')
    .join(' ')
}

/** Lists what a change announces and what it withdraws, line by line. */
export function changeTexts({ days, withdrawnDays, week, withdrawnWeek }: HoursChange) {
  return {
    announced: [...days.map(dayText), ...(week === null ? [] : [`weekly sessions from ${week.from}`])],
    withdrawn: [
      ...withdrawnDays.filter((date) => !days.some(({ day }) => day === date)),
      ...(withdrawnWeek === null ? [] : [`weekly sessions from ${withdrawnWeek}`]),
    ],
  }
}

/** Lists a change as the second person reads it. */
export function changeSections(change: HoursChange) {
  const { days, week } = change
  const { withdrawn } = changeTexts(change)
  const sections = [
    {
      title: 'Announced',
      rows: days.map((day) => changed(day.day, `${day.name}: ${hoursOfDay(day)}`)),
    },
    { title: 'Withdrawn', rows: withdrawn.map((line, at) => changed(String(at + 1), line)) },
    {
      title: `Weekly sessions from ${week?.from ?? ''}`,
      rows: week === null ? [] : hoursText({ ...week, holidays: null }).slice(0, -1),
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0).map((section) => ({ ...section, images: [] }))
}
