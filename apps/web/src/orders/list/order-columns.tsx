import type { ContractOrder, MarketItem } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Money, Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute, formatSecond } from '@candor/ui/figures/format-moment.ts'
import { type Column, type NamedColumn, pickColumns } from '@candor/ui/figures/table.tsx'
import { useMemo, useSyncExternalStore } from 'react'
import { useWords } from '../../session/language/language.ts'
import { windowState } from '../../shell/layout.ts'
import type { OpenDeed } from '../dialogs/deeds.ts'
import { RowActions } from '../dialogs/order-deeds.tsx'
import { DirectionWord, LastPriceCell, ProfitCell } from './order-cells.tsx'
import type { OrderTab } from './use-orders.ts'

const all: ReadonlySet<string> = new Set()
const withoutMargin: ReadonlySet<string> = new Set(['margin'])
const panelSpares: ReadonlySet<string> = new Set(['margin', 'valid', 'placed', 'opened', 'closed'])
const closePanelSpares: ReadonlySet<string> = new Set([...panelSpares, 'sl', 'tp', 'reason'])
const narrowPanelSpares: ReadonlySet<string> = new Set([...closePanelSpares, 'open', 'kind'])
const narrowestPanelSpares: ReadonlySet<string> = new Set([...narrowPanelSpares, 'last', 'close'])

/** Columns left out of the panel below the chart, by the least width of the window, the widest first. */
const panelWidths = (
  [
    [1440, panelSpares],
    [1280, closePanelSpares],
    [1100, narrowPanelSpares],
  ] as const
).map(([px, spares]) => ({ px, spares, window: windowState(`(min-width: ${px}px)`) }))

const followWidth = (listener: () => void) => {
  const ends = panelWidths.map(({ window }) => window.follow(listener))
  return () => {
    for (const end of ends) end()
  }
}
const reachedWidth = () => panelWidths.find(({ window }) => window.matches()) ?? null
const useReachedWidth = () => useSyncExternalStore(followWidth, reachedWidth)

/** Reports whether the window is wide enough for every column of a page. */
export const useWide = (): boolean => (useReachedWidth()?.px ?? 0) >= 1280

/** Reports whether the window is as narrow as a tablet held upright. */
export const useTight = (): boolean => useReachedWidth() === null

/** Columns left out in the panel below the chart or in a narrow window; the order's own page shows them. */
export function useSparedColumns(dense: boolean): ReadonlySet<string> {
  const reached = useReachedWidth()
  const isWide = useWide()
  if (dense) return reached?.spares ?? narrowestPanelSpares
  return isWide ? all : withoutMargin
}

type ColumnName =
  | keyof ReturnType<typeof figureColumns>
  | keyof ReturnType<typeof wordColumns>
  | keyof ReturnType<typeof timeColumns>
  | 'actions'

/** Columns by state: opened orders have a result, waiting ones a level and an expiry. */
const unfilled: readonly ColumnName[] = [
  'code',
  'side',
  'kind',
  'lots',
  'waits',
  'sl',
  'tp',
  'valid',
  'closed',
]
const shownIn: Readonly<Record<OrderTab, readonly ColumnName[]>> = {
  open: ['code', 'side', 'lots', 'open', 'last', 'sl', 'tp', 'margin', 'profit', 'opened', 'actions'],
  pending: [
    'code',
    'side',
    'kind',
    'lots',
    'waits',
    'last',
    'sl',
    'tp',
    'margin',
    'valid',
    'placed',
    'actions',
  ],
  closed: ['code', 'side', 'lots', 'open', 'close', 'margin', 'profit', 'reason', 'closed', 'actions'],
  cancelled: unfilled,
  expired: unfilled,
}

interface ColumnSetup {
  readonly markets: ReadonlyMap<string, MarketItem>
  /** Left out, since they do not fit. */
  readonly spared: ReadonlySet<string>
  readonly onOpen: OpenDeed
  /** Narrows the action buttons. */
  readonly close: boolean
}

/** The columns of a state, without those that do not fit. */
export function useColumns(
  status: OrderTab,
  { markets, spared, onOpen, close }: ColumnSetup,
): readonly Column<ContractOrder>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const actions: NamedColumn<ContractOrder> = {
      title: <span className="sr-only">{t('orders.field.actions')}</span>,
      end: true,
      cell: (order) => <RowActions order={order} onOpen={onOpen} close={close} />,
    }
    const columns = {
      ...figureColumns(t, tag, markets),
      ...wordColumns(t, tag),
      ...timeColumns(t, tag),
      actions,
    }
    const shown = shownIn[status].filter((name) => !spared.has(name))
    return pickColumns<ContractOrder, ColumnName>(columns, shown)
  }, [status, spared, markets, onOpen, close, t, tag])
}

function figureColumns(t: Translate, tag: string, markets: ReadonlyMap<string, MarketItem>) {
  const digits = (order: ContractOrder) => markets.get(order.code)?.digits ?? 2
  const price = (title: string, of: (order: ContractOrder) => string | null): NamedColumn<ContractOrder> => ({
    title,
    end: true,
    cell: (order) => <Price price={of(order)} digits={digits(order)} />,
  })
  const last = (title: string): NamedColumn<ContractOrder> => ({
    title,
    end: true,
    cell: (order) => <LastPriceCell order={order} digits={digits(order)} />,
  })
  return {
    lots: {
      title: t('orders.field.lots'),
      end: true,
      cell: (order) => (
        <bdi dir="ltr" className="figures">
          {formatDecimal(order.lots, tag)} <span className="text-ink-3">{order.leverage}×</span>
        </bdi>
      ),
    },
    open: price(t('orders.field.openPrice'), ({ openPrice }) => openPrice),
    waits: price(t('orders.ticket.waitsAt'), (order) => order.price),
    last: last(t('orders.field.lastPrice')),
    close: last(t('orders.field.closePrice')),
    sl: price(t('orders.field.stopLoss'), ({ stopLoss }) => stopLoss),
    tp: price(t('orders.field.takeProfit'), ({ takeProfit }) => takeProfit),
    margin: {
      title: t('orders.field.margin'),
      end: true,
      cell: (order) => <Money amount={order.margin} max={2} />,
    },
    profit: {
      title: `${t('orders.field.profit')} USDT`,
      end: true,
      cell: (order) => <ProfitCell order={order} />,
    },
  } satisfies Record<string, NamedColumn<ContractOrder>>
}

function wordColumns(t: Translate, tag: string) {
  return {
    code: { title: t('orders.field.code'), cell: ({ code }) => <b className="font-medium">{code}</b> },
    side: {
      title: t('orders.field.direction'),
      cell: ({ direction }) => <DirectionWord direction={direction} />,
    },
    kind: { title: t('orders.field.kind'), cell: ({ kind }) => t(`orders.kind.${kind}`) },
    reason: {
      title: t('orders.field.closeReason'),
      cell: ({ closeReason }) => (closeReason === null ? '—' : t(`orders.reason.${closeReason}`)),
    },
    valid: {
      title: t('orders.ticket.valid'),
      end: true,
      cell: ({ expiresAt }) => (
        <span className="figures text-12 text-ink-3">
          {expiresAt === null ? t('orders.ticket.valid.cancelled') : formatMinute(expiresAt, tag)}
        </span>
      ),
    },
  } satisfies Record<string, NamedColumn<ContractOrder>>
}

function timeColumns(t: Translate, tag: string) {
  const time = (title: string, of: (order: ContractOrder) => string | null): NamedColumn<ContractOrder> => ({
    title,
    end: true,
    cell: (order) => {
      const iso = of(order)
      return <span className="figures text-12 text-ink-3">{iso === null ? '—' : formatSecond(iso, tag)}</span>
    },
  })
  return {
    placed: time(t('orders.field.createdAt'), ({ createdAt }) => createdAt),
    opened: time(t('orders.field.openedAt'), ({ openedAt }) => openedAt),
    closed: time(t('orders.field.closedAt'), ({ closedAt }) => closedAt),
  } satisfies Record<string, NamedColumn<ContractOrder>>
}
