import { Button } from '@candor/ui/button.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Fact, Facts } from '@candor/ui/surface.tsx'
import { ActFailure, isUnanswered } from '../orders/act-failure.tsx'
import { useWords } from '../session/language.ts'
import { usdtText } from './plan-cells.tsx'
import { PlanFacts } from './plan-ticket-form.tsx'
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
      <p className="rounded-s bg-warn-wash px-3 py-2 font-medium text-14 text-warn">
        {t('smart.review.real')}
      </p>
      <div>
        <Facts className="[&>div]:py-1.5">
          <Fact name={t('smart.review.product')}>{product.name}</Fact>
          <Fact name={t('smart.form.amount')} strong>
            <Money amount={figures.amount} asset="USDT" />
          </Fact>
          <Fact name={t('smart.form.days')}>{t('smart.days', { days: figures.days })}</Fact>
          <Fact name={t('smart.review.start')}>{t('smart.review.start.now')}</Fact>
        </Facts>
        <div className="border-hairline border-t">
          <PlanFacts figures={figures} />
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
      <div className="flex flex-col-reverse gap-2">
        <Button variant="secondary" full disabled={buying} onClick={ticket.back}>
          {t('smart.review.back')}
        </Button>
        <Button size="l" full busy={buying} onClick={ticket.buy}>
          {buying ? t('smart.review.sending') : act}
        </Button>
      </div>
    </>
  )
}

function Passage({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="text-14 text-ink-2">
      <p className="font-medium text-ink">{title}</p>
      <p className="mt-0.5">{children}</p>
    </div>
  )
}
