import { adultYears, oldestYears } from '@candor/rules'
import type { ControlProps } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useState } from 'react'
import { serverNow } from '../live/server-time.ts'
import { useWords } from '../session/language/language.ts'

type Part = 'year' | 'month' | 'day'

const two = (value: number) => String(value).padStart(2, '0')

/** An adult's day of birth: year, month and day one by one, in the order and words of the language. */
export function BirthdateInput({
  value,
  onChange,
  ...control
}: ControlProps & { readonly value: string | null; readonly onChange: (day: string) => void }) {
  const { tag } = useWords()
  const [year = '', month = '', day = ''] = (value ?? '').split('-')
  const [parts, setParts] = useState<Readonly<Record<Part, string>>>({ year, month, day })
  const names = new Intl.DisplayNames(tag, { type: 'dateTimeField' })
  const choose = (part: Part, chosen: string) => {
    const next = { ...parts, [part]: chosen }
    setParts(next)
    if (Object.values(next).every((text) => text !== '')) onChange(`${next.year}-${next.month}-${next.day}`)
  }
  return (
    <div className="grid grid-cols-3 gap-2">
      {orderIn(tag).map((part, at) => (
        <Select
          key={part}
          {...(at === 0 ? control : {})}
          label={names.of(part) ?? part}
          placeholder={names.of(part) ?? part}
          searchable={part === 'year'}
          options={optionsOf(part, tag)}
          value={parts[part] === '' ? null : parts[part]}
          onChange={(chosen) => choose(part, chosen)}
        />
      ))}
    </div>
  )
}

function orderIn(tag: string): readonly Part[] {
  const written = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', day: 'numeric' })
  const kinds = written.formatToParts(0).map(({ type }) => type)
  return (['year', 'month', 'day'] as const).toSorted((a, b) => kinds.indexOf(a) - kinds.indexOf(b))
}

function optionsOf(part: Part, tag: string): { readonly value: string; readonly label: string }[] {
  if (part === 'day')
    return Array.from({ length: 31 }, (_, at) => ({ value: two(at + 1), label: String(at + 1) }))
  if (part === 'year') {
    const newest = new Date(serverNow()).getUTCFullYear() - adultYears
    return Array.from({ length: oldestYears - adultYears + 1 }, (_, at) => ({
      value: String(newest - at),
      label: String(newest - at),
    }))
  }
  const named = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => ({
    value: two(at + 1),
    label: named.format(Date.UTC(2026, at, 15)),
  }))
}
