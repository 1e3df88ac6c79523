import type { Loan } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { CopiedValue } from '@candor/ui/controls/copy-button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Progress } from '@candor/ui/figures/pictures.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { dailyText, yearlyText } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import { receiptPath } from '../smart/plan-paths.ts'
import { PaperButton } from './agreement/paper-button.tsx'
import { LoadedLoan } from './loaded-loan.tsx'
import { LoanStatusWord, loanPath, Moment, Rate, usdtText } from './loan-cells.tsx'
import { LoanTimeline } from './loan-timeline.tsx'
import { RepayDialog } from './repay-dialog.tsx'
import { useLoan } from './use-loans.ts'

/** One loan: its status, its agreed terms, its history, its documents, and repaying it. */
export default function OneLoanPage() {
  const { t } = useWords()
  const { id } = useParams<{ id: string }>()
  const loan = useLoan(id ?? '')
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-6 px-4 py-5 md:px-6 md:py-8">
      <a
        href="#/loan"
        className="inline-flex items-center gap-1.5 self-start text-14 text-ink-2 no-underline hover:text-ink"
      >
        <ArrowLeft aria-hidden className="mirrored size-4" />
        {t('loans.loan.back')}
      </a>
      <LoadedLoan loan={loan}>{(data) => <Shown loan={data} />}</LoadedLoan>
    </div>
  )
}

function Shown({ loan }: { readonly loan: Loan }) {
  const { t, tag } = useWords()
  const running = loan.status === 'repaying' || loan.status === 'overdue'
  const share = Number(loan.totalRepayment) === 0 ? 0 : Number(loan.repaid) / Number(loan.totalRepayment)
  const progress = `${t('loans.field.repaid')}: \u2066${usdtText(loan.repaid, tag)} / ${usdtText(loan.totalRepayment, tag)} USDT\u2069`
  return (
    <>
      <Head loan={loan} />
      {loan.status === 'overdue' && (
        <Banner tone="bad">{t('loans.loan.overdue', { rate: dailyText(loan.overlayRate, tag) })}</Banner>
      )}
      {loan.status !== 'rejected' && (
        <Card>
          <p className="text-14 text-ink-2">
            {t(running ? 'loans.field.owed' : 'loans.field.totalRepayment')}
          </p>
          <p className="mt-0.5">
            <Money
              amount={running ? loan.owed : loan.totalRepayment}
              asset="USDT"
              className="font-semibold text-28 text-ink"
            />
          </p>
          <Progress share={share} label={progress} className="mt-4" />
          <p className="mt-1.5 text-12 text-ink-3">{progress}</p>
        </Card>
      )}
      <div className="grid items-start gap-6 md:grid-cols-2">
        <SoFar loan={loan} />
        <Terms loan={loan} />
      </div>
      <LoanTimeline loan={loan} />
    </>
  )
}

function Head({ loan }: { readonly loan: Loan }) {
  const { t, tag } = useWords()
  const [repaying, setRepaying] = useState(false)
  const running = loan.status === 'repaying' || loan.status === 'overdue'
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex flex-col gap-1">
        <LoanStatusWord status={loan.status} />
        <h1 className="font-semibold text-20 text-ink md:text-28">
          {t('loans.loan.title', { amount: usdtText(loan.amount, tag), days: loan.days })}
        </h1>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">
        <a href={`${loanPath(loan.id)}/agreement`} className={buttonClass('secondary')}>
          {t('loans.agreement.read')}
        </a>
        <PaperButton loan={loan} />
        {loan.startedAt !== null && (
          <a href={receiptPath(loan.id)} className={buttonClass('secondary')}>
            {t('loans.loan.receipt')}
          </a>
        )}
        {running && <Button onClick={() => setRepaying(true)}>{t('loans.repay.open')}</Button>}
      </div>
      {repaying && <RepayDialog loan={loan} onClose={() => setRepaying(false)} />}
    </header>
  )
}

function SoFar({ loan }: { readonly loan: Loan }) {
  const { t } = useWords()
  const money = (amount: string) => <Money amount={amount} asset="USDT" />
  return (
    <Card>
      <SectionHead title={t('loans.loan.sofar')} className="mb-2" />
      <DetailList>
        <Detail name={t('loans.field.status')}>{t(`loans.status.${loan.status}`)}</Detail>
        <Detail name={t('loans.field.owed')} strong>
          {money(loan.owed)}
        </Detail>
        <Detail name={t('loans.field.principalLeft')}>{money(loan.principalLeft)}</Detail>
        <Detail name={t('loans.field.currentInterest')}>{money(loan.currentInterest)}</Detail>
        <Detail name={t('loans.field.totalInterest')}>{money(loan.totalInterest)}</Detail>
        <Detail name={t('loans.field.overdueInterest')}>{money(loan.overdueInterest)}</Detail>
        <Detail name={t('loans.field.totalRepayment')}>{money(loan.totalRepayment)}</Detail>
        <Detail name={t('loans.field.repaid')}>{money(loan.repaid)}</Detail>
        <Detail name={t('loans.field.interestFrom')}>
          <Moment iso={loan.interestFrom} />
        </Detail>
        <Detail name={t('loans.field.dueAt')}>
          <Moment iso={loan.dueAt} />
        </Detail>
        <Detail name={t('loans.field.closedAt')}>
          <Moment iso={loan.closedAt} />
        </Detail>
      </DetailList>
    </Card>
  )
}

function Terms({ loan }: { readonly loan: Loan }) {
  const { t, tag } = useWords()
  return (
    <Card>
      <SectionHead title={t('loans.loan.terms')} className="mb-2" />
      <DetailList>
        <Detail name={t('loans.field.amount')} strong>
          <Money amount={loan.amount} asset="USDT" />
        </Detail>
        <Detail name={t('loans.field.days')}>{t('loans.days', { days: loan.days })}</Detail>
        <Detail name={t('loans.terms.free')}>{t('loans.days', { days: loan.freeDays })}</Detail>
        <Detail name={t('loans.field.dailyRate')}>
          <Rate text={dailyText(loan.dailyRate, tag)} />
        </Detail>
        <Detail name={t('loans.field.overlayRate')}>
          <Rate text={dailyText(loan.overlayRate, tag)} />
        </Detail>
        <Detail name={t('loans.field.apr')}>
          <Rate text={yearlyText(loan.apr, tag)} />
        </Detail>
        <Detail name={t('loans.field.createdAt')}>
          <Moment iso={loan.createdAt} />
        </Detail>
        <Detail name={t('loans.field.startedAt')}>
          <Moment iso={loan.startedAt} />
        </Detail>
        <Detail name={t('loans.field.signedName')}>{loan.signedName}</Detail>
        <Detail name={t('loans.field.loanNo')}>
          <CopiedValue value={loan.loanNo} shown={loan.loanNo} />
        </Detail>
        <Detail name={t('loans.field.agreementHash')}>
          <CopiedValue value={loan.agreementHash} shown={`${loan.agreementHash.slice(0, 12)}…`} />
        </Detail>
      </DetailList>
    </Card>
  )
}
