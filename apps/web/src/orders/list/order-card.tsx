import type { ContractOrder } from '@candor/contract'
import { Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { CardLines } from '@candor/ui/figures/table.tsx'
import { useWords } from '../../session/language/language.ts'
import type { OpenDeed } from '../dialogs/deeds.ts'
import { DeedButtons } from '../dialogs/order-deeds.tsx'
import { TagChips } from '../tags/tag-chips.tsx'
import { DirectionWord, LastPriceCell, OrderStatus, ProfitCell } from './order-cells.tsx'

/** On a phone: what and how much, the result at the end, then the two things one can do. */
export function OrderCard({
  order,
  digits,
  onOpen,
}: {
  readonly order: ContractOrder
  readonly digits: number
  readonly onOpen: OpenDeed
}) {
  const { t, tag } = useWords()
  return (
    <div className="flex flex-col gap-2">
      <a href={`#/profile/orders/${order.id}`} className="no-underline">
        <CardLines
          title={
            <span className="inline-flex items-center gap-2">
              {order.code} <DirectionWord direction={order.direction} />
              <span className="figures text-ink-2">{formatDecimal(order.lots, tag)}</span>
            </span>
          }
          value={order.openedAt === null ? t(`orders.kind.${order.kind}`) : <ProfitCell order={order} />}
          detail={
            <bdi dir="ltr">
              <Price price={order.openPrice ?? order.price} digits={digits} /> →{' '}
              <LastPriceCell order={order} digits={digits} />
            </bdi>
          }
          state={
            <span className="flex items-center gap-2">
              {order.closeReason !== null && <span>{t(`orders.reason.${order.closeReason}`)}</span>}
              <OrderStatus status={order.status} />
            </span>
          }
        />
      </a>
      <TagChips tags={order.tags} />
      <DeedButtons order={order} onOpen={onOpen} full />
    </div>
  )
}
