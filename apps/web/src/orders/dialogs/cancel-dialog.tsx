import type { ContractOrder } from '@candor/contract'
import { Price } from '@candor/ui/figures/figures.tsx'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { volumeText } from '../volume-text.ts'
import { ActFailure } from './act-failure.tsx'
import { usePosition } from './use-position.ts'

/** Taking back an order that waits. */
export function CancelDialog({
  order,
  onClose,
}: {
  readonly order: ContractOrder
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const { market } = usePosition(order)
  const cancel = useIdempotentMutation('cancelContract')
  const what = market === null ? order.code : volumeText(t, tag, order.lots, market)
  const send = () =>
    cancel.mutate(
      { id: order.id },
      {
        onSuccess: () => {
          toast(t('orders.cancel.done', { what }), 'good')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.cancel.title', { what })}
      cancelLabel={t('orders.cancel.keep')}
      confirm={{ label: t('orders.cancel.confirm'), busy: cancel.isPending, onClick: send }}
    >
      <div className="flex flex-col gap-3">
        {order.mode === 'demo' && <p className="text-14 text-accent">{t('orders.review.demo')}</p>}
        <DetailList>
          <Detail name={t('orders.field.kind')}>{t(`orders.kind.${order.kind}`)}</Detail>
          <Detail name={t('orders.ticket.waitsAt')}>
            <Price price={order.price} digits={market?.digits ?? 2} />
          </Detail>
        </DetailList>
        <p className="text-12 text-ink-2">{t('orders.cancel.note')}</p>
        {cancel.error !== null && <ActFailure failure={cancel.error} />}
      </div>
    </ConfirmDialog>
  )
}
