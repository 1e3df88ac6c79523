import type { TradeResults } from '@candor/contract'
import { usdt, writeUsdt } from '@candor/money'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import {
  addMonths,
  type Day,
  dayByKey,
  firstWeekday,
  weeksAround,
} from '@candor/ui/controls/calendar-days.ts'
import { MoneyChange, moveTone } from '@candor/ui/figures/figures.tsx'
import { signOf } from '@candor/ui/figures/format-decimal.ts'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useCalendarWords } from '../../session/language/calendar-words.ts'
import { useWords } from '../../session/language/language.ts'

type DayResult = TradeResults['byDay'][number]

const noon = (day: Day) => new Date(`${day}T12:00:00Z`)
const monthOf = (day: Day): string => day.slice(0, 7)

/** Net P&L of each day of a month; a day is chosen with a press or the keyboard, and stated in full below. */
export function ResultCalendar({ days }: { readonly days: readonly DayResult[] }) {
  const { t, tag } = useWords()
  const newest = days.at(-1)?.date ?? ''
  const [chosen, setChosen] = useState<Day>(newest)
  const byDate = useMemo(() => new Map(days.map((day) => [day.date, day])), [days])
  // Another period has other days.
  const at = chosen === '' ? newest : chosen
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    noon(at),
  )
  const total = days
    .filter(({ date }) => monthOf(date) === monthOf(at))
    .reduce((sum, { net }) => sum + usdt(net).minor, 0n)
  return (
    <Card>
      <SectionHead
        title={t('accounts.performance.calendar')}
        text={t('accounts.performance.calendar.note')}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3">
        <MonthButtons at={at} month={month} onTurn={setChosen} />
        <p className="text-14 text-ink-2">
          <span className="sr-only">{t('accounts.performance.calendar.month', { month })} </span>
          <MoneyChange amount={writeUsdt(total)} asset="USDT" max={2} arrow={false} />
        </p>
      </div>
      <MonthTable label={month} at={at} byDate={byDate} onChoose={setChosen} />
      <ChosenDay day={at} result={byDate.get(at)} />
    </Card>
  )
}

function MonthButtons({
  at,
  month,
  onTurn,
}: {
  readonly at: Day
  readonly month: string
  readonly onTurn: (day: Day) => void
}) {
  const words = useCalendarWords()
  return (
    <div className="-ms-2 flex items-center gap-1">
      <Button
        variant="quiet"
        size="s"
        aria-label={words.previousMonth}
        icon={<ChevronLeft aria-hidden className="mirrored size-4" />}
        onClick={() => onTurn(addMonths(at, -1))}
      />
      <span aria-live="polite" className="text-14 text-ink whitespace-nowrap">
        {month}
      </span>
      <Button
        variant="quiet"
        size="s"
        aria-label={words.nextMonth}
        icon={<ChevronRight aria-hidden className="mirrored size-4" />}
        onClick={() => onTurn(addMonths(at, 1))}
      />
    </div>
  )
}

interface MonthProps {
  readonly label: string
  readonly at: Day
  readonly byDate: ReadonlyMap<string, DayResult>
  readonly onChoose: (day: Day) => void
}

function MonthTable({ label, at, byDate, onChoose }: MonthProps) {
  const { tag } = useWords()
  const firstDay = firstWeekday(tag)
  const weeks = useMemo(() => weeksAround(at, firstDay), [at, firstDay])
  const table = useRef<HTMLTableElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(at, event.key, firstDay, document.documentElement.dir === 'rtl')
    if (next === null) return
    event.preventDefault()
    onChoose(next)
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  return (
    <table
      ref={table}
      aria-label={label}
      className="mt-2 w-full table-fixed border-separate border-spacing-0.5"
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className="pb-1 font-normal text-12 text-ink-3">
              {weekday.format(noon(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="p-0">
                {monthOf(day) === monthOf(at) && (
                  <DayCell day={day} result={byDate.get(day)} isChosen={day === at} onChoose={onChoose} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Writes an amount in so few characters that a day of the narrowest phone holds it; the chosen day is stated in full. */
const shortAmount = (amount: number, tag: string): string =>
  new Intl.NumberFormat(tag, {
    notation: 'compact',
    signDisplay: 'exceptZero',
    ...(Math.abs(amount) >= 1_000
      ? { maximumSignificantDigits: 2 }
      : { maximumFractionDigits: Math.abs(amount) < 10 ? 1 : 0 }),
  })
    .format(amount)
    .replaceAll('-', '−')

const grounds = { '-1': 'bg-down/10', '0': 'bg-sunken', '1': 'bg-up/10' } as const

function DayCell({
  day,
  result,
  isChosen,
  onChoose,
}: {
  readonly day: Day
  readonly result: DayResult | undefined
  readonly isChosen: boolean
  readonly onChoose: (day: Day) => void
}) {
  const { tag } = useWords()
  const sign = result === undefined ? 0 : signOf(result.net)
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isChosen ? 0 : -1}
      aria-pressed={isChosen}
      onClick={() => onChoose(day)}
      className={classNames(
        'flex h-12 w-full flex-col items-center justify-center gap-0.5 rounded-s md:h-14',
        result === undefined ? 'hover:bg-sunken' : grounds[sign],
        isChosen && 'outline-2 outline-accent',
      )}
    >
      <span className="sr-only">{formatDay(noon(day), tag, 'UTC')}</span>
      <span aria-hidden className="figures text-12 text-ink-3">
        {new Intl.NumberFormat(tag).format(Number(day.slice(8)))}
      </span>
      <bdi dir="ltr" className={classNames('figures text-12', moveTone(sign))}>
        {result === undefined ? '' : shortAmount(Number(result.net), tag)}
      </bdi>
    </button>
  )
}

function ChosenDay({ day, result }: { readonly day: Day; readonly result: DayResult | undefined }) {
  const { t, tag } = useWords()
  return (
    <p
      aria-live="polite"
      className="mt-3 flex min-h-10 flex-wrap items-baseline justify-between gap-x-3 border-hairline border-t pt-3 text-14 text-ink-2"
    >
      <span>
        {formatDay(noon(day), tag, 'UTC')}
        {result !== undefined && ` · ${t('accounts.performance.count', { count: result.count })}`}
      </span>
      {result === undefined ? (
        <span>{t('accounts.performance.calendar.none')}</span>
      ) : (
        <MoneyChange amount={result.net} asset="USDT" arrow={false} />
      )}
    </p>
  )
}
