import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../../session/language/language.ts'
import type { ComparedTerms } from './use-compared-terms.ts'

/** Amount and term that every column is computed with. */
export function ComparisonControls({
  terms,
  compared,
  isAmount,
}: {
  readonly terms: readonly number[]
  readonly compared: ComparedTerms
  readonly isAmount: boolean
}) {
  const { t, tag } = useWords()
  const { amount, days, setAmount, setDays } = compared
  const reason = amount.trim() === '' ? 'required' : 'notAnAmount'
  return (
    <div className="grid items-start gap-4 border-hairline border-b p-4 md:grid-cols-2 md:p-5">
      <Field
        label={t('smart.compare.amount')}
        error={isAmount ? null : t(`smart.problem.amount.${reason}`)}
        hint={t('smart.compare.hint')}
      >
        {(control) => <NumberInput {...control} value={amount} onValue={setAmount} unit="USDT" />}
      </Field>
      <div className="flex flex-col gap-1.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-medium text-14 text-ink">{t('smart.form.days')}</span>
          {days !== null && <span className="text-12 text-ink-3">{t('smart.days', { days })}</span>}
        </span>
        <SegmentedControl
          full
          label={`${t('smart.compare.title')}: ${t('smart.form.days')}`}
          choices={terms.map((term) => ({
            value: String(term),
            label: <span className="figures">{formatDecimal(String(term), tag)}</span>,
          }))}
          value={String(days ?? '')}
          onChange={(value) => setDays(Number(value))}
        />
      </div>
    </div>
  )
}
