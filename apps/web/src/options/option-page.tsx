import type { Option } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { CopiedValue } from '@candor/ui/controls/copy-button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatClock, formatSecond } from '@candor/ui/figures/format-moment.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { SourceLabel } from '../markets/prices/source-label.tsx'
import { FillDetails } from '../orders/fill-details.tsx'
import { useMarketsByCode } from '../orders/list/use-orders.ts'
import { OrderTags } from '../orders/tags/order-tags.tsx'
import { CallFailure } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import {
  LastPrice,
  MidPrice,
  OptionProfit,
  OutcomeWord,
  periodText,
  rateText,
  StandingWord,
  TimeBar,
  TimeLeft,
  winRateText,
} from './option-cells.tsx'
import { optionCourse } from './option-course.ts'
import { outcomeText } from './option-outcome.ts'
import { receiptPath } from './option-paths.ts'
import { OptionResult, OptionSteps, ResultNow } from './option-result.tsx'
import { useOption } from './use-options.ts'

/** One option: its result and how it came about, or what it pays if it ends now; every field, and its receipt. */
export default function OptionPage() {
  const { t } = useWords()
  const { id } = useParams<{ id: string }>()
  const { data, error, refetch } = useOption(id ?? '')
  const missing = error instanceof CallFailure && error.code === refusals.notFound
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-6 px-4 py-5 md:px-6 md:py-8">
      <a
        href="#/profile/orders?type=options"
        className="inline-flex items-center gap-1.5 self-start text-14 text-ink-2 no-underline hover:text-ink"
      >
        <ArrowLeft aria-hidden className="mirrored size-4" />
        {t('orders.page.back')}
      </a>
      {data !== undefined && <Shown option={data} />}
      {data === undefined && missing && (
        <EmptyState wholePage icon={<FileQuestion aria-hidden />} title={t('options.page.notFound')} />
      )}
      {data === undefined && error !== null && !missing && (
        <ErrorState title={t('options.page.error')} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonLines count={9} />}
    </div>
  )
}

function Shown({ option }: { readonly option: Option }) {
  const { t } = useWords()
  const digits = useMarketsByCode().get(option.code)?.digits ?? 2
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <OutcomeWord option={option} />
          <h1 className="font-semibold text-20 text-ink md:text-28">
            {t('options.page.title', { direction: option.direction, code: option.code })}
          </h1>
          {option.mode === 'demo' && <p className="text-14 text-accent">{t('options.review.demo')}</p>}
        </div>
        <div className="flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <a href={receiptPath(option.id)} className={buttonClass('secondary')}>
            {t('options.page.receipt')}
          </a>
          <a href={`#/market?code=${option.code}`} className={buttonClass('secondary')}>
            {t('options.page.market')}
          </a>
        </div>
      </header>
      {option.status === 'open' ? (
        <Running option={option} digits={digits} />
      ) : (
        <Settled option={option} digits={digits} />
      )}
      <OrderTags order={option} />
      <EveryField option={option} digits={digits} />
    </>
  )
}

/** Shows what a running option pays if it ends now, the time left, and both prices. */
function Running({ option, digits }: { readonly option: Option; readonly digits: number }) {
  const { t } = useWords()
  return (
    <>
      <ResultNow option={option}>
        <StandingWord option={option} />
      </ResultNow>
      <Card>
        <div className="flex flex-col gap-3">
          <span className="flex items-baseline justify-between gap-3 text-14 text-ink-2">
            {t('options.run.left')}
            <TimeLeft option={option} className="font-semibold text-20 text-ink" />
          </span>
          <TimeBar option={option} />
          <SplitNote option={option} />
        </div>
        <Quotes option={option} digits={digits} />
      </Card>
    </>
  )
}

/** The result, and how it came about, by the receipt: the option itself does not name its quotes. */
function Settled({ option, digits }: { readonly option: Option; readonly digits: number }) {
  const { t, tag } = useWords()
  const { data: receipt, error, refetch } = useApiQuery('getReceipt', { orderId: option.id })
  if (error !== null) return <ErrorState title={t('receipts.error')} onRetry={() => void refetch()} />
  if (receipt === undefined) return <SkeletonLines count={5} />
  const course = optionCourse(receipt.document)
  if (course === null) return null
  return (
    <>
      <OptionResult course={course}>
        <p className="mt-1 text-14 text-ink-2">{outcomeText(t, tag, option)}</p>
        <SplitNote option={option} />
      </OptionResult>
      <OptionSteps course={course} digits={digits} />
    </>
  )
}

/** That its prices are counted in the shares from before a split. */
function SplitNote({ option: { split } }: { readonly option: Option }) {
  const { t } = useWords()
  if (split === null) return null
  return <p className="mt-1 text-12 text-ink-2">{t('options.page.split', { ratio: split })}</p>
}

/** The opening price and the newest one side by side. */
function Quotes({ option, digits }: { readonly option: Option; readonly digits: number }) {
  const { t, tag } = useWords()
  return (
    <section
      aria-label={t('options.page.quotes')}
      className="mt-5 grid grid-cols-2 gap-4 border-hairline border-t pt-4"
    >
      <Quote name={t('options.field.openPrice')} note={formatClock(option.openedAt, tag)}>
        <MidPrice price={option.openPrice} digits={digits} />
      </Quote>
      <Quote name={t('options.field.lastPrice')}>
        <LastPrice option={option} digits={digits} />
      </Quote>
    </section>
  )
}

function Quote({
  name,
  note,
  children,
}: {
  readonly name: string
  readonly note?: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-0.5">
      <span className="text-12 text-ink-3">{name}</span>
      <span className="font-semibold text-16 text-ink">{children}</span>
      {note !== undefined && <span className="figures text-12 text-ink-3">{note}</span>}
    </div>
  )
}

function EveryField({ option, digits }: { readonly option: Option; readonly digits: number }) {
  const { t, tag } = useWords()
  const moment = (iso: string | null) => (iso === null ? t('options.value.none') : formatSecond(iso, tag))
  const rows: readonly (readonly [Parameters<typeof t>[0], ReactNode])[] = [
    ['options.field.orderNo', <CopiedValue key="no" value={option.orderNo} />],
    ['options.field.id', <CopiedValue key="id" value={option.id} />],
    ['options.field.type', t('options.type')],
    ['options.field.mode', t(`shell.mode.${option.mode}`)],
    ['options.field.code', option.code],
    ['options.field.source', <SourceLabel key="source" source={option.source} />],
    ['options.field.direction', t(`options.direction.${option.direction}`)],
    ['options.field.periodSeconds', periodText(t, option.periodSeconds)],
    ['options.field.amount', <Money key="amount" amount={option.amount} asset="USDT" />],
    ['options.field.payoutRate', rateText(option.payoutRate, tag)],
    ['options.field.breakEvenWinRate', winRateText(option.breakEvenWinRate, tag)],
    ['options.field.openPrice', <MidPrice key="open" price={option.openPrice} digits={digits} />],
    ['options.field.closePrice', <MidPrice key="close" price={option.closePrice} digits={digits} />],
    ['options.field.split', option.split ?? t('options.value.none')],
    ['options.field.fee', <Money key="fee" amount={option.fee} asset="USDT" />],
    ['options.field.profit', <OptionProfit key="profit" option={option} />],
    ['options.field.status', t(`options.list.${option.status}`)],
    [
      'options.field.result',
      option.result === null ? t('options.value.none') : t(`options.result.${option.result}`),
    ],
    [
      'options.field.refundReason',
      option.refundReason === null ? t('options.value.none') : t(`options.refund.${option.refundReason}`),
    ],
    [
      'options.field.closeReason',
      option.closeReason === null ? t('options.value.none') : t(`options.closed.${option.closeReason}`),
    ],
    ['options.field.openedAt', moment(option.openedAt)],
    ['options.field.expiresAt', moment(option.expiresAt)],
    ['options.field.closedAt', moment(option.closedAt)],
  ]
  return (
    <Card>
      <SectionHead title={t('options.page.all')} className="mb-2" />
      <DetailList className="md:columns-2 md:gap-10 [&>div]:break-inside-avoid">
        {rows.map(([name, value]) => (
          <Detail key={name} name={t(name)}>
            {value}
          </Detail>
        ))}
        <FillDetails orderId={option.id} />
      </DetailList>
    </Card>
  )
}
