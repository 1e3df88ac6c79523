import type { MarketItem, Order } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money, Price } from '@candor/ui/figures.tsx'
import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { CardLines, type Column, Table } from '@candor/ui/table.tsx'
import { ReceiptText } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useWords } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { goTo } from '../shell/hash-location.ts'
import { CloseDialog } from './close-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { DirectionWord, LastPriceCell, OrderStatus, ProfitCell } from './order-cells.tsx'
import { type OrderTab, useMarketsByCode, useOrders } from './use-orders.ts'

/** The orders of one state, with what can be done to each. */
export function OrdersList({
  status,
  dense = false,
}: {
  readonly status: OrderTab
  /** In the panel under the chart. */
  readonly dense?: boolean
}) {
  const { t } = useWords()
  const { isLogin } = useSession()
  const { orders, failed, retry, hasMore, loadingMore, more } = useOrders(status)
  const markets = useMarketsByCode()
  const [editing, setEditing] = useState<Order | null>(null)
  const [closing, setClosing] = useState<Order | null>(null)
  const columns = useColumns(status, useSparedColumns(dense), markets, setEditing, setClosing)
  if (!isLogin) return <SignedOut />
  if (failed)
    return <ErrorState title={t('orders.list.error')} onRetry={retry} className={dense ? '-my-6' : ''} />
  if (orders === undefined) return <SkeletonLines count={dense ? 4 : 6} className="p-4" />
  if (orders.length === 0) return <Empty status={status} dense={dense} />
  return (
    <>
      <Table
        label={t(`orders.list.${status}`)}
        columns={columns}
        rows={orders}
        rowKey={(order) => order.id}
        onRow={(order) => goTo(`/profile/orders/${order.id}`)}
        card={(order) => (
          <OrderCard
            order={order}
            digits={markets.get(order.code)?.digits ?? 2}
            onEdit={() => setEditing(order)}
            onClose={() => setClosing(order)}
          />
        )}
      />
      <ListEnd hasMore={hasMore} loading={loadingMore} onMore={more} dense={dense} />
      {editing !== null && <EditDialog order={editing} onClose={() => setEditing(null)} />}
      {closing !== null && <CloseDialog order={closing} onClose={() => setClosing(null)} />}
    </>
  )
}

function ListEnd({
  hasMore,
  loading,
  onMore,
  dense,
}: {
  readonly hasMore: boolean
  readonly loading: boolean
  readonly onMore: () => void
  readonly dense: boolean
}) {
  const { t } = useWords()
  if (hasMore)
    return (
      <p className="flex justify-center py-3">
        <Button variant="secondary" size="s" busy={loading} onClick={onMore}>
          {t('orders.list.more')}
        </Button>
      </p>
    )
  return dense ? null : <p className="py-3 text-center text-12 text-ink-3">{t('orders.list.end')}</p>
}

function SignedOut() {
  const { t } = useWords()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-5 text-14 text-ink-2">
      {t('orders.list.signedOut')}
      <a href="#/pass/login" className="text-accent">
        {t('orders.ticket.signIn')}
      </a>
    </p>
  )
}

function Empty({ status, dense }: { readonly status: OrderTab; readonly dense: boolean }) {
  const { t } = useWords()
  if (dense) return <p className="px-4 py-5 text-14 text-ink-2">{t(`orders.empty.${status}`)}</p>
  return (
    <EmptyState
      icon={<ReceiptText aria-hidden />}
      title={t(`orders.empty.${status}`)}
      action={
        <a href="#/market" className={buttonClass('secondary')}>
          {t('orders.empty.action')}
        </a>
      }
    />
  )
}

const all: ReadonlySet<string> = new Set()
const withoutMargin: ReadonlySet<string> = new Set(['margin'])
const panelSpares: ReadonlySet<string> = new Set(['margin', 'at'])
const wide = matchMedia('(min-width: 1280px)')
const followWidth = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** What the panel under the chart, or a narrow window, leaves to the order's own page. */
function useSparedColumns(dense: boolean): ReadonlySet<string> {
  const isWide = useSyncExternalStore(followWidth, () => wide.matches)
  if (dense) return panelSpares
  return isWide ? all : withoutMargin
}

function useColumns(
  status: OrderTab,
  spared: ReadonlySet<string>,
  markets: ReadonlyMap<string, MarketItem>,
  onEdit: (order: Order) => void,
  onClose: (order: Order) => void,
): readonly Column<Order>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const digits = (order: Order) => markets.get(order.code)?.digits ?? 2
    const price = (order: Order, value: string | null) => <Price price={value} digits={digits(order)} />
    const at = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'medium' })
    const columns: (Column<Order> | null)[] = [
      {
        key: 'code',
        title: t('orders.field.code'),
        cell: (order) => <b className="font-medium">{order.code}</b>,
      },
      {
        key: 'side',
        title: t('orders.field.direction'),
        cell: (order) => <DirectionWord direction={order.direction} />,
      },
      {
        key: 'lots',
        title: t('orders.field.lots'),
        end: true,
        cell: (order) => (
          <bdi dir="ltr" className="figures">
            {formatDecimal(order.lots, tag)} <span className="text-ink-3">{order.leverage}×</span>
          </bdi>
        ),
      },
      {
        key: 'open',
        title: t('orders.field.openPrice'),
        end: true,
        cell: (order) => price(order, order.openPrice),
      },
      {
        key: 'last',
        title: t(status === 'closed' ? 'orders.field.closePrice' : 'orders.field.lastPrice'),
        end: true,
        cell: (order) => <LastPriceCell order={order} digits={digits(order)} />,
      },
      status === 'closed'
        ? null
        : {
            key: 'sl',
            title: t('orders.field.stopLoss'),
            end: true,
            cell: (order) => price(order, order.stopLoss),
          },
      status === 'closed'
        ? null
        : {
            key: 'tp',
            title: t('orders.field.takeProfit'),
            end: true,
            cell: (order) => price(order, order.takeProfit),
          },
      {
        key: 'margin',
        title: t('orders.field.margin'),
        end: true,
        cell: (order) => <Money amount={order.margin} max={2} />,
      },
      {
        key: 'profit',
        title: `${t('orders.field.profit')} USDT`,
        end: true,
        cell: (order) => <ProfitCell order={order} />,
      },
      status === 'closed'
        ? {
            key: 'reason',
            title: t('orders.field.closeReason'),
            cell: (order) => (order.closeReason === null ? '—' : t(`orders.reason.${order.closeReason}`)),
          }
        : null,
      {
        key: 'at',
        title: t(status === 'closed' ? 'orders.field.closedAt' : 'orders.field.openedAt'),
        end: true,
        cell: (order) => {
          const iso = status === 'closed' ? order.closedAt : (order.openedAt ?? order.createdAt)
          return (
            <span className="figures text-12 text-ink-3">
              {iso === null ? '—' : at.format(new Date(iso))}
            </span>
          )
        },
      },
      {
        key: 'actions',
        title: <span className="sr-only">{t('orders.field.actions')}</span>,
        end: true,
        cell: (order) => <RowActions order={order} onEdit={onEdit} onClose={onClose} />,
      },
    ]
    return columns.filter((column) => column !== null && !spared.has(column.key)) as Column<Order>[]
  }, [status, spared, markets, onEdit, onClose, t, tag])
}

const rowButton = buttonClass('secondary', 's', false, 'h-7! min-h-7! px-2.5! text-12!')

function RowActions({
  order,
  onEdit,
  onClose,
}: {
  readonly order: Order
  readonly onEdit: (order: Order) => void
  readonly onClose: (order: Order) => void
}) {
  const { t } = useWords()
  const act = (run: () => void) => (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    run()
  }
  if (order.status !== 'open')
    return (
      <a
        href={`#/profile/orders/${order.id}/receipt`}
        onClick={(event) => event.stopPropagation()}
        className="inline-flex h-7 items-center text-12 text-accent"
      >
        {t('orders.page.receipt')}
      </a>
    )
  return (
    <span className="inline-flex gap-1.5">
      <button type="button" className={rowButton} onClick={act(() => onEdit(order))}>
        {t('orders.edit.open')}
      </button>
      <button type="button" className={rowButton} onClick={act(() => onClose(order))}>
        {t('orders.close.open')}
      </button>
    </span>
  )
}

/** On a phone: what and how much, the result at the end, then the two things one can do. */
function OrderCard({
  order,
  digits,
  onEdit,
  onClose,
}: {
  readonly order: Order
  readonly digits: number
  readonly onEdit: () => void
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  return (
    <div className="flex flex-col gap-2">
      <a href={`#/profile/orders/${order.id}`} className="no-underline">
        <CardLines
          title={
            <span className="inline-flex items-center gap-2">
              {order.code} <DirectionWord direction={order.direction} />
              <span className="figures text-ink-2">{formatDecimal(order.lots, tag)}</span>
            </span>
          }
          value={<ProfitCell order={order} />}
          detail={
            <bdi dir="ltr">
              <Price price={order.openPrice} digits={digits} /> →{' '}
              <LastPriceCell order={order} digits={digits} />
            </bdi>
          }
          state={<OrderStatus status={order.status} />}
        />
      </a>
      {order.status === 'open' && (
        <div className="flex gap-2">
          <Button variant="secondary" size="s" full onClick={onEdit}>
            {t('orders.edit.open')}
          </Button>
          <Button variant="secondary" size="s" full onClick={onClose}>
            {t('orders.close.open')}
          </Button>
        </div>
      )}
    </div>
  )
}
