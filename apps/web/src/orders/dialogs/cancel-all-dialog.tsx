import type { ContractOrder } from '@candor/contract'
import { Select } from '@candor/ui/controls/select.tsx'
import { Banner, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useEffect, useRef, useState } from 'react'
import { tellMoved } from '../../live/account-socket.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { newKey } from '../../session/calls/intent.ts'
import { useWords } from '../../session/language/language.ts'
import { DirectionWord } from '../list/order-cells.tsx'
import { useMarketsByCode, useOrders } from '../list/use-orders.ts'
import { ActFailure } from './act-failure.tsx'
import { type CancelledOrders, cancelOrders } from './cancel-orders.ts'

const everyMarket = ''

/** Dialog to cancel all pending orders, or those of one market: lists them with their number, then confirms. */
export function CancelAllDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords()
  const pending = useAllPending()
  const [code, setCode] = useState(everyMarket)
  const orders = (pending ?? []).filter((order) => code === everyMarket || order.code === code)
  const { run, busy, done } = useCancelling()
  const send = async () => {
    const { cancelled, refused, failure } = await run(orders)
    if (cancelled > 0) toast(t('orders.cancelAll.done', { count: cancelled }), 'good')
    if (failure === null && refused === 0) onClose()
  }
  const count = orders.length
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.cancelAll.title', { count })}
      cancelLabel={t('orders.cancelAll.keep')}
      confirm={{
        label: t('orders.cancelAll.confirm', { count }),
        busy,
        disabled: pending === null || count === 0,
        onClick: () => void send(),
      }}
    >
      <div className="flex flex-col gap-3">
        {orders[0]?.mode === 'demo' && <p className="text-14 text-accent">{t('orders.review.demo')}</p>}
        {pending === null ? (
          <SkeletonLines count={3} />
        ) : (
          <>
            <MarketChoice pending={pending} code={code} onChoose={setCode} />
            <ul className="max-h-72 divide-y divide-hairline overflow-y-auto">
              {orders.map((order) => (
                <OrderLine key={order.id} order={order} />
              ))}
            </ul>
          </>
        )}
        <p className="text-12 text-ink-2">{t('orders.cancelAll.note')}</p>
        {done !== null && done.refused > 0 && (
          <Banner tone="warn">{t('orders.cancelAll.refused', { count: done.refused })}</Banner>
        )}
        {done?.failure != null && <ActFailure failure={done.failure} />}
      </div>
    </ConfirmDialog>
  )
}

/** All pending orders, page by page; null until the last page is there. */
function useAllPending(): readonly ContractOrder[] | null {
  const { items, hasMore, loadingMore, more } = useOrders('pending')
  useEffect(() => {
    if (hasMore && !loadingMore) more()
  }, [hasMore, loadingMore, more])
  return items === undefined || hasMore ? null : items
}

/** Cancels orders with a key for each, which stays the same when a lost response is asked for again. */
function useCancelling() {
  const keys = useRef(new Map<string, string>())
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<CancelledOrders | null>(null)
  const run = async (orders: readonly ContractOrder[]): Promise<CancelledOrders> => {
    setBusy(true)
    setDone(null)
    const result = await cancelOrders(orders, (id) => {
      const key = keys.current.get(id) ?? newKey()
      keys.current.set(id, key)
      return callServer('cancelContract', { id }, { key })
    })
    tellMoved()
    setBusy(false)
    setDone(result)
    return result
  }
  return { run, busy, done }
}

/** The markets with pending orders, where there are several. */
function MarketChoice({
  pending,
  code,
  onChoose,
}: {
  readonly pending: readonly ContractOrder[]
  readonly code: string
  readonly onChoose: (code: string) => void
}) {
  const { t } = useWords()
  const codes = [...new Set(pending.map((order) => order.code))].sort()
  if (codes.length < 2 && code === everyMarket) return null
  const numberOf = (one: string) => pending.filter((order) => order.code === one).length
  return (
    <Select
      label={t('orders.field.code')}
      options={[
        { value: everyMarket, label: t('orders.cancelAll.markets') },
        ...codes.map((value) => ({
          value,
          label: t('orders.cancelAll.market', { code: value, count: numberOf(value) }),
        })),
      ]}
      value={code}
      onChange={onChoose}
    />
  )
}

function OrderLine({ order }: { readonly order: ContractOrder }) {
  const { t, tag } = useWords()
  const digits = useMarketsByCode().get(order.code)?.digits ?? 2
  return (
    <li className="flex items-baseline justify-between gap-3 py-2 text-14">
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        {order.code} <DirectionWord direction={order.direction} />
        <span className="figures text-ink-2">{formatDecimal(order.lots, tag)}</span>
      </span>
      <span className="text-end text-ink-2">
        {t(`orders.kind.${order.kind}`)} <Price price={order.price} digits={digits} className="text-ink" />
      </span>
    </li>
  )
}
