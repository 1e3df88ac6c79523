import type { MarketItem } from '@candor/contract'
import { useMarketList } from '../../markets/list/use-market-list.ts'
import { useShownWatchlist } from '../../markets/list/use-shown-watchlist.ts'
import { useWords } from '../../session/language/language.ts'
import { HomeRow } from '../home-markets.tsx'
import { CardEmpty, CardFailed, CardLinesWaiting, HomeCard } from './home-card.tsx'

const shownAtOnce = 8

/** The watchlist shown in the list of markets, with live prices. */
export function WatchlistCard() {
  const { t } = useWords()
  const { codes, shown } = useShownWatchlist()
  const { markets, failed, retry } = useMarketList()
  const watched = markets?.filter(({ code }) => codes.has(code))
  return (
    <HomeCard
      title={shown?.name ?? t('home.own.watchlist')}
      more={{ text: t('home.markets.all'), href: '#/market' }}
    >
      {failed ? (
        <CardFailed text={t('markets.list.error')} onRetry={retry} />
      ) : watched === undefined ? (
        <CardLinesWaiting />
      ) : (
        <Watched markets={watched} />
      )}
    </HomeCard>
  )
}

function Watched({ markets }: { readonly markets: readonly MarketItem[] }) {
  const { t } = useWords()
  if (markets.length === 0)
    return (
      <CardEmpty
        text={t('markets.list.watchedEmpty')}
        action={{ text: t('orders.empty.action'), href: '#/market' }}
      />
    )
  return (
    <ul>
      {markets.slice(0, shownAtOnce).map((market) => (
        <HomeRow key={market.code} market={market} compact />
      ))}
    </ul>
  )
}
