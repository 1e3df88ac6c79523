import type { ContractOrder } from '@candor/contract'
import { writePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange, Price } from '@candor/ui/figures/figures.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'
import type { CloseEstimate } from './live-profit.ts'
import { sharedDigits } from './shared-digits.ts'

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
  const digits = sharedDigits([estimate.profit, estimate.commission, estimate.net])
  return (
    <DetailList>
      <Detail name={t('orders.field.openPrice')}>
        <Price price={order.openPrice} digits={market.digits} />
      </Detail>
      <Detail name={t('orders.review.price')}>
        <Price price={writePrice(estimate.price)} digits={market.digits} />
      </Detail>
      <Detail name={t('orders.close.profit')}>
        <MoneyChange amount={estimate.profit} asset="USDT" max={digits} />
      </Detail>
      <Detail name={t('orders.close.commission')}>
        <Money amount={estimate.commission} asset="USDT" max={digits} />
      </Detail>
      <Detail name={t('orders.close.net')} strong>
        <MoneyChange amount={estimate.net} asset="USDT" max={digits} arrow={false} />
      </Detail>
    </DetailList>
  )
}
