import type { MarketItem } from '@candor/contract'
import { ErrorState, Skeleton, SkeletonLines } from '@candor/ui/feedback.tsx'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { MarketList } from '../markets/list/market-list.tsx'
import { useMarketList } from '../markets/list/use-market-list.ts'
import { useKeys } from '../markets/list/use-slash-key.ts'
import { useMarketInfo } from '../markets/use-market-info.ts'
import { useT } from '../session/language/language.ts'
import { withTexts } from '../session/language/shown-language.ts'
import { laterPart } from '../shell/later-part.ts'
import { windowState } from '../shell/layout.ts'
import { DepthPanel } from './depth/later-depth.ts'
import { MarketChart } from './market-chart.tsx'
import { MarketListDialog } from './market-list-dialog.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PriceHeader } from './price-header.tsx'
import { fittingPanels } from './workspace/panel-sizes.ts'
import { useIsShown } from './workspace/panel-switches.ts'
import { Panes } from './workspace/panes.tsx'
import { remPx } from './workspace/separator.tsx'
import { type Screen, useScreen } from './workspace/use-screen.ts'
import { useWindowRem } from './workspace/window-width.ts'
import { columnsOf, countOf, wideListRem } from './workspace/workspace.ts'
import { toggleBook, toggleList, toggleTicket, useWorkspace } from './workspace/workspace-store.ts'
import { WorkspaceTools } from './workspace/workspace-tools.tsx'

/** Below this width the list opens over the page, from the market's name, and there is one chart. */
const wideWindow = windowState('(min-width: 1024px)')

// Most customers look at one chart.
const ChartsGrid = laterPart(withTexts(() => import('./workspace/charts/charts-grid.tsx')))

/** List, charts, ticket and orders at once, as the customer arranged them; nothing of an order needs scrolling at 1440 × 900. */
export default function MarketDesktop() {
  const t = useT()
  const { markets } = useMarketList()
  const screen = useScreen(markets)
  const { isWide, isListShown, isBookShown, ticketShown, columns, isTall } = useShownPanels()
  const [listOpen, setListOpen] = useState(false)
  const openList = () => setListOpen(true)
  useWorkspaceKeys(screen, isWide ? toggleList : openList)
  const selected = screen.market?.code ?? null
  return (
    <div className={isTall ? 'relative min-h-[46rem] flex-1' : 'relative min-h-[36rem] flex-1'}>
      <h1 className="sr-only">{t('markets.title')}</h1>
      <Panes
        columns={columns}
        {...(isListShown ? { list: <ListPanel selected={selected} onPick={screen.pick} /> } : {})}
        charts={
          <Charts
            screen={screen}
            markets={markets}
            isWide={isWide}
            {...(isListShown ? {} : { onList: openList })}
          />
        }
        orders={<OrdersPanel dense className="h-full" />}
        {...(isBookShown && screen.market !== null ? { book: <BookPanel market={screen.market} /> } : {})}
        {...(ticketShown ? { ticket: <TicketPanel code={selected} /> } : {})}
      />
      {listOpen && !isListShown && (
        <MarketListDialog selected={selected} onPick={screen.pick} onClose={() => setListOpen(false)} />
      )}
    </div>
  )
}

/** The panels that the customer chose, as far as the window has room for them. */
function useShownPanels() {
  const isWide = useSyncExternalStore(wideWindow.follow, wideWindow.matches)
  const width = useWindowRem()
  const chosen = useWorkspace(columnsOf)
  const isTall = useWorkspace((workspace) => countOf(workspace) > columnsOf(workspace))
  const listShown = useIsShown('list')
  const ticketShown = useIsShown('ticket')
  const bookShown = useIsShown('book')
  const columns = isWide ? chosen : 1
  const fitting = fittingPanels({ listShown: isWide && listShown, ticketShown, bookShown, columns }, width)
  return {
    ...{ isWide, columns, ticketShown },
    isListShown: fitting.listShown,
    isBookShown: fitting.bookShown,
    isTall: isWide && isTall,
  }
}

function useWorkspaceKeys({ choose }: Screen, onList: () => void): void {
  const act = useRef(onList)
  act.current = onList
  const keys = useMemo(
    () => ({
      w: () => act.current(),
      o: toggleTicket,
      k: toggleBook,
      ...Object.fromEntries([1, 2, 3, 4].map((number) => [String(number), () => choose(number - 1)])),
    }),
    [choose],
  )
  useKeys(keys)
}

function ListPanel({
  selected,
  onPick,
}: {
  readonly selected: string | null
  readonly onPick: (market: MarketItem) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(frame)
  return (
    <div ref={frame} className="flex min-h-0 min-w-0 flex-col">
      <MarketList selected={selected} onPick={onPick} wide={isWide} className="flex-1" />
    </div>
  )
}

/** True while the list has room for a column of each figure. */
function useIsWide(frame: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new ResizeObserver(([box]) =>
      setWide((box?.contentRect.width ?? 0) >= wideListRem * remPx()),
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return isWide
}

interface ChartsProps {
  readonly screen: Screen
  readonly markets: readonly MarketItem[] | undefined
  readonly isWide: boolean
  readonly onList?: () => void
}

function Charts({ screen, markets, isWide, onList }: ChartsProps) {
  const isSeveral = useWorkspace((workspace) => countOf(workspace) > 1)
  const { market } = screen
  if (market === null) return <WaitingChart />
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PriceHeader
        market={market}
        tools={<WorkspaceTools screen={screen} isWide={isWide} />}
        {...(onList === undefined ? {} : { onList })}
      />
      {isSeveral && isWide ? (
        <Suspense fallback={<Skeleton className="m-4 flex-1" />}>
          <ChartsGrid markets={markets ?? []} screen={screen} />
        </Suspense>
      ) : (
        <MarketChart market={market} className="flex-1" />
      )}
    </div>
  )
}

function WaitingChart() {
  return (
    <div className="flex h-full flex-col gap-4 p-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-full flex-1" />
    </div>
  )
}

function BookPanel({ market }: { readonly market: MarketItem }) {
  return (
    <Suspense fallback={<SkeletonLines count={12} className="p-4" />}>
      <DepthPanel key={market.code} market={market} />
    </Suspense>
  )
}

function TicketPanel({ code }: { readonly code: string | null }) {
  const t = useT()
  return (
    <aside aria-label={t('orders.ticket.title')} className="flex min-h-0 min-w-0 flex-col">
      {code === null ? <SkeletonLines count={12} className="p-4" /> : <MarketTicket code={code} />}
    </aside>
  )
}

function MarketTicket({ code }: { readonly code: string }) {
  const t = useT()
  const { data: info, error, refetch } = useMarketInfo(code)
  if (info !== undefined) return <OrderTicket key={code} info={info} className="h-full" />
  if (error !== null) return <ErrorState title={t('markets.detail.error')} onRetry={() => void refetch()} />
  return <SkeletonLines count={12} className="p-4" />
}
