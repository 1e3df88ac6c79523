import type { ContractOrder } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { formatDecimal, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useMemo, useState } from 'react'
import { CallFailure, failureText } from '../../session/calls/failure.ts'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import type { Words } from '../../session/language/shown-language.ts'
import { problemText } from '../order-form/problem-text.ts'
import { NextPriceNote } from '../ticket/next-price-note.tsx'
import { mayTrade, TradingPause } from '../ticket/trading-pause.tsx'
import { volumeText } from '../volume-text.ts'
import { ActFailure } from './act-failure.tsx'
import { CloseEstimateDetails } from './close-estimate-details.tsx'
import { marginOf, PartField, partProblem } from './part-field.tsx'
import { usePosition } from './use-position.ts'

const isAbout = (failure: Error | null, code: number): boolean =>
  failure instanceof CallFailure && failure.code === code

/** Text for the result of closing. For a part, the response is the order that stays, so its result is in the list. */
function doneText(
  { t, tag }: Pick<Words, 't' | 'tag'>,
  closed: ContractOrder,
  what: string,
  digits: number | undefined,
): string {
  if (closed.closePrice === null) return t('orders.close.donePart', { what })
  return t('orders.close.done', {
    what,
    price: formatPrice(closed.closePrice, digits, tag),
    profit: `${formatDecimal(closed.profit ?? '0', tag, { min: 2, max: 2, signed: true })} USDT`,
  })
}

/** Dialog for closing an order or a part of it: shows the result at this moment, then confirms. */
export function CloseDialog({
  order,
  onClose,
}: {
  readonly order: ContractOrder
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const [lots, setLots] = useState(order.lots)
  const { info, market, price, estimate } = usePosition(useMemo(() => ({ ...order, lots }), [order, lots]))
  const close = useIdempotentMutation('closeContract')
  const what = market === null ? order.code : volumeText(t, tag, lots, market)
  const problem = market && partProblem(lots, order.lots, market)
  const refusedLots = isAbout(close.error, refusals.lotsInvalid)
  const problemWords = problem && problemText(t, tag, problem)
  const marginShare = marginOf(order, lots)
  const ready = info !== undefined && mayTrade(info, price) && problem === null
  const send = () =>
    close.mutate(
      { id: order.id, lots: lots.trim() === order.lots ? null : lots.trim() },
      {
        onSuccess: (closed) => {
          toast(doneText({ t, tag }, closed, what, info?.digits), 'good')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.close.title', { what })}
      cancelLabel={t('orders.close.keep')}
      note={<NextPriceNote isSending={close.isPending} />}
      confirm={{ label: t('orders.close.confirm'), busy: close.isPending, disabled: !ready, onClick: send }}
    >
      <div className="flex flex-col gap-3">
        {order.mode === 'demo' && <p className="text-14 text-accent">{t('orders.review.demo')}</p>}
        {market !== null && (
          <PartField
            lots={lots}
            whole={order.lots}
            market={market}
            error={problemWords ?? (refusedLots ? failureText(t, close.error) : null)}
            onLots={setLots}
          />
        )}
        <p className="font-medium text-14 text-ink">{t('orders.close.estimate')}</p>
        <CloseEstimateDetails order={order} market={market} estimate={estimate} />
        <p className="text-12 text-ink-2">
          {t('orders.close.note', { margin: `${formatDecimal(marginShare, tag, { min: 2, max: 2 })} USDT` })}
        </p>
        {info !== undefined && <TradingPause closes info={info} price={price} />}
        {close.error !== null && !refusedLots && <ActFailure failure={close.error} />}
      </div>
    </ConfirmDialog>
  )
}
