import type { ContractOrder } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { type DecimalFormat, formatDecimal, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { ActFailure } from '../dialogs/act-failure.tsx'
import { usePosition } from '../dialogs/use-position.ts'
import { netResult } from '../net-result.ts'
import { NextPriceNote } from '../ticket/next-price-note.tsx'
import { digitsFor } from '../ticket/ticket-cost-list.tsx'
import { mayTrade } from '../ticket/trading-pause.tsx'
import { volumeText } from '../volume-text.ts'
import { lastFill } from './last-fill.ts'
import { type UndoCost, undoCost } from './undo-cost.ts'

/** Time for which an order can be undone here; it can be closed in the list at any time. */
const shownMs = 10_000

/** Says what was filled with one click, and undoes it by closing; empty where nothing was. */
export function FillNotice() {
  const { t } = useWords()
  const { mode } = useSession()
  const last = useSyncExternalStore(lastFill.subscribe, lastFill.get)
  const order = last?.mode === mode ? last : null
  const text = useRef<HTMLParagraphElement>(null)
  const held = useHeld(order)
  // Empty it takes no space, and no gap either.
  const shown = order === null ? '-mb-2' : 'flex flex-col gap-2 rounded-s bg-sunken px-3 py-2.5'
  return (
    <section aria-label={t('orders.oneClick.title')} className={shown} {...held}>
      {/* Always there, so that screen readers announce what comes into it. */}
      <p ref={text} tabIndex={-1} role="status" className="text-14 text-ink outline-none">
        {order !== null && <FillText order={order} />}
      </p>
      {order?.status === 'open' && (
        <Undo
          key={order.id}
          order={order}
          onUndone={(closed) => {
            lastFill.set(closed)
            // In place of the button that had the focus.
            text.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </section>
  )
}

/** Takes the notice away after its time, which begins again when the pointer or the focus leaves it. */
function useHeld(order: ContractOrder | null) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointed || isFocused
  useEffect(() => {
    if (order === null || isHeld) return
    const timer = setTimeout(() => lastFill.get() === order && lastFill.set(null), shownMs)
    return () => clearTimeout(timer)
  }, [order, isHeld])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}

/** The fill, or once it was undone the close with its net result. */
function FillText({ order }: { readonly order: ContractOrder }) {
  const { t, tag } = useWords()
  const { market } = usePosition(order)
  const { profit, fee, swap, direction } = order
  const what = market === null ? order.code : volumeText(t, tag, order.lots, market)
  const price = formatPrice(order.closePrice ?? order.openPrice, market?.digits, tag)
  if (order.status === 'open') return t('orders.oneClick.filled', { direction, what, price })
  const net = netResult({ profit: profit ?? '0', fee, swap, dividend: '0', cash: '0' })
  return t('orders.oneClick.undone', { what, price, net: usdtText(net, tag, { signed: true }) })
}

const usdtText = (amount: string, tag: string, format: DecimalFormat = {}): string =>
  `${formatDecimal(amount, tag, { min: 2, max: digitsFor(amount), ...format })} USDT`

/** The parts of a sum, so that they add up. */
const everyDigit = { max: 6, signed: true }

/** The button that closes again, with what that costs at this moment. */
function Undo({
  order,
  onUndone,
}: {
  readonly order: ContractOrder
  readonly onUndone: (closed: ContractOrder) => void
}) {
  const { t } = useWords()
  const id = useId()
  const { info, price, estimate } = usePosition(order)
  const undo = useIdempotentMutation('closeContract')
  const ready = estimate !== null && info !== undefined && mayTrade(info, price)
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <p id={id} className="min-w-0 text-12 text-ink-2">
          {ready ? <CostText cost={undoCost(order.fee, estimate)} /> : t('orders.close.noPrice')}
        </p>
        <Button
          variant="secondary"
          size="s"
          busy={undo.isPending}
          disabled={!ready}
          aria-describedby={id}
          onClick={() => undo.mutate({ id: order.id, lots: null }, { onSuccess: onUndone })}
        >
          {t('orders.oneClick.undo')}
        </Button>
      </div>
      {undo.isPending && <NextPriceNote isSending />}
      {undo.error !== null && <ActFailure failure={undo.error} />}
    </>
  )
}

function CostText({ cost }: { readonly cost: UndoCost }) {
  const { t, tag } = useWords()
  return t('orders.oneClick.undo.cost', {
    brings: Number(cost.net) > 0 ? 'yes' : 'no',
    amount: usdtText(cost.net.replace('-', ''), tag),
    price: usdtText(cost.price, tag, everyDigit),
    commission: usdtText(cost.commission, tag, everyDigit),
  })
}
