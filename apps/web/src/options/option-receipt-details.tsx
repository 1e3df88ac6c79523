import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { Detail } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { useWords } from '../session/language/language.ts'
import { optionCourse } from './option-course.ts'
import { OptionResult } from './option-result.tsx'

/** Result of a settled option, and the option on the prices of its time; nothing while it runs. */
export function OptionReceiptResult({ document }: { readonly document: object }) {
  const course = optionCourse(document)
  return course === null ? null : <OptionResult course={course} />
}

type Stated = Readonly<Record<string, string | number | null>>

/** Summary of an option's receipt: the terms, both prices, and the result. */
export function OptionReceiptDetails({ order }: { readonly order: Stated }) {
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
      <Detail name={t('options.field.orderNo')}>{figure(order.orderNo)}</Detail>
      <Detail name={t('options.field.code')} strong>
        {order.code}
      </Detail>
      <Detail name={t('options.field.type')}>{t('options.type')}</Detail>
      <Detail name={t('options.field.direction')}>{named('direction', order.direction)}</Detail>
      <Detail name={t('options.field.periodSeconds')}>
        {t('options.period.seconds', { count: Number(order.periodSeconds) })}
      </Detail>
      <Detail name={t('options.field.amount')}>{figure(order.stake, ' USDT')}</Detail>
      <Detail name={t('options.field.payoutRate')}>
        <span className="figures">{formatShare(String(order.payoutRate), tag, 0)}</span>
      </Detail>
      <Detail name={t('options.field.openPrice')}>{figure(order.openPrice)}</Detail>
      <Detail name={t('options.field.closePrice')}>{figure(order.closePrice)}</Detail>
      {typeof order.split === 'string' && <Detail name={t('options.field.split')}>{order.split}</Detail>}
      <Detail name={t('options.field.result')}>{named('result', order.result ?? 'open')}</Detail>
      <Detail name={t('options.field.refundReason')}>{named('refund', order.refundReason)}</Detail>
      <Detail name={t('options.field.profit')} strong>
        {typeof order.profit === 'string' ? (
          <MoneyChange amount={order.profit} asset="USDT" arrow={false} />
        ) : (
          none
        )}
      </Detail>
    </>
  )
}
