import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Detail } from '@candor/ui/surface.tsx'
import { dailyText, yearlyText } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import { Rate } from './loan-cells.tsx'

type Stated = Readonly<Record<string, string | number | null>>

/** Summary of a loan's receipt: the terms, the charges and repayments, and the status. */
export function LoanReceiptDetails({ order }: { readonly order: Stated }) {
  const { t, tag } = useWords()
  const money = (value: unknown) => <Money amount={String(value ?? '0')} asset="USDT" />
  const status = t.maybe(`loans.status.${String(order.status)}`) ?? String(order.status)
  return (
    <>
      <Detail name={t('loans.field.loanNo')}>
        <bdi className="figures">{order.orderNo}</bdi>
      </Detail>
      <Detail name={t('loans.field.amount')} strong>
        {money(order.amount)}
      </Detail>
      <Detail name={t('loans.field.days')}>{t('loans.days', { days: Number(order.days) })}</Detail>
      <Detail name={t('loans.terms.free')}>{t('loans.days', { days: Number(order.freeDays) })}</Detail>
      <Detail name={t('loans.field.dailyRate')}>
        <Rate text={dailyText(String(order.dailyRate), tag)} />
      </Detail>
      <Detail name={t('loans.field.overlayRate')}>
        <Rate text={dailyText(String(order.overlayRate), tag)} />
      </Detail>
      <Detail name={t('loans.field.apr')}>
        <Rate text={yearlyText(String(order.apr), tag)} />
      </Detail>
      <Detail name={t('loans.field.startedAt')}>{formatMinute(Number(order.startedAt), tag)}</Detail>
      <Detail name={t('loans.field.dueAt')}>{formatMinute(Number(order.dueAt), tag)}</Detail>
      <Detail name={t('loans.field.totalInterest')}>{money(order.interest)}</Detail>
      <Detail name={t('loans.field.overdueInterest')}>{money(order.overdue)}</Detail>
      <Detail name={t('loans.field.repaid')}>{money(order.repaid)}</Detail>
      <Detail name={t('loans.field.owed')}>{money(order.owed)}</Detail>
      <Detail name={t('loans.field.status')}>{status}</Detail>
    </>
  )
}
