import type { ContractOrder } from '@candor/contract'
import type { Market } from '@candor/rules'
import { Button, buttonClass } from '@candor/ui/button.tsx'
import { Money, Price } from '@candor/ui/figures.tsx'
import { Fact, Facts } from '@candor/ui/surface.tsx'
import { useEffect, useRef } from 'react'
import { useWords } from '../session/language.ts'
import { OrderStatus } from './order-cells.tsx'
import { digitsFor } from './ticket-cost-list.tsx'
import { volumeText } from './volume-text.ts'

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
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col gap-4 px-4 py-4 max-md:px-0">
      <div>
        <OrderStatus status={order.status} />
        <h2 ref={head} tabIndex={-1} className="mt-1 font-semibold text-20 text-ink outline-none">
          {t(waits ? 'orders.result.pending' : 'orders.result.title', {
            direction: order.direction,
            what: volumeText(t, tag, order.lots, market),
          })}
        </h2>
        {order.mode === 'demo' && <p className="mt-1 text-14 text-accent">{t('orders.review.demo')}</p>}
      </div>
      <Facts>
        <Fact name={t(waits ? 'orders.ticket.waitsAt' : 'orders.field.openPrice')} strong>
          <Price price={order.openPrice ?? order.price} digits={market.digits} />
        </Fact>
        <Fact name={t('orders.field.margin')}>
          <Money amount={order.margin} asset="USDT" max={2} />
        </Fact>
        {!waits && (
          <Fact name={t('orders.field.fee')}>
            <Money amount={order.fee} asset="USDT" max={digitsFor(order.fee)} />
          </Fact>
        )}
        <Fact name={t('orders.field.stopLoss')}>
          {order.stopLoss === null ? (
            t('orders.value.none')
          ) : (
            <Price price={order.stopLoss} digits={market.digits} />
          )}
        </Fact>
        <Fact name={t('orders.field.takeProfit')}>
          {order.takeProfit === null ? (
            t('orders.value.none')
          ) : (
            <Price price={order.takeProfit} digits={market.digits} />
          )}
        </Fact>
        <Fact name={t('orders.field.orderNo')}>
          <bdi className="figures">{order.orderNo}</bdi>
        </Fact>
      </Facts>
      <div className="flex flex-col gap-2">
        {!waits && (
          <a href={`#/profile/orders/${order.id}/receipt`} className={buttonClass('secondary', 'm', true)}>
            {t('orders.result.receipt')}
          </a>
        )}
        <a href={`#/profile/orders/${order.id}`} className={buttonClass('secondary', 'm', true)}>
          {t('orders.result.order')}
        </a>
        <Button
          full
          onClick={() => {
            onAgain()
            onLeave?.()
          }}
        >
          {t('orders.result.another')}
        </Button>
      </div>
    </div>
  )
}
