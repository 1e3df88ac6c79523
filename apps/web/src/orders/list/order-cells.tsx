import type { ContractOrder } from '@candor/contract'
import { writePrice } from '@candor/money'
import { openingPrice } from '@candor/rules/orders/contract.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { StatusWord, type Tone } from '@candor/ui/feedback.tsx'
import { MoneyChange, Price } from '@candor/ui/figures/figures.tsx'
import { ArrowDownRight, ArrowUpRight, CircleCheck, CircleDot, CircleX, Clock } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'
import { usePosition } from '../dialogs/use-position.ts'

/** Buy or sell: a word with an arrow, and its colour. */
export function DirectionWord({ direction }: { readonly direction: ContractOrder['direction'] }) {
  const t = useT()
  const Arrow = direction === 'buy' ? ArrowUpRight : ArrowDownRight
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-0.5 font-medium',
        direction === 'buy' ? 'text-up' : 'text-down',
      )}
    >
      <Arrow aria-hidden className="size-3.5" />
      {t(`orders.direction.${direction}`)}
    </span>
  )
}

/** Profit of an open order, drawn again with each quote of its market; realised once closed. */
export const ProfitCell = memo(function ProfitCell({ order }: { readonly order: ContractOrder }) {
  return order.status === 'open' ? <LiveProfit order={order} /> : <ProfitText profit={order.profit} />
})

function LiveProfit({ order }: { readonly order: ContractOrder }) {
  const { estimate, price } = usePosition(order)
  return (
    <span className={price.stale ? 'grayscale' : ''}>
      <ProfitText profit={estimate?.profit ?? order.profit} />
    </span>
  )
}

function ProfitText({ profit }: { readonly profit: string | null }) {
  return profit === null ? '—' : <MoneyChange amount={profit} max={2} arrow={false} />
}

/** The price an open order would close at now; the closing price once it has one. */
export const LastPriceCell = memo(function LastPriceCell({
  order,
  digits,
}: {
  readonly order: ContractOrder
  readonly digits: number
}) {
  if (order.status === 'pending') return <LiveEntryPrice order={order} digits={digits} />
  if (order.status !== 'open') return <Price price={order.closePrice ?? order.lastPrice} digits={digits} />
  return <LiveLastPrice order={order} digits={digits} />
})

function LiveLastPrice({ order, digits }: { readonly order: ContractOrder; readonly digits: number }) {
  const { estimate } = usePosition(order)
  return <Price price={estimate === null ? order.lastPrice : writePrice(estimate.price)} digits={digits} />
}

/** The price a waiting order would open at if it opened now: how far it still is. */
function LiveEntryPrice({ order, digits }: { readonly order: ContractOrder; readonly digits: number }) {
  const { price } = usePosition(order)
  const now = price.quote === null ? null : writePrice(openingPrice(order.direction, price.quote))
  return <Price price={now} digits={digits} />
}

const looks: Readonly<Record<ContractOrder['status'], { tone: Tone; icon: ReactNode }>> = {
  pending: { tone: 'warn', icon: <Clock aria-hidden /> },
  open: { tone: 'accent', icon: <CircleDot aria-hidden /> },
  closed: { tone: 'neutral', icon: <CircleCheck aria-hidden /> },
  cancelled: { tone: 'neutral', icon: <CircleX aria-hidden /> },
  expired: { tone: 'neutral', icon: <CircleX aria-hidden /> },
}

/** The state as a word with an icon, never a colour alone. */
export function OrderStatus({ status }: { readonly status: ContractOrder['status'] }) {
  const t = useT()
  const { tone, icon } = looks[status]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`orders.status.${status}`)}
    </StatusWord>
  )
}
