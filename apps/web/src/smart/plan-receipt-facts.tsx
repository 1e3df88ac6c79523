import { Money } from '@candor/ui/figures/figures.tsx'
import { Fact } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language/language.ts'
import { dailyText, yearlyText } from './yield-text.ts'

type Stated = Readonly<Record<string, string | number | null>>

/** Summary of a plan's receipt: the terms, the payouts, and the state. */
export function PlanReceiptFacts({ order }: { readonly order: Stated }) {
  const { t, tag } = useWords()
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const money = (value: unknown) => <Money amount={String(value ?? '0')} asset="USDT" />
  const status = t.maybe(`smart.status.${String(order.status)}`) ?? String(order.status)
  return (
    <>
      <Fact name={t('smart.field.orderNo')}>
        <bdi className="figures">{order.orderNo}</bdi>
      </Fact>
      <Fact name={t('smart.field.productName')} strong>
        {order.productName}
      </Fact>
      <Fact name={t('smart.field.amount')} strong>
        {money(order.amount)}
      </Fact>
      <Fact name={t('smart.field.days')}>{t('smart.days', { days: Number(order.days) })}</Fact>
      <Fact name={t('smart.field.dailyYield')}>
        <bdi dir="ltr" className="figures">
          {dailyText(String(order.dailyYield), tag)}
        </bdi>
      </Fact>
      <Fact name={t('smart.field.yearlyYield')}>
        <bdi dir="ltr" className="figures">
          {yearlyText(String(order.yearlyYield), tag)}
        </bdi>
      </Fact>
      <Fact name={t('smart.field.startedAt')}>{day.format(Number(order.startedAt))}</Fact>
      <Fact name={t('smart.field.expiresAt')}>{day.format(Number(order.expiresAt))}</Fact>
      <Fact name={t('smart.field.sharedDays')}>
        <span className="figures">{order.sharedDays}</span>
      </Fact>
      <Fact name={t('smart.exit.paid')}>{money(order.paid)}</Fact>
      <Fact name={t('smart.exit.penalty')}>{money(order.penalty)}</Fact>
      <Fact name={t('smart.field.status')}>{status}</Fact>
    </>
  )
}
