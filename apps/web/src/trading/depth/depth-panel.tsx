import type { MarketItem } from '@candor/contract'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { useId } from 'react'
import { useMarketDepth } from '../../live/depth-socket.ts'
import { customerState, useCustomerState } from '../../session/customer-state.ts'
import { useT } from '../../session/language/language.ts'
import { NoBook, WaitingBook } from './depth-states.tsx'
import type { DepthKind } from './depth-words.ts'
import { OrderBook } from './order-book.tsx'
import { RecentTrades } from './recent-trades.tsx'

const kinds: readonly DepthKind[] = ['book', 'trades']
/** Preserved when the customer moves to another market. */
const lastKind = customerState<DepthKind>('book')

/** Order book and recent trades of the exchange that a market's price comes from: a panel of the market screen. */
export function DepthPanel({ market }: { readonly market: MarketItem }) {
  const t = useT()
  const panelId = useId()
  const [kind, setKind] = useCustomerState(lastKind)
  return (
    <section aria-label={t('markets.depth.book')} className="flex h-full min-h-0 min-w-0 flex-col">
      <Tabs
        label={t('markets.depth.book')}
        choices={kinds.map((value) => ({ value, label: t(`markets.depth.${value}`) }))}
        value={kind}
        onChange={setKind}
        panelId={panelId}
        className="shrink-0 px-3 pt-1"
      />
      <div id={panelId} role="tabpanel" className="flex min-h-0 flex-1 flex-col">
        <MarketDepthView market={market} kind={kind} />
      </div>
    </section>
  )
}

/** One of the two alone, as a tab of the market's page on phones. */
export function MarketDepthView({
  market,
  kind,
  narrow = false,
}: {
  readonly market: MarketItem
  readonly kind: DepthKind
  readonly narrow?: boolean
}) {
  const depth = useMarketDepth(market.code)
  if (depth === undefined || depth.state === 'waiting') return <WaitingBook />
  if (depth.state === 'none') return <NoBook market={market} />
  const View = kind === 'book' ? OrderBook : RecentTrades
  return <View market={market} depth={depth} narrow={narrow} />
}
