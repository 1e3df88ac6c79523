import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Detail } from '@candor/ui/surface.tsx'
import { lessOf, ResultCard } from '../orders/result-card.tsx'
import { dailyText, yearlyText } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import { planNet } from './plans/plan-exit.ts'

type Stated = Readonly<Record<string, string | number | null>>

/** Result of a plan that has ended; nothing while it earns. */
export function PlanReceiptResult({ order: { status, paid, penalty } }: { readonly order: Stated }) {
  const { t } = useWords()
  if (status === 'earning' || typeof paid !== 'string' || typeof penalty !== 'string') return null
  const lines = [
    { name: t('receipts.fact.yield'), amount: paid },
    { name: t('smart.exit.penalty'), amount: lessOf(penalty) },
  ]
  return <ResultCard name={t('orders.stats.net')} net={planNet(paid, penalty)} lines={lines} />
}

/** Summary of a plan's receipt: the terms, the payouts, and the state. */
export function PlanReceiptDetails({ order }: { readonly order: Stated }) {
  const { t, tag } = useWords()
  const money = (value: unknown) => <Money amount={String(value ?? '0')} asset="USDT" />
  const status = t.maybe(`smart.status.${String(order.status)}`) ?? String(order.status)
  return (
    <>
      <Detail name={t('smart.field.orderNo')}>
        <bdi className="figures">{order.orderNo}</bdi>
      </Detail>
      <Detail name={t('smart.field.productName')} strong>
        {order.productName}
      </Detail>
      <Detail name={t('smart.field.amount')} strong>
        {money(order.amount)}
      </Detail>
      <Detail name={t('smart.field.days')}>{t('smart.days', { days: Number(order.days) })}</Detail>
      <Detail name={t('smart.field.dailyYield')}>
        <bdi dir="ltr" className="figures">
          {dailyText(String(order.dailyYield), tag)}
        </bdi>
      </Detail>
      <Detail name={t('smart.field.yearlyYield')}>
        <bdi dir="ltr" className="figures">
          {yearlyText(String(order.yearlyYield), tag)}
        </bdi>
      </Detail>
      <Detail name={t('smart.field.startedAt')}>{formatMinute(Number(order.startedAt), tag)}</Detail>
      <Detail name={t('smart.field.expiresAt')}>{formatMinute(Number(order.expiresAt), tag)}</Detail>
      <Detail name={t('smart.field.sharedDays')}>
        <span className="figures">{order.sharedDays}</span>
      </Detail>
      <Detail name={t('smart.exit.paid')}>{money(order.paid)}</Detail>
      <Detail name={t('smart.exit.penalty')}>{money(order.penalty)}</Detail>
      <Detail name={t('smart.field.status')}>{status}</Detail>
    </>
  )
}
