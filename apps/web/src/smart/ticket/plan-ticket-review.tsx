import { Money } from '@candor/ui/figures/figures.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { ActFailure, isUnanswered } from '../../orders/dialogs/act-failure.tsx'
import { AccountNote, Passage, StackedReviewButtons } from '../../orders/ticket/review-parts.tsx'
import { useWords } from '../../session/language/language.ts'
import { usdtText } from '../plans/plan-cells.tsx'
import { PlanDetails } from './plan-ticket-form.tsx'
import type { PlanTicket } from './use-plan-ticket.ts'

/** The step before confirmation: every figure, the worst case, and what happens next. */
export function PlanTicketReview({ ticket }: { readonly ticket: PlanTicket }) {
  const { t, tag } = useWords()
  const { figures, product } = ticket
  if (figures === null || product === null) return null
  const amount = usdtText(figures.amount, tag)
  return (
    <div className="flex flex-col gap-4">
      <StepHeading className="font-semibold text-16 text-ink outline-none">
        {t('smart.review.title')}
      </StepHeading>
      <AccountNote mode="real">{t('smart.review.real')}</AccountNote>
      <div>
        <DetailList className="[&>div]:py-1.5">
          <Detail name={t('smart.review.product')}>{product.name}</Detail>
          <Detail name={t('smart.form.amount')} strong>
            <Money amount={figures.amount} asset="USDT" />
          </Detail>
          <Detail name={t('smart.form.days')}>{t('smart.days', { days: figures.days })}</Detail>
          <Detail name={t('smart.review.start')}>{t('smart.review.start.now')}</Detail>
        </DetailList>
        <div className="border-hairline border-t">
          <PlanDetails figures={figures} />
        </div>
      </div>
      <Passage title={t('smart.review.worst.title')}>
        {t('smart.form.early', { penalty: usdtText(figures.penaltyMost, tag) })} {t('smart.truth.risk')}
      </Passage>
      <Passage title={t('smart.review.next.title')}>
        {t('smart.review.next', { amount, promised: usdtText(figures.promised, tag) })}{' '}
        {t('smart.review.terms')}
      </Passage>
      <Outcome ticket={ticket} amount={amount} />
    </div>
  )
}

/** Result of a first attempt, if there was one, and the confirm button. */
function Outcome({ ticket, amount }: { readonly ticket: PlanTicket; readonly amount: string }) {
  const { t } = useWords()
  const { refusal, buying } = ticket
  const failure = refusal?.failure ?? null
  const unanswered = failure !== null && isUnanswered(failure)
  const act = unanswered ? t('smart.review.retry') : t('smart.review.confirm', { amount })
  return (
    <>
      {failure !== null && <ActFailure failure={failure} />}
      <StackedReviewButtons
        backLabel={t('smart.review.back')}
        onBack={ticket.back}
        confirm={{
          label: buying ? t('smart.review.sending') : act,
          busy: buying,
          onClick: ticket.buy,
        }}
      />
    </>
  )
}
