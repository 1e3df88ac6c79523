import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { Fact } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { useWords } from '../session/language/language.ts'

type Stated = Readonly<Record<string, string | number | null>>

/** Summary of an option's receipt: the terms, both prices, and the result. */
export function OptionReceiptFacts({ order }: { readonly order: Stated }) {
  const { t, tag } = useWords()
  const none = t('options.value.none')
  const named = (group: string, value: unknown) => t.maybe(`options.${group}.${String(value)}`) ?? none
  const figure = (value: unknown, unit = ''): ReactNode =>
    value === null || value === undefined ? (
      none
    ) : (
      <bdi dir="ltr" className="figures">
        {formatDecimal(String(value), tag, unit === '' ? {} : { min: 2 })}
        {unit}
      </bdi>
    )
  return (
    <>
      <Fact name={t('options.field.orderNo')}>{figure(order.orderNo)}</Fact>
      <Fact name={t('options.field.code')} strong>
        {order.code}
      </Fact>
      <Fact name={t('options.field.type')}>{t('options.type')}</Fact>
      <Fact name={t('options.field.direction')}>{named('direction', order.direction)}</Fact>
      <Fact name={t('options.field.periodSeconds')}>
        {t('options.period.seconds', { count: Number(order.periodSeconds) })}
      </Fact>
      <Fact name={t('options.field.amount')}>{figure(order.stake, ' USDT')}</Fact>
      <Fact name={t('options.field.payoutRate')}>
        <span className="figures">{formatShare(String(order.payoutRate), tag, 0)}</span>
      </Fact>
      <Fact name={t('options.field.openPrice')}>{figure(order.openPrice)}</Fact>
      <Fact name={t('options.field.closePrice')}>{figure(order.closePrice)}</Fact>
      {typeof order.split === 'string' && <Fact name={t('options.field.split')}>{order.split}</Fact>}
      <Fact name={t('options.field.result')}>{named('result', order.result ?? 'open')}</Fact>
      <Fact name={t('options.field.refundReason')}>{named('refund', order.refundReason)}</Fact>
      <Fact name={t('options.field.profit')} strong>
        {typeof order.profit === 'string' ? (
          <MoneyChange amount={order.profit} asset="USDT" arrow={false} />
        ) : (
          none
        )}
      </Fact>
    </>
  )
}
