import type { ContractOrder } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { type OrderFieldName, orderFields } from '@candor/rules/orders/order-fields.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { CopiedValue } from '@candor/ui/controls/copy-button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange, Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatZoned } from '@candor/ui/figures/format-moment.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { ChevronLeft, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { CallFailure } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import type { ChosenDeed } from './dialogs/deeds.ts'
import { DeedDialog } from './dialogs/later-dialogs.tsx'
import { DeedButtons } from './dialogs/order-deeds.tsx'
import { FillDetails } from './fill-details.tsx'
import { DirectionWord, OrderStatus, ProfitCell } from './list/order-cells.tsx'
import { useMarketsByCode } from './list/use-orders.ts'
import { resultParts } from './net-result.ts'
import { NetResultCard } from './net-result-card.tsx'
import { OrderTags } from './tags/order-tags.tsx'
import { digitsFor } from './ticket/ticket-cost-list.tsx'
import { TradeChart } from './trade-chart.tsx'

/** One order: its result first, then every field it has. */
export default function OrderPage() {
  const { t } = useWords()
  const { id = '' } = useParams<{ id: string }>()
  const { data: order, error, refetch } = useApiQuery('getContractOrderById', { id })
  return (
    <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-5 px-4 py-6 md:px-6 md:py-8">
      <a href="#/profile/orders" className="inline-flex items-center gap-1 text-14 text-ink-2 hover:text-ink">
        <ChevronLeft aria-hidden className="mirrored size-4" />
        {t('orders.page.back')}
      </a>
      {order !== undefined ? (
        <OrderView order={order} />
      ) : error instanceof CallFailure && error.code === refusals.notFound ? (
        <EmptyState wholePage icon={<SearchX aria-hidden />} title={t('orders.page.notFound')} />
      ) : error !== null ? (
        <ErrorState title={t('orders.page.error')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={10} />
      )}
    </div>
  )
}

function OrderView({ order }: { readonly order: ContractOrder }) {
  const { t, tag } = useWords()
  const [chosen, setChosen] = useState<ChosenDeed | null>(null)
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="flex flex-wrap items-center gap-x-3 font-semibold text-28 text-ink">
            {order.code}
            <span className="text-20">
              <DirectionWord direction={order.direction} />
            </span>
            <span className="figures font-normal text-20 text-ink-2">{formatDecimal(order.lots, tag)}</span>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-14 text-ink-2">
            <OrderStatus status={order.status} />
            <span className={order.mode === 'demo' ? 'text-accent' : 'text-warn'}>
              {t(`orders.mode.${order.mode}`)}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2 [&>div]:contents">
          <DeedButtons order={order} onOpen={(deed) => setChosen({ deed, order })} />
          {order.openedAt !== null && (
            <a href={`#/profile/orders/${order.id}/receipt`} className={buttonClass('secondary')}>
              {t('orders.page.receipt')}
            </a>
          )}
        </div>
      </header>
      {order.status === 'closed' && <ClosedResult id={order.id} />}
      {order.status === 'open' && <ResultNowCard order={order} />}
      <ChartOfOrder order={order} />
      <OrderTags order={order} />
      <Card>
        <SectionHead title={t('orders.page.all')} className="mb-2" />
        <DetailList>
          {orderFields.map((field) => (
            <Detail key={field} name={t(`orders.field.${field}`)}>
              <FieldValue order={order} field={field} />
            </Detail>
          ))}
          {order.openedAt !== null && <FillDetails orderId={order.id} />}
        </DetailList>
      </Card>
      {chosen !== null && <DeedDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

/** The chart of a closed trade; one that is open is on its market's own chart. */
function ChartOfOrder({
  order: { code, openPrice, openedAt, closePrice, closedAt },
}: {
  readonly order: ContractOrder
}) {
  if (openPrice === null || openedAt === null || closePrice === null || closedAt === null) return null
  const opened = { at: Date.parse(openedAt), price: openPrice }
  const closed = { at: Date.parse(closedAt), price: closePrice }
  return <TradeChart trade={{ code, opened, closed, expiresAt: null }} />
}

/** The result of a closed order by its receipt: the order itself does not state dividends and the cash of splits. */
function ClosedResult({ id }: { readonly id: string }) {
  const { t } = useWords()
  const { data: receipt, error, refetch } = useApiQuery('getReceipt', { orderId: id })
  if (error !== null) return <ErrorState title={t('receipts.error')} onRetry={() => void refetch()} />
  if (receipt === undefined) return <SkeletonLines count={5} />
  const parts = resultParts(receipt.document)
  return parts === null ? null : <NetResultCard parts={parts} />
}

function ResultNowCard({ order }: { readonly order: ContractOrder }) {
  const { t } = useWords()
  return (
    <Card>
      <p className="text-14 text-ink-2">{t('orders.page.resultNow')}</p>
      <p className="mt-1 font-semibold text-28 [&_bdi]:text-28">
        <ProfitCell order={order} />
        <span className="ms-2 font-normal text-14 text-ink-3">USDT</span>
      </p>
      <p className="mt-1 text-12 text-ink-3">{t('orders.page.resultNow.note')}</p>
    </Card>
  )
}

const prices: readonly OrderFieldName[] = [
  'price',
  'openPrice',
  'closePrice',
  'lastPrice',
  'stopLoss',
  'takeProfit',
  'trailing',
]
const amounts: readonly OrderFieldName[] = ['margin', 'fee', 'swap']
const moments: readonly OrderFieldName[] = ['createdAt', 'openedAt', 'closedAt', 'expiresAt']

/** Formats every field of the entity by its kind; marks those that do not apply. */
function FieldValue({
  order,
  field,
}: {
  readonly order: ContractOrder
  readonly field: OrderFieldName
}): ReactNode {
  const { t, tag } = useWords()
  const markets = useMarketsByCode()
  const value = order[field]
  if (field === 'profit') return <ProfitText order={order} />
  if (value === null) return <span className="text-ink-3">{t('orders.value.none')}</span>
  if (prices.includes(field))
    return <Price price={String(value)} digits={markets.get(order.code)?.digits ?? 2} />
  if (amounts.includes(field))
    return <Money amount={String(value)} asset="USDT" max={digitsFor(String(value))} />
  if (moments.includes(field))
    return (
      <time dateTime={String(value)} className="figures whitespace-normal!">
        {formatZoned(String(value), tag)}
      </time>
    )
  return <PlainValue field={field} value={value} tag={tag} />
}

function ProfitText({ order }: { readonly order: ContractOrder }) {
  const { t } = useWords()
  if (order.status === 'open') return <ProfitCell order={order} />
  if (order.profit === null) return <span className="text-ink-3">{t('orders.value.none')}</span>
  return <MoneyChange amount={order.profit} asset="USDT" max={digitsFor(order.profit)} />
}

const worded: Readonly<Partial<Record<OrderFieldName, string>>> = {
  type: 'type',
  direction: 'direction',
  kind: 'kind',
  status: 'status',
  closeReason: 'reason',
  mode: 'mode',
}

function PlainValue({
  field,
  value,
  tag,
}: {
  readonly field: OrderFieldName
  readonly value: string | number
  readonly tag: string
}) {
  const { t } = useWords()
  if (field === 'id' || field === 'orderNo') return <CopiedValue value={String(value)} />
  if (field === 'leverage')
    return (
      <bdi dir="ltr" className="figures">
        {value}×
      </bdi>
    )
  if (field === 'lots') return <bdi className="figures">{formatDecimal(String(value), tag)}</bdi>
  if (field === 'partOf')
    return (
      <a href={`#/profile/orders/${value}`} className="text-accent">
        {t('orders.result.order')}
      </a>
    )
  const group = worded[field]
  return <>{group === undefined ? value : (t.maybe(`orders.${group}.${value}`) ?? value)}</>
}
