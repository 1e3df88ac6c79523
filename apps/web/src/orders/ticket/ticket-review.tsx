import type { MarketInfo } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { Banner, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money, Price } from '@candor/ui/figures/figures.tsx'
import { formatLevel, formatMarginLevel, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { formatZoned } from '@candor/ui/figures/format-moment.ts'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { Suspense } from 'react'
import { serverNow } from '../../live/server-time.ts'
import { SourceLabel } from '../../markets/prices/source-label.tsx'
import { CallFailure, failureText } from '../../session/calls/failure.ts'
import { useWords } from '../../session/language/language.ts'
import { withTexts } from '../../session/language/shown-language.ts'
import { useSession } from '../../session/session-store.ts'
import { laterPart } from '../../shell/later-part.ts'
import { ActFailure, isUnanswered } from '../dialogs/act-failure.tsx'
import { expiryOf } from '../order-form/order-validity.ts'
import { slippageFor } from '../order-form/slippage.ts'
import { useNextTags } from '../tags/next-tags.ts'
import { TagChips } from '../tags/tag-chips.tsx'
import { volumeText } from '../volume-text.ts'
import { actionText } from './action-text.ts'
import { NextPriceNote } from './next-price-note.tsx'
import { isBeyondReach, NotEnough } from './not-enough.tsx'
import { AccountNote, ReviewButtons, sheetFootClass } from './review-parts.tsx'
import { digitsFor, WorstCase } from './ticket-cost-list.tsx'
import { mayOpen, TradingPause } from './trading-pause.tsx'
import type { OrderTicketState } from './use-order-ticket.ts'

const LosingNote = laterPart(withTexts(() => import('../../trust/limits/losing-note.tsx')))

interface TicketReviewProps {
  readonly ticket: OrderTicketState
  readonly info: MarketInfo
  readonly sheet: boolean
}

/** The step before confirmation: the server's own figures, the worst case, and what happens next. */
export function TicketReview({ ticket, info, sheet }: TicketReviewProps) {
  const { t } = useWords()
  const { mode } = useSession()
  const { preview } = ticket
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3 max-md:px-0 [scrollbar-width:thin]">
        <StepHeading className="font-semibold text-16 text-ink outline-none">
          {t('orders.review.title')}
        </StepHeading>
        <AccountNote mode={mode}>{t(`orders.review.${mode}`)}</AccountNote>
        {preview.failed !== null && preview.data === undefined ? (
          <Banner tone="bad" title={t('orders.review.previewError')}>
            {failureText(t, preview.failed)}
          </Banner>
        ) : preview.data === undefined ? (
          <SkeletonLines count={9} />
        ) : (
          <ReviewDetails ticket={ticket} info={info} />
        )}
        <Suspense>
          <LosingNote />
        </Suspense>
      </div>
      <ReviewFoot ticket={ticket} info={info} sheet={sheet} />
    </div>
  )
}

function ReviewDetails({ ticket, info }: Omit<TicketReviewProps, 'sheet'>) {
  const { t, tag } = useWords()
  const { form, market, preview, costs } = ticket
  const tags = useNextTags()
  const data = preview.data
  if (data === undefined) return null
  const commission = costs?.commissionBoth ?? data.commission
  const money = (amount: string) => <Money amount={amount} asset="USDT" max={digitsFor(amount)} />
  return (
    <>
      <DetailList className="[&>div]:py-1.5">
        <Detail name={t('orders.review.market')}>
          <span className="inline-flex items-center gap-2">
            {info.code} <SourceLabel source={data.source} />
          </span>
        </Detail>
        <Detail name={t('orders.review.direction')}>{t(`orders.review.direction.${form.direction}`)}</Detail>
        <Detail name={t('orders.review.volume')} strong>
          {volumeText(t, tag, form.lots, market)} · {form.leverage}×
        </Detail>
        <EntryDetails ticket={ticket} openPrice={data.openPrice} />
        <Detail name={t('orders.ticket.stopLoss')}>
          <LevelText level={form.stopLoss} digits={market.digits} />
        </Detail>
        <Detail name={t('orders.ticket.takeProfit')}>
          <LevelText level={form.takeProfit} digits={market.digits} />
        </Detail>
        {form.trailing.trim() !== '' && (
          <Detail name={t('orders.ticket.trailing')}>
            <Price price={form.trailing.trim()} digits={market.digits} />
          </Detail>
        )}
        {tags.length > 0 && (
          <Detail name={t('orders.tags.title')}>
            <TagChips tags={tags} className="justify-end" />
          </Detail>
        )}
        <Detail name={t('orders.ticket.margin')}>{money(data.margin)}</Detail>
        <Detail name={t('orders.ticket.commission')}>{money(commission)}</Detail>
        <Detail name={t('orders.ticket.spreadCost')}>{money(data.spreadCost)}</Detail>
        <Detail name={t('orders.ticket.swapPerDay')}>{money(data.swapPerDay)}</Detail>
        <Detail name={t('orders.ticket.pipValue')}>{money(data.pipValue)}</Detail>
        <Detail name={t('orders.field.closeOut')}>{formatMarginLevel(info.marginCloseOut, tag)}</Detail>
        <Detail name={t('orders.ticket.liquidation')}>
          {data.liquidationPrice === null ? (
            t('orders.ticket.liquidation.none')
          ) : (
            <Price price={data.liquidationPrice} digits={market.digits} />
          )}
        </Detail>
      </DetailList>
      <Outcome ticket={ticket} preview={data} />
      <NextSteps ticket={ticket} openPrice={data.openPrice} />
    </>
  )
}

/** Tells how the order will be filled, and how far a market order's price may move until then. */
function NextSteps({
  ticket: { form, market },
  openPrice,
}: {
  readonly ticket: OrderTicketState
  readonly openPrice: string
}) {
  const { t, tag } = useWords()
  const slippage =
    form.kind === 'market' && form.slippage !== null ? slippageFor(openPrice, market, form.slippage) : null
  return (
    <div className="text-12 text-ink-2">
      <p className="font-medium text-ink">{t('orders.review.next')}</p>
      <p className="mt-0.5">
        {t(form.kind === 'market' ? 'orders.review.next.text' : 'orders.review.next.pending')}{' '}
        {slippage !== null &&
          t('orders.review.slippage', { distance: formatLevel(slippage, market.digits, tag) })}
      </p>
    </div>
  )
}

type Preview = NonNullable<OrderTicketState['preview']['data']>

/** The worst case of the order; where the account has too little for it, that message instead. */
function Outcome({ ticket, preview }: { readonly ticket: OrderTicketState; readonly preview: Preview }) {
  if (isBeyondReach(ticket)) return <NotEnough ticket={ticket} />
  const { lossAtStopLoss, maxLoss, profitAtTakeProfit } = preview
  const loss = lossAtStopLoss === null ? null : lossAtStopLoss.replace('-', '')
  return <WorstCase costs={{ lossAtStopLoss: loss, maxLoss, profitAtTakeProfit }} />
}

/** The current price, or the price and expiry of a waiting order. */
function EntryDetails({
  ticket,
  openPrice,
}: {
  readonly ticket: OrderTicketState
  readonly openPrice: string
}) {
  const { t, tag } = useWords()
  const { form, market } = ticket
  if (form.kind === 'market')
    return (
      <Detail name={t('orders.review.price')} strong>
        <Price price={openPrice} digits={market.digits} />
      </Detail>
    )
  const expiresAt = expiryOf(form, serverNow())
  return (
    <>
      <Detail name={t(`orders.ticket.price.${form.kind}`)} strong>
        <Price price={form.price.trim()} digits={market.digits} />
      </Detail>
      <Detail name={t('orders.ticket.valid')}>
        {expiresAt === null ? t('orders.ticket.valid.cancelled') : formatZoned(expiresAt, tag)}
      </Detail>
    </>
  )
}

function LevelText({ level, digits }: { readonly level: string; readonly digits: number }) {
  const { t } = useWords()
  return level.trim() === '' ? t('orders.value.none') : <Price price={level} digits={digits} />
}

/** Note that the price changed or expired meanwhile: not a refusal, since the figures above are updated. */
function RefusalNote({ failure, ticket }: { readonly failure: Error; readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const code = failure instanceof CallFailure ? failure.code : null
  const price = ticket.preview.data?.openPrice
  if (code === refusals.quoteExpired && price !== undefined)
    return (
      <Banner tone="warn">
        {t('orders.review.expired', { price: formatPrice(price, ticket.market.digits, tag) })}
      </Banner>
    )
  if (code === refusals.slippageExceeded) return <Banner tone="warn">{t('orders.review.moved')}</Banner>
  return <ActFailure failure={failure} />
}

function ReviewFoot({ ticket, info, sheet }: TicketReviewProps) {
  const { t, tag } = useWords()
  const { form, market, price, preview, placing, refusal } = ticket
  const unanswered = refusal !== null && isUnanswered(refusal.failure)
  const action = actionText(t, tag, form, market)
  const ready =
    preview.data !== undefined && !info.closeOnly && (form.kind !== 'market' || mayOpen(info, price))
  return (
    <div
      className={classNames(
        'flex flex-col gap-2',
        sheet ? sheetFootClass : 'border-hairline border-t px-4 py-3',
      )}
    >
      {refusal !== null && <RefusalNote failure={refusal.failure} ticket={ticket} />}
      {form.kind === 'market' && (
        <>
          <TradingPause info={info} price={price} />
          <NextPriceNote isSending={placing} />
        </>
      )}
      <div className="flex gap-2 max-[22.4rem]:flex-col-reverse max-[22.4rem]:[&>button]:w-full">
        <ReviewButtons
          backLabel={t('orders.review.back')}
          onBack={ticket.back}
          confirm={{
            label: placing ? t('orders.review.confirming') : unanswered ? t('orders.result.retry') : action,
            busy: placing,
            disabled: !ready && !unanswered,
            variant: form.direction,
            onClick: ticket.place,
          }}
        />
      </div>
    </div>
  )
}
