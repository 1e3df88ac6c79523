import type { ListedOrder, MarketItem } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Money, MoneyChange, Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import type { Column } from '@candor/ui/figures/table.tsx'
import { type ReactNode, useMemo } from 'react'
import {
  LastPrice,
  MidPrice,
  OptionDirectionWord,
  OptionProfit,
  OutcomeWord,
  periodText,
  TimeLeft,
} from '../options/option-cells.tsx'
import { isOption, isPlan, planState } from '../orders/any-order.ts'
import type { OpenDeed } from '../orders/dialogs/deeds.ts'
import { ReceiptLink, RowActions, TagButton } from '../orders/dialogs/order-deeds.tsx'
import { DirectionWord, LastPriceCell, OrderStatus, ProfitCell } from '../orders/list/order-cells.tsx'
import { useTight, useWide } from '../orders/list/order-columns.tsx'
import { TagChips } from '../orders/tags/tag-chips.tsx'
import type { TaggableOrder } from '../orders/tags/tags-dialog.tsx'
import { useWords } from '../session/language/language.ts'
import { PlanStatus } from '../smart/plans/plan-cells.tsx'

type Markets = ReadonlyMap<string, MarketItem>
type Cell = (order: ListedOrder) => ReactNode

/** The columns of the list of every kind; a narrow window leaves exits, costs and one of two moments to the order's own page. */
export function useAllColumns(
  markets: Markets,
  onOpen: OpenDeed,
  onTag: (order: TaggableOrder) => void,
): readonly Column<ListedOrder>[] {
  const { t, tag } = useWords()
  const wide = useWide()
  const tight = useTight()
  return useMemo(() => {
    const digits = (code: string) => markets.get(code)?.digits ?? 2
    const columns: (Column<ListedOrder> | false)[] = [
      { key: 'code', title: t('orders.field.code'), cell: nameCell(t) },
      { key: 'side', title: t('orders.field.direction'), cell: sideCell(t) },
      { key: 'size', title: t('orders.field.size'), end: true, cell: sizeCell(t, tag) },
      !tight && { key: 'open', title: t('orders.field.openPrice'), end: true, cell: openCell(t, digits) },
      !tight && { key: 'last', title: t('orders.field.lastPrice'), end: true, cell: lastCell(digits) },
      wide && {
        key: 'sl',
        title: t('orders.field.stopLoss'),
        end: true,
        cell: levelCell('stopLoss', digits),
      },
      wide && {
        key: 'tp',
        title: t('orders.field.takeProfit'),
        end: true,
        cell: levelCell('takeProfit', digits),
      },
      wide && {
        key: 'fee',
        title: t('orders.field.fee'),
        end: true,
        cell: ({ fee }) => (Number(fee) === 0 ? <None /> : <Money amount={fee} max={2} />),
      },
      { key: 'profit', title: `${t('orders.field.profit')} USDT`, end: true, cell: profitCell },
      {
        key: 'status',
        title: t('orders.field.status'),
        cell: wide ? statusCell(t) : datedStatusCell(t, tag),
      },
      wide && {
        key: 'at',
        title: t('orders.field.createdAt'),
        end: true,
        cell: momentsCell(t, tag),
      },
      {
        key: 'actions',
        title: <span className="sr-only">{t('orders.field.actions')}</span>,
        end: true,
        cell: actionsCell(onOpen, onTag),
      },
    ]
    return columns.filter((column) => column !== false)
  }, [markets, onOpen, onTag, wide, tight, t, tag])
}

const actionsCell =
  (onOpen: OpenDeed, onTag: (order: TaggableOrder) => void): Cell =>
  (order) => {
    if (isPlan(order)) return order.status === 'closed' && <ReceiptLink id={order.id} />
    return (
      <span className="inline-flex items-center gap-1.5">
        {!isOption(order) && <RowActions order={order} onOpen={onOpen} close tagged />}
        {isOption(order) && order.status === 'closed' && <ReceiptLink id={order.id} />}
        <TagButton onPress={() => onTag(order)} />
      </span>
    )
  }

const None = () => <span className="text-ink-3">—</span>

const nameCell =
  (t: Translate): Cell =>
  (order) => (
    <span className="flex flex-col">
      <b className="font-medium">{isPlan(order) ? order.productName : order.code}</b>
      <span className="text-12 text-ink-3">{t(`orders.type.${order.type}`)}</span>
      {!isPlan(order) && <TagChips tags={order.tags} className="mt-1 max-w-52" />}
    </span>
  )

const sideCell =
  (t: Translate): Cell =>
  (order) => {
    if (isPlan(order)) return <None />
    if (isOption(order)) return <OptionDirectionWord direction={order.direction} />
    return (
      <span className="flex flex-col">
        <DirectionWord direction={order.direction} />
        {order.kind !== 'market' && (
          <span className="text-12 text-ink-3">{t(`orders.kind.${order.kind}`)}</span>
        )}
      </span>
    )
  }

/** Lots and leverage, a stake and its time, an amount and its days. */
const sizeCell =
  (t: Translate, tag: string): Cell =>
  (order) => {
    if (isPlan(order) || isOption(order))
      return (
        <span className="flex flex-col items-end">
          <Money amount={order.amount} asset="USDT" max={2} />
          <span className="text-12 text-ink-3 whitespace-nowrap">
            {isPlan(order) ? t('smart.days', { days: order.days }) : periodText(t, order.periodSeconds, true)}
          </span>
        </span>
      )
    return (
      <bdi dir="ltr" className="figures whitespace-nowrap">
        {formatDecimal(order.lots, tag)} <span className="text-ink-3">{order.leverage}×</span>
      </bdi>
    )
  }

/** The opening price; for an order that never opened, its entry level, marked as such. */
const openCell =
  (t: Translate, digits: (code: string) => number): Cell =>
  (order) => {
    if (isPlan(order)) return <None />
    if (isOption(order)) return <MidPrice price={order.openPrice} digits={digits(order.code)} />
    if (order.openPrice !== null) return <Price price={order.openPrice} digits={digits(order.code)} />
    return (
      <span className="flex flex-col items-end">
        <Price price={order.price} digits={digits(order.code)} />
        <span className="text-12 text-ink-3 whitespace-nowrap">{t('orders.ticket.waitsAt')}</span>
      </span>
    )
  }

const lastCell =
  (digits: (code: string) => number): Cell =>
  (order) => {
    if (isPlan(order)) return <None />
    if (isOption(order)) return <LastPrice option={order} digits={digits(order.code)} />
    return <LastPriceCell order={order} digits={digits(order.code)} />
  }

const levelCell =
  (field: 'stopLoss' | 'takeProfit', digits: (code: string) => number): Cell =>
  (order) =>
    order[field] === null || isPlan(order) ? (
      <None />
    ) : (
      <Price price={order[field]} digits={digits(order.code)} />
    )

const profitCell: Cell = (order) => {
  if (isPlan(order)) return <MoneyChange amount={order.profit} max={2} arrow={false} />
  return isOption(order) ? <OptionProfit option={order} /> : <ProfitCell order={order} />
}

const statusCell =
  (t: Translate): Cell =>
  (order) => {
    if (isPlan(order)) return <PlanStatus status={planState(order)} />
    if (isOption(order))
      return (
        <span className="flex flex-col">
          <OutcomeWord option={order} />
          <TimeLeft option={order} className="text-12 text-ink-3" />
        </span>
      )
    return (
      <span className="flex flex-col">
        <OrderStatus status={order.status} />
        {order.closeReason !== null && (
          <span className="text-12 text-ink-3">{t(`orders.reason.${order.closeReason}`)}</span>
        )}
      </span>
    )
  }

const momentsCell =
  (t: Translate, tag: string): Cell =>
  ({ createdAt, closedAt }) => (
    <span className="figures flex flex-col items-end text-12 text-ink-3 whitespace-nowrap">
      <span>{formatMinute(createdAt, tag)}</span>
      {closedAt !== null && <span title={t('orders.field.closedAt')}>{formatMinute(closedAt, tag)}</span>}
    </span>
  )

/** Status with the moment of closing, else of placing: a narrow window has no room for a column of moments. */
const datedStatusCell =
  (t: Translate, tag: string): Cell =>
  (order) => (
    <span className="flex flex-col">
      {statusCell(t)(order)}
      <span
        title={t(order.closedAt === null ? 'orders.field.createdAt' : 'orders.field.closedAt')}
        className="figures text-12 text-ink-3 whitespace-nowrap"
      >
        {formatMinute(order.closedAt ?? order.createdAt, tag)}
      </span>
    </span>
  )
