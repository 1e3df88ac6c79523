import { Button } from '@candor/ui/controls/button.tsx'
import type { ControlProps } from '@candor/ui/controls/field.tsx'
import { Select, type SelectOption } from '@candor/ui/controls/select.tsx'
import { useState } from 'react'
import { useWords } from '../session/language/language.ts'

type Part = 'year' | 'month' | 'day'

const two = (value: number) => String(value).padStart(2, '0')

/** Years from the first to the last, which may lie before it. */
export const yearsBetween = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => (last < first ? first - at : first + at))

const partsOf = (value: string | null): Readonly<Record<Part, string>> => {
  const [year = '', month = '', day = ''] = (value ?? '').split('-')
  return { year, month, day }
}

/**
 * A day: year, month and day one by one, in the order and words of the language. A day that is begun is no day yet; where it may be
 * left out, `clear` names the button that empties it.
 */
export function DayInput({
  value,
  years,
  onChange,
  clear,
  ...control
}: ControlProps & {
  readonly value: string | null
  readonly years: readonly number[]
  readonly onChange: (day: string | null) => void
  readonly clear?: string
}) {
  const { tag } = useWords()
  const [parts, setParts] = useState(() => partsOf(value))
  const names = new Intl.DisplayNames(tag, { type: 'dateTimeField' })
  const begun = Object.values(parts).some((text) => text !== '')
  const change = (next: Readonly<Record<Part, string>>) => {
    setParts(next)
    const all = [next.year, next.month, next.day]
    onChange(all.every((text) => text === '') ? null : all.join('-'))
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="grid w-full grid-cols-3 gap-2">
        {orderIn(tag).map((part, at) => (
          <Select
            key={part}
            {...(at === 0 ? control : {})}
            className="max-sm:gap-1 max-sm:px-2"
            label={names.of(part) ?? part}
            placeholder={names.of(part) ?? part}
            searchable={part === 'year'}
            options={optionsOf(part, tag, years)}
            value={parts[part] === '' ? null : parts[part]}
            onChange={(chosen) => change({ ...parts, [part]: chosen })}
          />
        ))}
      </div>
      {clear !== undefined && begun && (
        <Button variant="quiet" size="s" onClick={() => change({ year: '', month: '', day: '' })}>
          {clear}
        </Button>
      )}
    </div>
  )
}

function orderIn(tag: string): readonly Part[] {
  const written = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', day: 'numeric' })
  const kinds = written.formatToParts(0).map(({ type }) => type)
  return (['year', 'month', 'day'] as const).toSorted((a, b) => kinds.indexOf(a) - kinds.indexOf(b))
}

function optionsOf(part: Part, tag: string, years: readonly number[]): SelectOption<string>[] {
  if (part === 'day')
    return Array.from({ length: 31 }, (_, at) => ({ value: two(at + 1), label: String(at + 1) }))
  if (part === 'year') return years.map((year) => ({ value: String(year), label: String(year) }))
  const monthName = (month: 'long' | 'short', at: number) =>
    new Intl.DateTimeFormat(tag, { month, timeZone: 'UTC' }).format(Date.UTC(2026, at, 15))
  return Array.from({ length: 12 }, (_, at) => ({
    value: two(at + 1),
    label: monthName('long', at),
    short: monthName('short', at),
  }))
}
