import type { MarketInfo, OptionPreview } from '@candor/contract'
import { usdt } from '@candor/money'
import { classNames } from '@candor/ui/class-names.ts'
import { Banner, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useEffect, useRef } from 'react'
import { SourceLabel } from '../markets/prices/source-label.tsx'
import { ActFailure, isUnanswered } from '../orders/dialogs/act-failure.tsx'
import { NextPriceNote } from '../orders/ticket/next-price-note.tsx'
import { AccountNote, ReviewButtons, sheetFootClass } from '../orders/ticket/review-parts.tsx'
import { failureText } from '../session/calls/failure.ts'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { MidPrice, periodText, rateText, usdtText, winRateText } from './option-cells.tsx'
import type { OptionTicketState } from './use-option-ticket.ts'

interface ReviewProps {
  readonly ticket: OptionTicketState
  readonly info: MarketInfo
  readonly sheet: boolean
}

/** The step before the promise: the server's own figures, the worst case, what happens next. */
export function OptionTicketReview({ ticket, info, sheet }: ReviewProps) {
  const { t } = useWords()
  const { mode } = useSession()
  const { data, failed } = ticket.preview
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        className={classNames(
          'flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto py-3 [scrollbar-width:thin]',
          !sheet && 'px-4',
        )}
      >
        <StepHeading className="font-semibold text-16 text-ink outline-none">
          {t('options.review.title')}
        </StepHeading>
        <AccountNote mode={mode}>{t(`options.review.${mode}`)}</AccountNote>
        {failed !== null ? (
          <Banner tone="bad" title={t('options.review.previewError')}>
            {failureText(t, failed)}
          </Banner>
        ) : data === undefined ? (
          <SkeletonLines count={9} />
        ) : (
          <ReviewDetails data={data} info={info} />
        )}
        {ticket.refusal !== null && <RefusalNote failure={ticket.refusal.failure} />}
      </div>
      <ReviewFoot ticket={ticket} sheet={sheet} />
    </div>
  )
}

function ReviewDetails({ data, info }: { readonly data: OptionPreview; readonly info: MarketInfo }) {
  const { t, tag } = useWords()
  const breakEven = winRateText(data.breakEvenWinRate, tag)
  const back = usdt(data.amount).plus(usdt(data.profitIfWon)).toString()
  return (
    <>
      <DetailList className="[&>div]:py-1.5">
        <Detail name={t('options.review.market')}>
          <span className="inline-flex items-center gap-2">
            {info.code} <SourceLabel source={data.source} />
          </span>
        </Detail>
        <Detail name={t('options.review.direction')} strong>
          {t(`options.review.direction.${data.direction}`)}
        </Detail>
        <Detail name={t('options.review.period')}>{periodText(t, data.periodSeconds)}</Detail>
        <Detail name={t('options.review.price')}>
          <MidPrice price={data.openPrice} digits={info.digits} />
        </Detail>
        <Detail name={t('options.review.stake')} strong>
          <Money amount={data.amount} asset="USDT" />
        </Detail>
        <Detail name={t('options.review.payout')}>
          <span className="figures">{rateText(data.payoutRate, tag)}</span>
        </Detail>
        <Detail name={t('options.review.won')}>
          <Money amount={back} asset="USDT" />
        </Detail>
        <Detail name={t('options.review.lost')}>
          <Money amount={data.lossIfLost.replace('-', '')} asset="USDT" />
        </Detail>
        <Detail name={t('options.review.tie')}>{t('options.ticket.tie.value')}</Detail>
        <Detail name={t('options.review.breakEven')}>
          <span className="figures">{breakEven}</span>
        </Detail>
        <Detail name={t('options.review.evenOdds')}>
          <MoneyChange amount={data.expectedAtEvenOdds} asset="USDT" arrow={false} />
        </Detail>
      </DetailList>
      <p className="text-12 text-ink-2">{t('options.review.worst', { rate: breakEven })}</p>
      <div className="text-12 text-ink-2">
        <p className="font-medium text-ink">{t('options.review.next')}</p>
        <p className="mt-0.5">{t('options.review.next.text')}</p>
      </div>
    </>
  )
}

/** Reason why the purchase failed, scrolled into view; without a response, it refers to the list. */
function RefusalNote({ failure }: { readonly failure: Error }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) note.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <div ref={note} role="alert">
      <ActFailure failure={failure} />
    </div>
  )
}

function ReviewFoot({ ticket, sheet }: { readonly ticket: OptionTicketState; readonly sheet: boolean }) {
  const { t, tag } = useWords()
  const { form, figures, preview, buying, refusal } = ticket
  const unanswered = refusal !== null && isUnanswered(refusal.failure)
  const stake = usdtText(figures?.stake ?? '0', tag)
  const act = t('options.review.confirm', { direction: form.direction, stake })
  const ready = preview.data !== undefined && preview.failed === null
  return (
    <div
      className={classNames(
        'flex flex-col gap-2',
        sheet ? sheetFootClass : 'border-hairline border-t px-4 py-3',
      )}
    >
      <NextPriceNote isSending={buying} />
      <div className="flex gap-2">
        <ReviewButtons
          backLabel={t('options.review.back')}
          onBack={ticket.back}
          confirm={{
            label: buying ? t('options.review.sending') : unanswered ? t('options.review.retry') : act,
            busy: buying,
            disabled: !ready && !unanswered,
            variant: form.direction === 'up' ? 'buy' : 'sell',
            onClick: ticket.buy,
          }}
        />
      </div>
    </div>
  )
}
