import type { OrderType } from '@candor/contract'
import { DateInput } from '@candor/ui/controls/date-input.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useEffect, useRef, useState } from 'react'
import { useCalendarWords } from '../../session/language/calendar-words.ts'
import { useWords } from '../../session/language/language.ts'
import { useTagsInUse } from '../tags/use-tags.ts'
import { type ListFilter, orderTypes, type Period, periods } from './list-filter.ts'

interface FilterProps {
  readonly filter: ListFilter
  readonly onFilter: (filter: ListFilter) => void
}

/** Search starts after a pause in typing. */
const restMs = 300

/** Filters of the list, apart from the state. */
export function ListFilterBar({ filter, onFilter }: FilterProps) {
  const { t, tag } = useWords()
  const types: readonly (OrderType | 'all')[] = ['all', ...orderTypes]
  return (
    <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-5 py-3 max-md:px-4">
      <Sought filter={filter} onFilter={onFilter} />
      <Select
        label={t('orders.field.type')}
        className="max-md:w-auto max-md:min-w-[calc(50%-0.375rem)] max-md:flex-auto md:max-w-44"
        options={types.map((value) => ({
          value,
          label: value === 'all' ? t('orders.list.type.all') : t(`orders.type.${value}`),
        }))}
        value={filter.type}
        onChange={(type) => onFilter({ ...filter, type })}
      />
      <TagFilter filter={filter} onFilter={onFilter} />
      <Select
        label={t('orders.list.period')}
        className="max-md:w-auto max-md:min-w-[calc(50%-0.375rem)] max-md:flex-auto md:max-w-44"
        options={periods.map((value) => ({
          value,
          label:
            value === 'all'
              ? t('orders.list.period.all')
              : value === 'own'
                ? t('orders.list.period.own')
                : daysText(tag, value),
        }))}
        value={filter.period}
        onChange={(period) => onFilter({ ...filter, period })}
      />
      {filter.period === 'own' && <OwnPeriod filter={filter} onFilter={onFilter} />}
    </div>
  )
}

/** Chooses a tag; absent while the account has none. */
function TagFilter({ filter, onFilter }: FilterProps) {
  const { t } = useWords()
  const used = useTagsInUse()
  const tags = filter.tag === '' || used.includes(filter.tag) ? used : [filter.tag, ...used]
  if (tags.length === 0) return null
  return (
    <Select
      label={t('orders.list.tag')}
      className="max-md:w-auto max-md:min-w-[calc(50%-0.375rem)] max-md:flex-auto md:max-w-44"
      searchable={tags.length > 12}
      options={['', ...tags].map((value) => ({
        value,
        label: value === '' ? t('orders.list.tag.all') : value,
      }))}
      value={filter.tag}
      onChange={(tag) => onFilter({ ...filter, tag })}
    />
  )
}

const daysText = (tag: string, days: Exclude<Period, 'all' | 'own'>): string =>
  new Intl.NumberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(Number(days))

function Sought({ filter, onFilter }: FilterProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState(filter.sought)
  const latest = useRef({ filter, onFilter })
  latest.current = { filter, onFilter }
  useEffect(() => {
    const rest = setTimeout(() => {
      const { filter: now, onFilter: say } = latest.current
      if (typed !== now.sought) say({ ...now, sought: typed })
    }, restMs)
    return () => clearTimeout(rest)
  }, [typed])
  return (
    <div className="min-w-48 flex-1 max-md:min-w-full md:max-w-72">
      <SearchInput
        aria-label={t('orders.list.search')}
        placeholder={t('orders.list.search')}
        maxLength={40}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  )
}

function OwnPeriod({ filter, onFilter }: FilterProps) {
  const { t } = useWords()
  const words = useCalendarWords()
  return (
    <>
      <DateInput
        words={words}
        label={t('orders.list.from')}
        placeholder={t('orders.list.from')}
        className="max-md:w-auto max-md:min-w-[calc(50%-0.375rem)] max-md:flex-auto md:max-w-44"
        value={filter.fromDay}
        onChange={(fromDay) => onFilter({ ...filter, fromDay })}
      />
      <DateInput
        words={words}
        label={t('orders.list.to')}
        placeholder={t('orders.list.to')}
        className="max-md:w-auto max-md:min-w-[calc(50%-0.375rem)] max-md:flex-auto md:max-w-44"
        min={filter.fromDay}
        value={filter.toDay}
        onChange={(toDay) => onFilter({ ...filter, toDay })}
      />
    </>
  )
}
