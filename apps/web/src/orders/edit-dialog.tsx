import type { ContractOrder } from '@candor/contract'
import { writePrice } from '@candor/money'
import { closingPrice, openingPrice } from '@candor/rules/orders/contract.ts'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Field, NumberInput } from '@candor/ui/field.tsx'
import { formatDecimal, formatPercent } from '@candor/ui/format-decimal.ts'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '../session/failure.ts'
import { useWords } from '../session/language.ts'
import { useIdempotentMutation } from '../session/use-call.ts'
import { ActFailure } from './act-failure.tsx'
import {
  changesOf,
  type EditField,
  type EditForm,
  editProblem,
  editQuote,
  fieldsOf,
  startEdit,
} from './edit-form.ts'
import { distanceShare } from './order-levels.ts'
import { problemText } from './problem-text.ts'
import { fieldOfFailure } from './refused-field.ts'
import { usePosition } from './use-position.ts'

/** Dialog for an order's levels, and for the price of a waiting one: typed or dragged, checked by the shared rule, saved. */
export function EditDialog({
  order,
  wished = {},
  onClose,
}: {
  readonly order: ContractOrder
  /** Prices set by a drag on the chart. */
  readonly wished?: Partial<EditForm>
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const formId = useId()
  const { market, price } = usePosition(order)
  const [form, setForm] = useState(() => startEdit(order, wished))
  const [asked, setAsked] = useState(Object.keys(wished).length > 0)
  const edit = useIdempotentMutation('editContract')
  const fields = fieldsOf(order)
  const waits = order.status === 'pending'
  const entryKind = order.kind === 'stop' ? 'stop' : 'limit'
  const problemOf = (field: EditField) =>
    market === null ? null : editProblem(field, order, form, market, price.quote)
  const refusedAt = edit.error === null ? null : fieldOfFailure(edit.error)
  const errorOf = (field: EditField): string | null => {
    const problem = asked ? problemOf(field) : null
    if (problem !== null) return problemText(t, tag, problem)
    return refusedAt === field ? failureText(t, edit.error) : null
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (fields.some((field) => problemOf(field) !== null)) return
    const done = () => {
      toast(t(waits ? 'orders.edit.changed' : 'orders.edit.saved'), 'good')
      onClose()
    }
    const changes = changesOf(order, form)
    if (Object.keys(changes).length === 0) return onClose()
    edit.mutate({ id: order.id, ...changes }, { onSuccess: done })
  }
  const now = price.quote && (waits ? openingPrice : closingPrice)(order.direction, price.quote)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(waits ? 'orders.edit.title.pending' : 'orders.edit.title')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={edit.isPending}>
            {t('orders.review.back')}
          </Button>
          <Button type="submit" form={formId} busy={edit.isPending}>
            {t('orders.edit.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} className="flex flex-col gap-4">
        {now !== null && market !== null && (
          <p className="figures text-14 text-ink-2">
            {t('orders.edit.price', {
              price: formatDecimal(writePrice(now), tag, { min: market.digits, max: market.digits }),
            })}
          </p>
        )}
        {fields.map((field) => (
          <Field
            key={field}
            label={t(field === 'price' ? `orders.ticket.price.${entryKind}` : `orders.field.${field}`)}
            error={errorOf(field)}
            aside={<Distance field={field} order={order} form={form} price={price} />}
          >
            {(control) => (
              <NumberInput
                {...control}
                value={form[field]}
                onValue={(text) => setForm({ ...form, [field]: text })}
              />
            )}
          </Field>
        ))}
        <p className="text-12 text-ink-3">{t('orders.edit.hint')}</p>
        {edit.error !== null && (refusedAt === null || !fields.some((field) => field === refusedAt)) && (
          <ActFailure failure={edit.error} />
        )}
      </form>
    </Dialog>
  )
}

/** Distance of a level from the price it is measured from; none for a field that is a distance itself. */
function Distance({
  field,
  order,
  form,
  price,
}: {
  readonly field: EditField
  readonly order: ContractOrder
  readonly form: EditForm
  readonly price: ReturnType<typeof usePosition>['price']
}) {
  const { t, tag } = useWords()
  const quote = field === 'price' ? price.quote : editQuote(order, form, price.quote)
  if (field === 'trailing') return form.trailing === '' ? t('orders.value.none') : null
  const share = quote === null ? null : distanceShare(form[field], order.direction, quote)
  return share === null ? t('orders.value.none') : formatPercent(share * 100, tag)
}
