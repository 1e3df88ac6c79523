import type { ContractOrder } from '@candor/contract'
import { type Price, writePrice } from '@candor/money'
import { RadioCard } from '@candor/ui/controls/radio-card.tsx'
import { formatDecimal, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useId, useState } from 'react'
import { useIdempotentMutation } from '../../../session/calls/use-call.ts'
import { useT, useWords } from '../../../session/language/language.ts'
import { digitsFor } from '../../ticket/ticket-cost-list.tsx'
import { ActFailure } from '../act-failure.tsx'
import { useBreakEven } from './use-break-even.ts'

const choices = ['price', 'withCosts'] as const
type Choice = (typeof choices)[number]

const texts = { price: 'orders.breakEven.price', withCosts: 'orders.breakEven.costs' } as const

/** The chosen level, and its sending. */
function useMove(order: ContractOrder, onClose: () => void) {
  const { t, tag } = useWords()
  const { market, levels } = useBreakEven(order)
  const [wanted, setWanted] = useState<Choice>('price')
  const edit = useIdempotentMutation('editContract')
  const chosen = levels?.[wanted] == null ? choices.find((one) => levels?.[one] != null) : wanted
  const level = chosen === undefined ? null : (levels?.[chosen] ?? null)
  const shown = (price: Price) => formatPrice(writePrice(price), market?.digits, tag)
  const send = () => {
    if (level === null) return
    const onSuccess = () => {
      toast(t('orders.breakEven.done', { price: shown(level) }), 'good')
      onClose()
    }
    edit.mutate({ id: order.id, stopLoss: writePrice(level) }, { onSuccess })
  }
  return { levels, level, chosen, setWanted, shown, edit, send }
}

/** Moves the stop loss of a position to its open price, or to where the costs are earned back too. */
export function BreakEvenDialog({
  order,
  onClose,
}: {
  readonly order: ContractOrder
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const { levels, level, chosen, setWanted, shown, edit, send } = useMove(order, onClose)
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.breakEven.title')}
      cancelLabel={t('shell.cancel')}
      confirm={{
        label: t('orders.breakEven.confirm'),
        busy: edit.isPending,
        disabled: level === null,
        onClick: send,
      }}
    >
      <div className="flex flex-col gap-3">
        {order.mode === 'demo' && <p className="text-14 text-accent">{t('orders.review.demo')}</p>}
        <LevelChoice
          levels={choices.flatMap((value) => {
            const price = levels?.[value] ?? null
            return price === null ? [] : [{ value, price: shown(price) }]
          })}
          chosen={chosen}
          onChoose={setWanted}
        />
        {levels !== null && level === null && (
          <p role="status" className="text-14 text-warn">
            {t('orders.breakEven.away')}
          </p>
        )}
        {levels !== null && level !== null && (
          <p className="text-12 text-ink-2">
            {t('orders.breakEven.costs.text', {
              costs: `\u2066${formatDecimal(levels.costs, tag, { min: 2, max: digitsFor(levels.costs) })} USDT\u2069`,
            })}
          </p>
        )}
        <p className="text-12 text-ink-2">{t('orders.breakEven.note')}</p>
        {edit.error !== null && <ActFailure failure={edit.error} />}
      </div>
    </ConfirmDialog>
  )
}

function LevelChoice({
  levels,
  chosen,
  onChoose,
}: {
  readonly levels: readonly { readonly value: Choice; readonly price: string }[]
  readonly chosen: Choice | undefined
  readonly onChoose: (choice: Choice) => void
}) {
  const t = useT()
  const name = useId()
  return (
    <div role="radiogroup" aria-label={t('orders.field.stopLoss')} className="flex flex-col gap-1.5">
      {levels.map(({ value, price }) => (
        <RadioCard
          key={value}
          name={name}
          value={value}
          checked={chosen === value}
          onChoose={() => onChoose(value)}
        >
          <span className="flex-1">{t(texts[value])}</span>
          <bdi dir="ltr" className="figures text-ink">
            {price}
          </bdi>
        </RadioCard>
      ))}
    </div>
  )
}
