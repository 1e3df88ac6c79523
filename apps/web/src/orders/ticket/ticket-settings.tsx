import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { formatPercent } from '@candor/ui/figures/format-decimal.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../session/language/language.ts'
import { OneClickSwitch } from '../one-click/one-click-switch.tsx'
import { slippageChoices } from '../order-form/order-form.ts'
import { TicketTags } from '../tags/ticket-tags.tsx'
import { useFieldError } from './ticket-fields.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Settings that most orders leave unchanged: a trailing stop, the slippage limit of a market order, tags, and one-click trading. */
export function TicketSettings({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { form, change } = ticket
  const error = useFieldError(ticket)('trailing')
  const [open, setOpen] = useState(form.trailing !== '')
  return (
    <details
      open={open || error !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className="flex cursor-pointer py-0.5 max-md:min-h-11 list-none items-center justify-between text-12 text-ink-2 hover:text-ink">
        {t('orders.ticket.settings')}
        <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
      </summary>
      <div className="mt-1.5 flex flex-col gap-3">
        <Field
          label={t('orders.ticket.trailing')}
          hint={t('orders.ticket.trailing.hint')}
          error={error}
          aside={t('orders.ticket.optional')}
        >
          {(control) => (
            <NumberInput
              {...control}
              value={form.trailing}
              onValue={(text) => change({ type: 'trailing', text })}
              className="h-10! min-h-10! pe-3!"
            />
          )}
        </Field>
        {form.kind === 'market' && (
          <div className="flex flex-col gap-1.5">
            <span className="font-medium text-14 text-ink">{t('orders.ticket.slippage')}</span>
            <SegmentedControl
              full
              label={t('orders.ticket.slippage')}
              choices={slippageChoices.map((tenths) => ({
                value: String(tenths),
                label: (
                  <span className="figures text-12">
                    {tenths === null
                      ? t('orders.ticket.slippage.any')
                      : formatPercent(tenths / 10, tag, 1, false)}
                  </span>
                ),
              }))}
              value={String(form.slippage)}
              onChange={(value) =>
                change({ type: 'slippage', tenths: value === 'null' ? null : Number(value) })
              }
            />
          </div>
        )}
        <TicketTags />
        <OneClickSwitch />
      </div>
    </details>
  )
}
