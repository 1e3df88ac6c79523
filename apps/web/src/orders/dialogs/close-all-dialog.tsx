import type { ContractOrder } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { ListEnd } from '../../session/calls/list-end.tsx'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { DirectionWord, ProfitCell } from '../list/order-cells.tsx'
import { useOrders } from '../list/use-orders.ts'
import { NextPriceNote } from '../ticket/next-price-note.tsx'
import { ActFailure } from './act-failure.tsx'

/** Dialog to close all open positions: each with its current result, then the confirmation. It names those that stay open. */
export function CloseAllDialog({ count, onClose }: { readonly count: number; readonly onClose: () => void }) {
  const { t } = useWords()
  const list = useOrders('open')
  const { items: orders = [] } = list
  const closeAll = useIdempotentMutation('closeAllContracts')
  const [refused, setRefused] = useState(0)
  const send = () =>
    closeAll.mutate(
      {},
      {
        onSuccess: (done) => {
          if (done.closed.length > 0) toast(t('orders.closeAll.done', { count: done.closed.length }), 'good')
          setRefused(done.refused.length)
          if (done.refused.length === 0) onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.closeAll.title', { count })}
      cancelLabel={t('orders.close.keep')}
      note={<NextPriceNote isSending={closeAll.isPending} />}
      confirm={{
        label: t('orders.closeAll.confirm'),
        busy: closeAll.isPending,
        disabled: count === 0,
        onClick: send,
      }}
    >
      <div className="flex flex-col gap-3">
        {orders[0]?.mode === 'demo' && <p className="text-14 text-accent">{t('orders.review.demo')}</p>}
        <ul className="max-h-72 divide-y divide-hairline overflow-y-auto">
          {orders.map((order) => (
            <OrderLine key={order.id} order={order} />
          ))}
        </ul>
        <ListEnd list={list} small quiet className="py-3" />
        <p className="text-12 text-ink-2">{t('orders.closeAll.note')}</p>
        {refused > 0 && <Banner tone="warn">{t('orders.closeAll.refused', { count: refused })}</Banner>}
        {closeAll.error !== null && <ActFailure failure={closeAll.error} />}
      </div>
    </ConfirmDialog>
  )
}

function OrderLine({ order }: { readonly order: ContractOrder }) {
  const { tag } = useWords()
  return (
    <li className="flex items-baseline justify-between gap-3 py-2 text-14">
      <span className="inline-flex items-baseline gap-2">
        {order.code} <DirectionWord direction={order.direction} />
        <span className="figures text-ink-2">{formatDecimal(order.lots, tag)}</span>
      </span>
      <ProfitCell order={order} />
    </li>
  )
}
