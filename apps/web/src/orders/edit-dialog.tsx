import type { Order } from '@candor/contract'
import { writePrice } from '@candor/money'
import { closingPrice } from '@candor/rules/orders/contract.ts'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field, NumberInput } from '@candor/ui/field.tsx'
import { formatDecimal, formatPercent } from '@candor/ui/format-decimal.ts'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { CallFailure, failureText } from '../session/failure.ts'
import { useWords } from '../session/language.ts'
import { useMoneyAct } from '../session/use-call.ts'
import { distanceShare, fieldOfRefusal, levelProblem, type OrderProblem } from './order-form.ts'
import { problemText } from './problem-text.ts'
import { usePosition } from './use-position.ts'

type Level = 'stopLoss' | 'takeProfit'

/** Stop loss and take profit of an open order: typed, judged by the shared rule, saved. */
export function EditDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const { t, tag } = useWords()
  const formId = useId()
  const { market, price } = usePosition(order)
  const [levels, setLevels] = useState({ stopLoss: order.stopLoss ?? '', takeProfit: order.takeProfit ?? '' })
  const [asked, setAsked] = useState(false)
  const edit = useMoneyAct('editContract')
  const closeAt = price.quote === null ? null : closingPrice(order.direction, price.quote)
  const form = { ...levels, direction: order.direction, protected: false }
  const problemOf = (field: Level): OrderProblem | null =>
    market === null || levels[field] === (order[field] ?? '')
      ? null
      : levelProblem(field, form, market, price.quote, closeAt)
  const errorOf = (field: Level): string | null => {
    const problem = asked ? problemOf(field) : null
    if (problem !== null) return problemText(t, tag, problem)
    const code = edit.error instanceof CallFailure ? edit.error.code : null
    return typeof code === 'number' && fieldOfRefusal(code) === field ? failureText(t, edit.error) : null
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (problemOf('stopLoss') !== null || problemOf('takeProfit') !== null) return
    edit.mutate(
      {
        id: order.id,
        stopLoss: levels.stopLoss.trim() || null,
        takeProfit: levels.takeProfit.trim() || null,
      },
      {
        onSuccess: () => {
          toast(t('orders.edit.saved'), 'good')
          onClose()
        },
      },
    )
  }
  const aside = (field: Level) => {
    const share = price.quote === null ? null : distanceShare(levels[field], order.direction, price.quote)
    return share === null ? t('orders.value.none') : formatPercent(share * 100, tag)
  }
  const elsewhere = edit.isError && errorOf('stopLoss') === null && errorOf('takeProfit') === null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('orders.edit.title')}
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
        {closeAt !== null && market !== null && (
          <p className="figures text-14 text-ink-2">
            {t('orders.edit.price', {
              price: formatDecimal(writePrice(closeAt), tag, { min: market.digits, max: market.digits }),
            })}
          </p>
        )}
        {(['stopLoss', 'takeProfit'] as const).map((field) => (
          <Field key={field} label={t(`orders.field.${field}`)} error={errorOf(field)} aside={aside(field)}>
            {(control) => (
              <NumberInput
                {...control}
                value={levels[field]}
                onValue={(text) => setLevels({ ...levels, [field]: text })}
              />
            )}
          </Field>
        ))}
        <p className="text-12 text-ink-3">{t('orders.edit.hint')}</p>
        {elsewhere && <Banner tone="bad">{failureText(t, edit.error)}</Banner>}
      </form>
    </Dialog>
  )
}
