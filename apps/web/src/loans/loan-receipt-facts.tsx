import { Money } from '@candor/ui/figures/figures.tsx'
import { Fact } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language/language.ts'
import { dailyText, yearlyText } from '../smart/yield-text.ts'
import { Rate } from './loan-cells.tsx'

type Stated = Readonly<Record<string, string | number | null>>

/** Summary of a loan's receipt: the terms, the charges and repayments, and the status. */
export function LoanReceiptFacts({ order }: { readonly order: Stated }) {
  const { t, tag } = useWords()
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const money = (value: unknown) => <Money amount={String(value ?? '0')} asset="USDT" />
  const status = t.maybe(`loans.status.${String(order.status)}`) ?? String(order.status)
  return (
    <>
      <Fact name={t('loans.field.loanNo')}>
        <bdi className="figures">{order.orderNo}</bdi>
      </Fact>
      <Fact name={t('loans.field.amount')} strong>
        {money(order.amount)}
      </Fact>
      <Fact name={t('loans.field.days')}>{t('loans.days', { days: Number(order.days) })}</Fact>
      <Fact name={t('loans.terms.free')}>{t('loans.days', { days: Number(order.freeDays) })}</Fact>
      <Fact name={t('loans.field.dailyRate')}>
        <Rate text={dailyText(String(order.dailyRate), tag)} />
      </Fact>
      <Fact name={t('loans.field.overlayRate')}>
        <Rate text={dailyText(String(order.overlayRate), tag)} />
      </Fact>
      <Fact name={t('loans.field.apr')}>
        <Rate text={yearlyText(String(order.apr), tag)} />
      </Fact>
      <Fact name={t('loans.field.startedAt')}>{day.format(Number(order.startedAt))}</Fact>
      <Fact name={t('loans.field.dueAt')}>{day.format(Number(order.dueAt))}</Fact>
      <Fact name={t('loans.field.totalInterest')}>{money(order.interest)}</Fact>
      <Fact name={t('loans.field.overdueInterest')}>{money(order.overdue)}</Fact>
      <Fact name={t('loans.field.repaid')}>{money(order.repaid)}</Fact>
      <Fact name={t('loans.field.owed')}>{money(order.owed)}</Fact>
      <Fact name={t('loans.field.status')}>{status}</Fact>
    </>
  )
}
