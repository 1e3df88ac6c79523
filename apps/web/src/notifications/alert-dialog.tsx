import type { MarketItem, PriceAlert } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { formatLevel, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLivePrice } from '../live/price-socket.ts'
import { failureText } from '../session/calls/failure.ts'
import { useApiMutation } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { type AlertProblem, alertSide, isTooMany } from './alert-form.ts'
import { AlertList } from './alert-list.tsx'

interface AlertDialogProps {
  readonly market: MarketItem
  readonly alerts: readonly PriceAlert[]
  /** Price chosen on the chart, as a decimal text. */
  readonly price?: string
  readonly onClose: () => void
}

/** Sets a price alert on one market, and shows those that wait there. */
export default function AlertDialog({ market, alerts, price = '', onClose }: AlertDialogProps) {
  const { t } = useWords()
  const { now, typed, type, error, saving, submit } = useNewAlert(market, price, onClose)
  const waiting = alerts.filter(({ code, firedAt }) => code === market.code && firedAt === null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('notifications.bell', { code: market.code })}
      footer={
        <Button type="submit" form="alert-form" full busy={saving}>
          {t('notifications.add.act')}
        </Button>
      }
    >
      <form id="alert-form" noValidate onSubmit={submit}>
        <Field
          label={t('notifications.add.price')}
          error={error}
          hint={t('notifications.add.hint', { price: now ?? '—' })}
        >
          {(control) => <NumberInput {...control} autoFocus value={typed} onValue={type} />}
        </Field>
      </form>
      {waiting.length > 0 && <AlertList alerts={waiting} className="mt-5 border-hairline border-t pt-1" />}
    </Dialog>
  )
}

/** The alert that is being typed, checked against the price now, and its saving. */
function useNewAlert(market: MarketItem, start: string, onSaved: () => void) {
  const { t, tag } = useWords()
  const queries = useQueryClient()
  const add = useApiMutation('addAlert')
  const [typed, setTyped] = useState(start)
  const [problem, setProblem] = useState<AlertProblem | null>(null)
  const now = useLivePrice(market.code)?.price ?? market.price
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const side = alertSide(typed, now)
    if (side !== 'above' && side !== 'below') return setProblem(side)
    const price = typed.trim()
    add.mutate(
      { code: market.code, price, side },
      {
        onSuccess: () => {
          toast(
            t('notifications.add.done', { code: market.code, price: formatLevel(price, market.digits, tag) }),
            'good',
          )
          void queries.invalidateQueries({ queryKey: ['listAlert'] })
          onSaved()
        },
        onError: (error) => setProblem(isTooMany(error) ? 'many' : null),
      },
    )
  }
  const failed = add.error !== null && !isTooMany(add.error) ? failureText(t, add.error) : null
  return {
    now: now === null ? null : formatPrice(now, market.digits, tag),
    typed,
    type: (text: string) => {
      setProblem(null)
      setTyped(text)
    },
    error: problem === null ? failed : t(`notifications.add.${problem}`),
    saving: add.isPending,
    submit,
  }
}
