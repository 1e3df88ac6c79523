import type { MarketInfo } from '@candor/contract'
import { formatDay, formatWeekdayHour, formatWeekdayName } from '@candor/ui/figures/format-moment.ts'
import { useWords } from '../session/language/language.ts'

type Hours = MarketInfo['hours']

/** Weekly sessions in the market's time zone, and announced ones that follow. */
export function WeeklyHours({ hours }: { readonly hours: Hours }) {
  const { t, tag } = useWords()
  const { later } = hours
  return (
    <span className="flex flex-col items-end gap-0.5">
      <Sessions {...hours} />
      {later !== null && (
        <>
          <span className="pt-1">{t('markets.rule.hours.later', { day: dateText(later.from, tag) })}</span>
          <Sessions {...later} />
        </>
      )}
    </span>
  )
}

/** Writes a local date (`2026-12-25`) of the market as it is. */
const dateText = (date: string, tag: string): string => formatDay(date, tag, 'UTC')

/** Sessions with the names of the days in the reader's language; 4 January 1970 was a Sunday. */
function Sessions({ timeZone, sessions }: Pick<Hours, 'timeZone' | 'sessions'>) {
  const { t, tag } = useWords()
  if (sessions.length === 0) return t('markets.rule.hours.always')
  const list = new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' })
  const days = (numbers: readonly number[]) =>
    list.format(numbers.map((day) => formatWeekdayName(Date.UTC(1970, 0, 4 + day), tag, 'UTC')))
  return (
    <>
      {sessions.map((session) => (
        <span key={`${session.days.join('')} ${session.from}`}>
          {t('markets.rule.hours.session', {
            days: days(session.days),
            from: session.from,
            to: session.to,
          })}
        </span>
      ))}
      <span className="text-12 text-ink-3">{t('markets.rule.hours.zone', { zone: timeZone })}</span>
    </>
  )
}

/** Closed and shortened days, with the times at which the market is open on them in the reader's time zone. */
export function ClosedDays({ days }: { readonly days: Hours['closedDays'] }) {
  const { t, tag } = useWords()
  return (
    <span className="flex flex-col items-end gap-1.5" data-closed-days="">
      {days.map(({ day, name, open }) => (
        <span key={day} className="flex flex-col items-end gap-0.5 [overflow-wrap:anywhere]">
          <span>
            {dateText(day, tag)} <bdi>{name ?? t('markets.rule.closedDays.holiday')}</bdi>
          </span>
          <span className="text-12 text-ink-3">
            {open.length === 0
              ? t('markets.rule.closedDays.all')
              : open.map(({ from, to }) => (
                  <span key={from} className="block">
                    {t('markets.rule.closedDays.open', {
                      from: formatWeekdayHour(from, tag),
                      to: formatWeekdayHour(to, tag),
                    })}
                  </span>
                ))}
          </span>
        </span>
      ))}
      {days.some(({ open }) => open.length > 0) && (
        <span className="text-12 text-ink-3">{t('markets.rule.closedDays.zone')}</span>
      )}
    </span>
  )
}
