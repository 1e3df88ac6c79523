import type { Plan } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { CopiedValue } from '@candor/ui/controls/copy-button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Progress } from '@candor/ui/figures/pictures.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { dailyText, yearlyText } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { receiptPath } from './plan-paths.ts'
import { ExitDialog } from './plans/exit-dialog.tsx'
import { NextEarning, PlanStatus } from './plans/plan-cells.tsx'
import { planProgress } from './plans/plan-exit.ts'
import { usePlan } from './plans/use-plans.ts'
import { BuyerNotice } from './ticket/demo-notice.tsx'
import { yearlyOf } from './ticket/plan-form.ts'

/** One plan: its state, its terms at purchase, every field, and its receipt. */
export default function PlanPage() {
  const { t } = useWords()
  const { id } = useParams<{ id: string }>()
  const { mode } = useSession()
  const { plan, missing, failed, retry } = usePlan(id ?? '')
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-6 px-4 py-5 md:px-6 md:py-8">
      <a
        href="#/trading"
        className="inline-flex items-center gap-1.5 self-start text-14 text-ink-2 no-underline hover:text-ink"
      >
        <ArrowLeft aria-hidden className="mirrored size-4" />
        {t('smart.plan.back')}
      </a>
      {plan !== undefined && <Shown plan={plan} />}
      {plan === undefined && failed && <ErrorState title={t('smart.plan.error')} onRetry={retry} />}
      {missing && (
        <EmptyState
          wholePage
          icon={<FileQuestion aria-hidden />}
          title={t('smart.plan.notFound.title')}
          text={t('smart.plan.notFound.text')}
          action={mode === 'demo' && <BuyerNotice />}
        />
      )}
      {plan === undefined && !failed && !missing && <SkeletonLines count={9} />}
    </div>
  )
}

function Shown({ plan }: { readonly plan: Plan }) {
  const { t } = useWords()
  const [leaving, setLeaving] = useState(false)
  const progress = t('smart.progress', { paid: plan.sharedDays, days: plan.days })
  const running = plan.status === 'earning'
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <PlanStatus status={plan.status} />
          <h1 className="font-semibold text-20 text-ink md:text-28">
            {t('smart.plan.title', { product: plan.productName, days: plan.days })}
          </h1>
        </div>
        <div className="flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <a href={receiptPath(plan.id)} className={buttonClass('secondary')}>
            {t('smart.plan.receipt')}
          </a>
          {running && (
            <Button variant="secondary" onClick={() => setLeaving(true)}>
              {t('smart.exit.open')}
            </Button>
          )}
        </div>
      </header>
      <Card>
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div>
            <p className="text-14 text-ink-2">{t(revenueName(plan))}</p>
            <p className="mt-0.5">
              <Money amount={plan.totalRevenue} asset="USDT" className="font-semibold text-28 text-ink" />
            </p>
          </div>
          <p className="text-14 text-ink-2">
            {running ? (
              <NextEarning plan={plan} />
            ) : (
              <>
                {t('smart.field.closedAt')} <Moment iso={plan.closedAt} />
              </>
            )}
          </p>
        </div>
        <Progress share={planProgress(plan)} label={progress} className="mt-4" />
        <p className="mt-1.5 text-12 text-ink-3">{progress}</p>
      </Card>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <SoFar plan={plan} />
        <Terms plan={plan} />
      </div>
      <p className="text-14 text-ink-2">
        <a href="#/profile/balance" className="text-accent">
          {t('smart.plan.statement')}
        </a>
      </p>
      {leaving && <ExitDialog plan={plan} onClose={() => setLeaving(false)} />}
    </>
  )
}

function Moment({ iso }: { readonly iso: string | null }) {
  const { t, tag } = useWords()
  if (iso === null) return t('smart.value.none')
  return <time dateTime={iso}>{formatMinute(iso, tag)}</time>
}

const revenueName = ({ status }: Plan) =>
  status === 'exited' ? ('smart.field.totalRevenue.exited' as const) : ('smart.field.totalRevenue' as const)

const money = (amount: string): ReactNode => <Money amount={amount} asset="USDT" />

function SoFar({ plan }: { readonly plan: Plan }) {
  const { t } = useWords()
  const running = plan.status === 'earning'
  const penaltyName = running
    ? t('smart.field.penalty.now')
    : plan.status === 'exited'
      ? t('smart.field.penalty.paid')
      : t('smart.field.penalty')
  return (
    <Card>
      <SectionHead title={t('smart.plan.sofar')} className="mb-2" />
      <DetailList>
        <Detail name={t('smart.field.status')}>{t(`smart.status.${plan.status}`)}</Detail>
        <Detail name={t('smart.field.runDays')}>
          <span className="figures">{plan.runDays}</span>
        </Detail>
        <Detail name={t('smart.field.sharedDays')}>
          <span className="figures">{plan.sharedDays}</span>
        </Detail>
        <Detail name={t('smart.field.todayEarnings')}>{money(plan.todayEarnings)}</Detail>
        <Detail name={t(revenueName(plan))}>{money(plan.totalRevenue)}</Detail>
        <Detail name={t('smart.field.periodProfit')}>{money(plan.periodProfit)}</Detail>
        <Detail name={t('smart.field.currentInterest')}>{money(plan.currentInterest)}</Detail>
        <Detail name={penaltyName}>{money(plan.penalty)}</Detail>
        <Detail name={t('smart.field.nextEarningAt')}>
          <Moment iso={plan.nextEarningAt} />
        </Detail>
        <Detail name={t('smart.field.closedAt')}>
          <Moment iso={plan.closedAt} />
        </Detail>
      </DetailList>
    </Card>
  )
}

function Terms({ plan }: { readonly plan: Plan }) {
  const { t, tag } = useWords()
  return (
    <Card>
      <SectionHead title={t('smart.plan.terms')} className="mb-2" />
      <DetailList>
        <Detail name={t('smart.field.productName')}>{plan.productName}</Detail>
        <Detail name={t('smart.field.amount')} strong>
          {money(plan.amount)}
        </Detail>
        <Detail name={t('smart.field.days')}>
          <span className="figures">{plan.days}</span>
        </Detail>
        <Detail name={t('smart.field.dailyYield')}>
          <bdi dir="ltr" className="figures">
            {dailyText(plan.dailyYield, tag)}
          </bdi>
        </Detail>
        <Detail name={t('smart.field.yearlyYield')}>
          <bdi dir="ltr" className="figures">
            {yearlyText(yearlyOf(plan.dailyYield), tag)}
          </bdi>
        </Detail>
        <Detail name={t('smart.field.promised')}>{money(plan.promised)}</Detail>
        <Detail name={t('smart.field.startedAt')}>
          <Moment iso={plan.startedAt} />
        </Detail>
        <Detail name={t('smart.field.expiresAt')}>
          <Moment iso={plan.expiresAt} />
        </Detail>
        <Detail name={t('smart.field.orderNo')}>
          <CopiedValue value={plan.orderNo} />
        </Detail>
      </DetailList>
      <p className="mt-3 text-12 text-ink-2">
        {t('smart.truth.payer')} {t('smart.truth.risk')}
      </p>
    </Card>
  )
}
