import type { MarketItem } from '@candor/contract'
import { ErrorState, Skeleton, SkeletonLines } from '@candor/ui/feedback.tsx'
import { useState, useSyncExternalStore } from 'react'
import { chosen } from '../markets/chosen-market.ts'
import { MarketList } from '../markets/list/market-list.tsx'
import { useMarketList } from '../markets/list/use-market-list.ts'
import { SplitPane } from '../markets/split-pane.tsx'
import { useMarketInfo } from '../markets/use-market-info.ts'
import { useMarketCode } from '../markets/use-market-query.ts'
import { useT } from '../session/language/language.ts'
import { windowState } from '../shell/layout.ts'
import { MarketChart } from './market-chart.tsx'
import { MarketListDialog } from './market-list-dialog.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PriceHeader } from './price-header.tsx'

/** Below this width the list opens over the page, from the market's name. */
const wideWindow = windowState('(min-width: 1024px)')

/** List, chart, ticket and orders at once; nothing of an order needs scrolling at 1440 × 900. */
export default function MarketDesktop() {
  const t = useT()
  const { markets } = useMarketList()
  const [code, pick] = useMarketCode()
  const market = chosen(markets, code)
  const isListShown = useSyncExternalStore(wideWindow.follow, wideWindow.matches)
  const [listOpen, setListOpen] = useState(false)
  const selected = market?.code ?? null
  const pickMarket = (one: MarketItem) => pick(one.code)
  return (
    <div className="relative min-h-[36rem] flex-1">
      <div className="absolute inset-0 grid grid-cols-[17.5rem_minmax(0,1fr)_21.25rem] bg-surface max-xl:grid-cols-[13.5rem_minmax(0,1fr)_19rem] max-lg:grid-cols-[minmax(0,1fr)_19rem]">
        <h1 className="sr-only">{t('markets.title')}</h1>
        {isListShown && (
          <MarketList selected={selected} onPick={pickMarket} className="border-hairline border-e" />
        )}
        <SplitPane
          label={t('markets.panel.resize')}
          above={
            market === null ? (
              <WaitingChart />
            ) : (
              <div className="flex h-full min-h-0 flex-col">
                <PriceHeader market={market} {...(isListShown ? {} : { onList: () => setListOpen(true) })} />
                <MarketChart market={market} className="flex-1" />
              </div>
            )
          }
          below={<OrdersPanel dense className="h-full" />}
        />
        <aside
          aria-label={t('orders.ticket.title')}
          className="flex min-h-0 flex-col border-hairline border-s"
        >
          {market === null ? (
            <SkeletonLines count={12} className="p-4" />
          ) : (
            <MarketTicket code={market.code} />
          )}
        </aside>
      </div>
      {listOpen && !isListShown && (
        <MarketListDialog selected={selected} onPick={pickMarket} onClose={() => setListOpen(false)} />
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

function MarketTicket({ code }: { readonly code: string }) {
  const t = useT()
  const { data: info, error, refetch } = useMarketInfo(code)
  if (info !== undefined) return <OrderTicket key={code} info={info} className="h-full" />
  if (error !== null) return <ErrorState title={t('markets.detail.error')} onRetry={() => void refetch()} />
  return <SkeletonLines count={12} className="p-4" />
}
