import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { DateInput, today } from '@candor/ui/controls/date-input.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { formatPercent } from '@candor/ui/figures/format-decimal.ts'
import { useCalendarWords } from '../../session/language/calendar-words.ts'
import { useWords } from '../../session/language/language.ts'
import { kindChoices, validities } from '../order-form/order-form.ts'
import { entryAt, waitsAbove } from '../order-form/order-levels.ts'
import { Chip, useFieldError } from './ticket-fields.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Chooses the moment at which it opens: at once, or once a price is reached. */
export function KindChoice({ ticket: { form, change } }: { readonly ticket: OrderTicketState }) {
  const { t } = useWords()
  return (
    <SegmentedControl
      full
      label={t('orders.field.kind')}
      className="md:[&>label]:min-h-7"
      choices={kindChoices.map((value) => ({
        value,
        label: <span className="text-12">{t(`orders.kind.${value}`)}</span>,
      }))}
      value={form.kind}
      onChange={(kind) => change({ type: 'kind', kind })}
    />
  )
}

const tenths = [1n, 5n, 10n] as const

/** A waiting order's price and how long it waits; nothing for one that opens at once. */
export function EntryFields({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { form, change, market, price } = ticket
  const error = useFieldError(ticket)('price')
  if (form.kind === 'market') return null
  const quote = price.quote
  const sign = waitsAbove(form) ? 1 : -1
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label={t(`orders.ticket.price.${form.kind}`)} error={error}>
          {(control) => (
            <NumberInput
              {...control}
              value={form.price}
              onValue={(text) => change({ type: 'price', text })}
              className="h-10! min-h-10! pe-3!"
            />
          )}
        </Field>
        <Field label={t('orders.ticket.valid')}>
          {(control) => (
            <Select
              {...control}
              className="h-10! min-h-10!"
              options={validities.map((value) => ({ value, label: t(`orders.ticket.valid.${value}`) }))}
              value={form.valid}
              onChange={(valid) => change({ type: 'valid', valid })}
            />
          )}
        </Field>
      </div>
      {form.valid === 'own' && <UntilField ticket={ticket} />}
      {quote !== null && (
        <div className="flex gap-1" dir="ltr">
          {tenths.map((one) => (
            <Chip
              key={String(one)}
              on={false}
              onPress={() => change({ type: 'price', text: entryAt(form, quote, market, one) })}
            >
              {formatPercent((sign * Number(one)) / 10, tag, 1)}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}

/** A day and a time of one's own choice, with the zone they are meant in. */
function UntilField({ ticket }: { readonly ticket: OrderTicketState }) {
  const { form, change } = ticket
  const { t } = useWords()
  const words = useCalendarWords()
  const error = useFieldError(ticket)('expiresAt')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Field
      label={t('orders.ticket.valid.until')}
      hint={t('orders.ticket.valid.zone', { zone })}
      error={error}
    >
      {(control) => (
        <DateInput
          {...control}
          timed
          words={words}
          min={today()}
          placeholder={t('orders.ticket.valid.choose')}
          className="h-10! min-h-10!"
          value={form.validUntil}
          onChange={(text) => change({ type: 'validUntil', text })}
        />
      )}
    </Field>
  )
}
