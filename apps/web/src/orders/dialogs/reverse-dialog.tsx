import type { ContractOrder } from '@candor/contract'
import { formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { NextPriceNote } from '../ticket/next-price-note.tsx'
import { mayOpen, TradingPause } from '../ticket/trading-pause.tsx'
import { volumeText } from '../volume-text.ts'
import { ActFailure } from './act-failure.tsx'
import { CloseEstimateDetails } from './close-estimate-details.tsx'
import { usePosition } from './use-position.ts'

/** Closing an order and opening its opposite: what closing would give, then the promise of both. */
export function ReverseDialog({
  order,
  onClose,
}: {
  readonly order: ContractOrder
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const { info, market, price, estimate } = usePosition(order)
  const reverse = useIdempotentMutation('reverseContract')
  const what = market === null ? order.code : volumeText(t, tag, order.lots, market)
  const send = () =>
    reverse.mutate(
      { id: order.id },
      {
        onSuccess: (opened) => {
          const at = formatPrice(opened.openPrice, info?.digits, tag)
          toast(t('orders.reverse.done', { direction: opened.direction, what, price: at }), 'good')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.reverse.title', { what })}
      cancelLabel={t('orders.close.keep')}
      note={<NextPriceNote isSending={reverse.isPending} />}
      confirm={{
        label: t('orders.reverse.confirm'),
        busy: reverse.isPending,
        disabled: info === undefined || !mayOpen(info, price),
        onClick: send,
      }}
    >
      <div className="flex flex-col gap-3">
        {order.mode === 'demo' && <p className="text-14 text-accent">{t('orders.review.demo')}</p>}
        <p className="font-medium text-14 text-ink">{t('orders.close.estimate')}</p>
        <CloseEstimateDetails order={order} market={market} estimate={estimate} />
        <p className="text-12 text-ink-2">{t('orders.reverse.note')}</p>
        <p className="text-12 text-warn">{t('orders.reverse.unprotected')}</p>
        {info !== undefined && <TradingPause info={info} price={price} />}
        {reverse.error !== null && <ActFailure failure={reverse.error} />}
      </div>
    </ConfirmDialog>
  )
}
