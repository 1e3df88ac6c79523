import type { ContractOrder } from '@candor/contract'
import type { Market } from '@candor/rules'
import { Money, Price } from '@candor/ui/figures/figures.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'
import { OrderStatus } from '../list/order-cells.tsx'
import { volumeText } from '../volume-text.ts'
import { ResultActions } from './result-actions.tsx'
import { digitsFor } from './ticket-cost-list.tsx'

/** Result of an order: the fill, the margin held, the commission paid, and a link to the receipt. */
export function TicketResult({
  order,
  market,
  onAgain,
  onLeave,
}: {
  readonly order: ContractOrder
  readonly market: Market
  readonly onAgain: () => void
  readonly onLeave?: () => void
}) {
  const { t, tag } = useWords()
  const waits = order.status === 'pending'
  const path = `#/profile/orders/${order.id}`
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col gap-4 px-4 py-4 max-md:px-0">
      <div>
        <OrderStatus status={order.status} />
        <StepHeading className="mt-1 font-semibold text-20 text-ink outline-none">
          {t(waits ? 'orders.result.pending' : 'orders.result.title', {
            direction: order.direction,
            what: volumeText(t, tag, order.lots, market),
          })}
        </StepHeading>
        {order.mode === 'demo' && <p className="mt-1 text-14 text-accent">{t('orders.review.demo')}</p>}
      </div>
      <OrderDetails order={order} digits={market.digits} />
      <ResultActions
        links={[
          ...(waits ? [] : [{ path: `${path}/receipt`, label: t('orders.result.receipt') }]),
          { path, label: t('orders.result.order') },
        ]}
        againLabel={t('orders.result.another')}
        onAgain={() => {
          onAgain()
          onLeave?.()
        }}
      />
    </div>
  )
}

/** Price, margin, commission and levels of the placed order. */
function OrderDetails({ order, digits }: { readonly order: ContractOrder; readonly digits: number }) {
  const { t } = useWords()
  const waits = order.status === 'pending'
  return (
    <DetailList>
      <Detail name={t(waits ? 'orders.ticket.waitsAt' : 'orders.field.openPrice')} strong>
        <Price price={order.openPrice ?? order.price} digits={digits} />
      </Detail>
      <Detail name={t('orders.field.margin')}>
        <Money amount={order.margin} asset="USDT" max={2} />
      </Detail>
      {!waits && (
        <Detail name={t('orders.field.fee')}>
          <Money amount={order.fee} asset="USDT" max={digitsFor(order.fee)} />
        </Detail>
      )}
      <Detail name={t('orders.field.stopLoss')}>
        <Level price={order.stopLoss} digits={digits} />
      </Detail>
      <Detail name={t('orders.field.takeProfit')}>
        <Level price={order.takeProfit} digits={digits} />
      </Detail>
      <Detail name={t('orders.field.orderNo')}>
        <bdi className="figures">{order.orderNo}</bdi>
      </Detail>
    </DetailList>
  )
}

function Level({ price, digits }: { readonly price: string | null; readonly digits: number }) {
  const { t } = useWords()
  return price === null ? t('orders.value.none') : <Price price={price} digits={digits} />
}
