import { Select } from '@candor/ui/controls/select.tsx'
import { formatMonth } from '@candor/ui/figures/format-moment.ts'
import { useWords } from '../../session/language/language.ts'
import { chooseMonth, type Month, type Months, startOfMonth } from './statement-form.ts'

const ends = ['first', 'last'] as const

/** The first and the last month of a statement. */
export function MonthChoice({
  offered,
  months,
  onChange,
}: {
  readonly offered: readonly Month[]
  readonly months: Months
  readonly onChange: (months: Months) => void
}) {
  const { t, tag } = useWords()
  const options = offered.map((value) => ({ value, label: formatMonth(startOfMonth(value), tag, 'UTC') }))
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {ends.map((end) => (
        <Select
          key={end}
          label={t(`statement.months.${end}`)}
          options={options}
          value={months[end]}
          onChange={(month) => onChange(chooseMonth(months, end, month))}
          className="md:max-w-48"
        />
      ))}
      <p className="text-12 text-ink-3">{t('statement.months.utc')}</p>
    </div>
  )
}
