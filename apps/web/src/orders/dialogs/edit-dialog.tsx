import type { ContractOrder } from '@candor/contract'
import { writePrice } from '@candor/money'
import { closingPrice, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { formatPercent, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '../../session/calls/failure.ts'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { distanceShare } from '../order-form/order-levels.ts'
import { problemText } from '../order-form/problem-text.ts'
import { fieldOfFailure } from '../order-form/refused-field.ts'
import { ActFailure } from './act-failure.tsx'
import {
  changesOf,
  type EditField,
  type EditForm,
  editProblem,
  editQuote,
  fieldsOf,
  type OrderEdit,
  startEdit,
} from './edit-form.ts'
import { usePosition } from './use-position.ts'

interface EditDialogProps {
  readonly order: ContractOrder
  /** Prices set by a drag on the chart. */
  readonly wished?: Partial<EditForm>
  readonly onClose: () => void
}

/** Dialog for an order's levels, and for the price of a waiting one: typed or dragged, checked by the shared rule, saved. */
export function EditDialog({ order, wished = {}, onClose }: EditDialogProps) {
  const { t } = useWords()
  const formId = useId()
  const { fields, form, setField, errorOf, save, saving, failure, now } = useOrderEdit(order, wished, onClose)
  const { market, price } = now
  const waits = order.status === 'pending'
  const entryKind = order.kind === 'stop' ? 'stop' : 'limit'
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t(waits ? 'orders.edit.title.pending' : 'orders.edit.title')}
      cancelLabel={t('orders.review.back')}
      confirm={{ label: t('orders.edit.save'), busy: saving, form: formId }}
    >
      <form id={formId} onSubmit={save} className="flex flex-col gap-4">
        {market !== null && <PriceNow order={order} digits={market.digits} quote={price.quote} />}
        {fields.map((field) => (
          <Field
            key={field}
            label={t(field === 'price' ? `orders.ticket.price.${entryKind}` : `orders.field.${field}`)}
            error={errorOf(field)}
            aside={<Distance field={field} edit={{ order, form }} quote={price.quote} />}
          >
            {(control) => (
              <NumberInput {...control} value={form[field]} onValue={(text) => setField(field, text)} />
            )}
          </Field>
        ))}
        <p className="text-12 text-ink-3">{t('orders.edit.hint')}</p>
        {failure !== null && <ActFailure failure={failure} />}
      </form>
    </ConfirmDialog>
  )
}

/** State of an edit: the typed fields, their problems and refusals, and the saving. */
function useOrderEdit(order: ContractOrder, wished: Partial<EditForm>, onClose: () => void) {
  const { t, tag } = useWords()
  const now = usePosition(order)
  const [form, setForm] = useState(() => startEdit(order, wished))
  const [saveTried, setSaveTried] = useState(Object.keys(wished).length > 0)
  const edit = useIdempotentMutation('editContract')
  const fields = fieldsOf(order)
  const problemOf = (field: EditField) =>
    now.market === null ? null : editProblem(field, { order, form }, now.market, now.price.quote)
  const refusedAt = edit.error === null ? null : fieldOfFailure(edit.error)
  const errorOf = (field: EditField): string | null => {
    const problem = saveTried ? problemOf(field) : null
    if (problem !== null) return problemText(t, tag, problem)
    return refusedAt === field ? failureText(t, edit.error) : null
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setSaveTried(true)
    if (fields.some((field) => problemOf(field) !== null)) return
    const onSuccess = () => {
      toast(t(order.status === 'pending' ? 'orders.edit.changed' : 'orders.edit.saved'), 'good')
      onClose()
    }
    const changes = changesOf({ order, form })
    if (Object.keys(changes).length === 0) return onClose()
    edit.mutate({ id: order.id, ...changes }, { onSuccess })
  }
  return {
    fields,
    form,
    setField: (field: EditField, text: string) => setForm({ ...form, [field]: text }),
    errorOf,
    save,
    saving: edit.isPending,
    /** A failure that no field shows. */
    failure: fields.some((field) => field === refusedAt) ? null : edit.error,
    now,
  }
}

/** The price at which the order would open, or close, now. */
function PriceNow({
  order,
  digits,
  quote,
}: {
  readonly order: ContractOrder
  readonly digits: number
  readonly quote: TwoPrices | null
}) {
  const { t, tag } = useWords()
  const now = quote && (order.status === 'pending' ? openingPrice : closingPrice)(order.direction, quote)
  if (now === null) return null
  return (
    <p className="figures text-14 text-ink-2">
      {t('orders.edit.price', {
        price: formatPrice(writePrice(now), digits, tag),
      })}
    </p>
  )
}

/** Distance of a level from the price it is measured from; none for a field that is a distance itself. */
function Distance({
  field,
  edit,
  quote,
}: {
  readonly field: EditField
  readonly edit: OrderEdit
  readonly quote: TwoPrices | null
}) {
  const { t, tag } = useWords()
  const { order, form } = edit
  const from = field === 'price' ? quote : editQuote(edit, quote)
  if (field === 'trailing') return form.trailing === '' ? t('orders.value.none') : null
  const share = from === null ? null : distanceShare(form[field], order.direction, from)
  return share === null ? t('orders.value.none') : formatPercent(share * 100, tag)
}
