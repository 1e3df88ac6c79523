import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { formatDay } from '../figures/format-moment.ts'
import { useAnchored } from '../overlays/anchored.ts'
import { floatingClass } from '../overlays/menu.tsx'
import { useUiWords } from '../ui-words.tsx'
import { addMonths, type Day, dayByKey, firstWeekday, readTime, weeksAround } from './calendar-days.ts'
import { controlClass } from './control.ts'
import type { ControlProps } from './field.tsx'

/** Words of the calendar itself, in the reader's language. */
export interface CalendarWords {
  readonly previousMonth: string
  readonly nextMonth: string
  readonly time: string
}

interface DateInputProps extends Partial<ControlProps> {
  /** `2026-03-09`, or with a time `2026-03-09T14:30`, by the reader's clock; empty while none is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly words: CalendarWords
  /** Accessible name of the field, for readers who do not see the label above. */
  readonly label?: string
  readonly placeholder?: string
  /** With a time of day. */
  readonly timed?: boolean
  /** The first day that can be chosen. */
  readonly min?: Day
  readonly className?: string
}

const noon = (day: Day) => new Date(`${day}T12:00:00Z`)
/** The current day by the reader's clock. */
export const today = (): Day => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** An input for a day, and optionally a time: a button that opens a calendar, with the keyboard of a grid. */
export function DateInput({
  value,
  onChange,
  words,
  label,
  placeholder = '',
  timed = false,
  min,
  className,
  ...control
}: DateInputProps) {
  const { tag } = useUiWords()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const [day = '', time = ''] = value.split('T')
  const leave = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  const shown = day === '' ? placeholder : `${formatDay(noon(day), tag, 'UTC')}${timed ? ` ${time}` : ''}`
  return (
    <>
      <button
        {...control}
        ref={anchor}
        type="button"
        aria-label={label === undefined ? undefined : `${label} ${shown}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={classNames(controlClass, 'flex items-center gap-2 text-start', className)}
      >
        <span className={classNames('figures min-w-0 flex-1 truncate', day === '' && 'text-ink-3')}>
          {shown}
        </span>
        <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-3" />
      </button>
      {open && (
        <CalendarPanel
          anchor={anchor}
          words={words}
          day={day}
          time={timed ? time : null}
          min={min ?? ''}
          onDay={(next) => {
            onChange(timed ? `${next}T${time === '' ? '23:59' : time}` : next)
            if (!timed) leave()
          }}
          onTime={(next) => onChange(`${day === '' ? today() : day}T${next}`)}
          onClose={close}
          onLeave={leave}
        />
      )}
    </>
  )
}

interface PanelProps {
  readonly words: CalendarWords
  readonly anchor: React.RefObject<HTMLButtonElement | null>
  readonly day: Day
  readonly time: string | null
  readonly min: Day
  readonly onDay: (day: Day) => void
  readonly onTime: (time: string) => void
  readonly onClose: () => void
  readonly onLeave: () => void
}

function CalendarPanel({ anchor, words, day, time, min, onDay, onTime, onClose, onLeave }: PanelProps) {
  const { tag } = useUiWords()
  const panel = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(day === '' ? today() : day)
  useAnchored({ open: true, anchor, floating: panel, onClose })
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const turn = (count: number) => setAt(addMonths(at, count))
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label={month.format(noon(at))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        onLeave()
      }}
      className={classNames(floatingClass, 'flex-col gap-2 p-3! open:flex')}
    >
      <div className="flex items-center justify-between">
        <MonthButton label={words.previousMonth} onPress={() => turn(-1)}>
          <ChevronLeft aria-hidden className="mirrored size-4" />
        </MonthButton>
        <span aria-live="polite" className="font-medium text-14 text-ink">
          {month.format(noon(at))}
        </span>
        <MonthButton label={words.nextMonth} onPress={() => turn(1)}>
          <ChevronRight aria-hidden className="mirrored size-4" />
        </MonthButton>
      </div>
      <DayGrid at={at} chosen={day} min={min} onWalk={setAt} onDay={onDay} />
      {time !== null && <TimeRow label={words.time} time={time} onTime={onTime} onDone={onLeave} />}
    </div>
  )
}

function MonthButton({
  label,
  onPress,
  children,
}: {
  readonly label: string
  readonly onPress: () => void
  readonly children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="tap flex size-9 items-center justify-center rounded-s text-ink-2 hover:bg-sunken hover:text-ink"
    >
      {children}
    </button>
  )
}

interface GridProps {
  /** The day that the keyboard is on; its month is shown. */
  readonly at: Day
  readonly chosen: Day
  readonly min: Day
  readonly onWalk: (day: Day) => void
  readonly onDay: (day: Day) => void
}

function DayGrid(grid: GridProps) {
  const { at } = grid
  const { tag } = useUiWords()
  const firstDay = firstWeekday(tag)
  const weeks = useMemo(() => weeksAround(at, firstDay), [at, firstDay])
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'narrow', timeZone: 'UTC' })
  const parts = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  const whole = new Intl.DateTimeFormat(tag, parts)
  const number = new Intl.NumberFormat(tag)
  return (
    <table ref={table} className="border-collapse">
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className="pb-1 font-normal text-12 text-ink-3">
              {weekday.format(noon(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="p-0">
                <DayButton day={day} name={whole.format(noon(day))} {...grid}>
                  {number.format(Number(day.slice(8)))}
                </DayButton>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayButtonProps extends GridProps {
  readonly day: Day
  readonly name: string
  readonly children: string
}

function DayButton({ day, name, at, chosen, min, onWalk, onDay, children }: DayButtonProps) {
  const { tag } = useUiWords()
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = dayByKey(day, event.key, firstWeekday(tag), document.documentElement.dir === 'rtl')
    if (next === null) return
    event.preventDefault()
    onWalk(next < min ? min : next)
  }
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={day === at ? 0 : -1}
      aria-label={name}
      aria-pressed={day === chosen}
      disabled={day < min}
      onClick={() => onDay(day)}
      onKeyDown={onKeyDown}
      className={classNames(
        'figures flex size-9 items-center justify-center rounded-s text-14 disabled:text-ink-3/50',
        day === chosen ? 'bg-accent text-on-accent' : 'enabled:hover:bg-sunken',
        day !== chosen && (day.slice(0, 7) === at.slice(0, 7) ? 'text-ink' : 'text-ink-3'),
      )}
    >
      {children}
    </button>
  )
}

function TimeRow({
  label,
  time,
  onTime,
  onDone,
}: {
  readonly label: string
  readonly time: string
  readonly onTime: (time: string) => void
  readonly onDone: () => void
}) {
  const [typed, setTyped] = useState(time)
  useEffect(() => setTyped(time), [time])
  const settle = () => {
    const read = readTime(typed)
    if (read === null) setTyped(time)
    else if (read !== time) onTime(read)
  }
  return (
    <label className="flex items-center justify-between gap-3 border-hairline border-t pt-2 text-14 text-ink-2 whitespace-nowrap">
      {label}
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={5}
        placeholder="23:59"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          settle()
          onDone()
        }}
        className={classNames(controlClass, 'figures h-9! min-h-9! w-24! text-end')}
      />
    </label>
  )
}
