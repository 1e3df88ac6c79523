import type { MarketItem } from '@candor/contract'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { ChevronLeft } from 'lucide-react'
import { Suspense, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLivePrice } from '../live/price-socket.ts'
import { chosen } from '../markets/chosen-market.ts'
import { MarketList } from '../markets/list/market-list.tsx'
import { useMarketList } from '../markets/list/use-market-list.ts'
import { useMarketInfo } from '../markets/use-market-info.ts'
import { wishedOrder } from '../orders/order-form/wished-order.ts'
import { useT } from '../session/language/language.ts'
import { goTo, useHashQuery } from '../shell/hash-location.ts'
import type { DepthKind } from './depth/depth-words.ts'
import { MarketDepthView } from './depth/later-depth.ts'
import { MarketChart } from './market-chart.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PriceHeader } from './price-header.tsx'
import { SideButtons } from './side-buttons.tsx'

const cryptoType = 2

/** First the list; then one market, with its chart first and the two actions at the bottom of the screen. */
export default function MarketMobile() {
  const t = useT()
  const { markets, failed, retry } = useMarketList()
  const named = new URLSearchParams(useHashQuery()).get('code')
  if (named === null)
    return (
      <>
        <h1 className="sr-only">{t('markets.title')}</h1>
        <MarketList
          roomy
          selected={null}
          onPick={(market) => goTo(`/market?code=${encodeURIComponent(market.code)}`)}
        />
      </>
    )
  if (failed) return <ErrorState title={t('markets.list.error')} onRetry={retry} />
  const market = chosen(markets, named)
  return market === null ? <SkeletonLines count={8} className="p-4" /> : <OneMarket market={market} />
}

function OneMarket({ market }: { readonly market: MarketItem }) {
  const t = useT()
  const [direction, setDirection] = useState<Direction | null>(null)
  useWishedDirection(market.code, setDirection)
  // It opens in place of a list that may have been scrolled.
  useLayoutEffect(() => scrollTo(0, 0), [])
  return (
    <div className="flex flex-col bg-surface pb-20">
      <a href="#/market" className="flex min-h-11 items-center gap-1 px-3 text-14 text-ink-2 no-underline">
        <ChevronLeft aria-hidden className="mirrored size-4" />
        {t('markets.back')}
      </a>
      <PriceHeader market={market} narrow />
      <ChartOrBook market={market} />
      <OrdersPanel />
      <div className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 flex gap-2 border-hairline border-t bg-surface px-4 py-2.5">
        <SideButtons code={market.code} onPick={setDirection} />
      </div>
      <Dialog
        open={direction !== null}
        onClose={() => setDirection(null)}
        title={`${t('orders.ticket.title')} · ${market.code}`}
      >
        {direction !== null && (
          <SheetTicket code={market.code} direction={direction} onLeave={() => setDirection(null)} />
        )}
      </Dialog>
    </div>
  )
}

type Tab = 'chart' | DepthKind
const tabs: readonly Tab[] = ['chart', 'book', 'trades']

/** The chart; order book and recent trades are further tabs where the market's price comes from an exchange that has them. */
function ChartOrBook({ market }: { readonly market: MarketItem }) {
  const t = useT()
  const panelId = useId()
  const [chosenTab, setTab] = useState<Tab>('chart')
  const source = useLivePrice(market.code)?.source ?? market.source
  const hasBook = market.type === cryptoType && source === 'live'
  const tab = hasBook ? chosenTab : 'chart'
  return (
    <>
      {hasBook && (
        <Tabs
          label={market.code}
          choices={tabs.map((value) => ({ value, label: t(`markets.depth.${value}`) }))}
          value={tab}
          onChange={setTab}
          panelId={panelId}
          className="px-4"
        />
      )}
      <div id={panelId} {...(hasBook && { role: 'tabpanel' })} className="border-hairline border-b">
        {tab === 'chart' ? (
          <MarketChart market={market} narrow className="h-[45dvh] min-h-64" />
        ) : (
          <Suspense fallback={<SkeletonLines count={10} className="p-4" />}>
            <MarketDepthView key={market.code} market={market} kind={tab} narrow />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** Opens the ticket for an order chosen on the chart, here or on the market's own page. */
function useWishedDirection(code: string, onWish: (direction: Direction) => void): void {
  const wish = useSyncExternalStore(wishedOrder.subscribe, wishedOrder.get)
  useEffect(() => {
    if (wish?.code === code) onWish(wish.direction)
  }, [wish, code, onWish])
}

function SheetTicket({
  code,
  direction,
  onLeave,
}: {
  readonly code: string
  readonly direction: Direction
  readonly onLeave: () => void
}) {
  const { data: info } = useMarketInfo(code)
  if (info === undefined) return <SkeletonLines count={10} />
  return <OrderTicket info={info} direction={direction} sheet onLeave={onLeave} />
}
