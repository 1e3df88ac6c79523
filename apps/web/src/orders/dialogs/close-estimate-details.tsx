import type { ContractOrder } from '@candor/contract'
import { writePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange, Price } from '@candor/ui/figures/figures.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'
import { digitsFor } from '../ticket/ticket-cost-list.tsx'
import type { CloseEstimate } from './live-profit.ts'

/** The estimated result of closing now; without prices, a note that nothing can be closed. */
export function CloseEstimateDetails({
  order,
  market,
  estimate,
}: {
  readonly order: ContractOrder
  readonly market: Market | null
  readonly estimate: CloseEstimate | null
}) {
  const { t } = useWords()
  if (estimate === null || market === null) return <Banner tone="warn">{t('orders.close.noPrice')}</Banner>
  return (
    <DetailList>
      <Detail name={t('orders.field.openPrice')}>
        <Price price={order.openPrice} digits={market.digits} />
      </Detail>
      <Detail name={t('orders.review.price')}>
        <Price price={writePrice(estimate.price)} digits={market.digits} />
      </Detail>
      <Detail name={t('orders.close.profit')}>
        <MoneyChange amount={estimate.profit} asset="USDT" max={digitsFor(estimate.profit)} />
      </Detail>
      <Detail name={t('orders.close.commission')}>
        <Money amount={estimate.commission} asset="USDT" max={digitsFor(estimate.commission)} />
      </Detail>
      <Detail name={t('orders.close.net')} strong>
        <MoneyChange amount={estimate.net} asset="USDT" max={digitsFor(estimate.net)} arrow={false} />
      </Detail>
    </DetailList>
  )
}
