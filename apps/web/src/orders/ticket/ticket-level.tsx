import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { formatPercent } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../../session/language/language.ts'
import { distanceShare, levelAt } from '../order-form/order-levels.ts'
import { Chip, useFieldError } from './ticket-fields.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Stop loss or take profit: its price, how far away it is, and usual distances for one press. */
export function LevelField({
  ticket,
  field,
  percents,
}: {
  readonly ticket: OrderTicketState
  readonly field: 'stopLoss' | 'takeProfit'
  readonly percents: readonly number[]
}) {
  const { t, tag } = useWords()
  const { form, change, market, entry } = ticket
  const error = useFieldError(ticket)(field)
  const share = entry === null ? null : distanceShare(form[field], form.direction, entry)
  const set = (text: string) => change({ type: field, text })
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        label={t(`orders.ticket.${field}`)}
        error={error}
        aside={
          share !== null ? (
            <bdi dir="ltr" className="figures">
              {formatPercent(share * 100, tag)}
            </bdi>
          ) : (
            !form.protected && t('orders.ticket.optional')
          )
        }
      >
        {(control) => (
          <NumberInput {...control} value={form[field]} onValue={set} className="h-10! min-h-10! pe-3!" />
        )}
      </Field>
      {entry !== null && (
        <div className="flex gap-1" dir="ltr">
          {percents.map((percent) => {
            const level = levelAt(form, entry, market, percent)
            const percentText = formatPercent(percent, tag, 0)
            return (
              <Chip
                key={percent}
                on={false}
                title={t('orders.ticket.ofMargin', { percent: percentText })}
                onPress={() => set(level)}
              >
                {percentText}
              </Chip>
            )
          })}
        </div>
      )}
    </div>
  )
}
