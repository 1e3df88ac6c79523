import type { MarketItem } from '@candor/contract'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { memo, useMemo, useState } from 'react'
import { useMarketList } from '../markets/list/use-market-list.ts'
import { MarketLogo } from '../markets/market-logo.tsx'
import { ChangeCell, PriceCell, SparkCell } from '../markets/prices/price-cells.tsx'
import { SourceLabel, SourceMark } from '../markets/prices/source-label.tsx'
import { useT } from '../session/language/language.ts'
import { goTo } from '../shell/hash-location.ts'
import { useOnScreen } from '../shell/use-on-screen.ts'
import { firstPricedTab, pricedFirst } from './priced-markets.ts'

const tabs = [2, 1, 3, 4] as const
const shownAtOnce = 8

/** A row opens the market with the query the specification names (§2, Home). */
const detailOf = (market: MarketItem): string =>
  `/cruuency?code=${encodeURIComponent(market.code)}&type=${market.type}&id=${encodeURIComponent(market.id)}`

type Tab = (typeof tabs)[number]

/** The chosen tab; until one is chosen, the first that had prices when the list came, so that it does not change under the reader. */
function useTab(markets: readonly MarketItem[] | undefined): [Tab, (tab: Tab) => void] {
  const [chosen, choose] = useState<Tab | null>(null)
  const priced = chosen === null && markets !== undefined ? firstPricedTab(tabs, markets) : null
  // Set while rendering: the first drawing of the list has the right tab.
  if (priced !== null) choose(priced)
  return [chosen ?? priced ?? tabs[0], choose]
}

/** The live market list of the home page: logo, name, change, line of the last 24 hours, price. */
export function HomeMarkets({ compact = false }: { readonly compact?: boolean }) {
  const t = useT()
  const { markets, failed, retry } = useMarketList()
  const [tab, setTab] = useTab(markets)
  const shown = useMemo(
    () => pricedFirst((markets ?? []).filter(({ type }) => type === tab)).slice(0, shownAtOnce),
    [markets, tab],
  )
  return (
    <section aria-label={t('home.markets.title')} className="rounded-m border border-hairline bg-surface">
      <div className="flex items-center justify-between gap-4 px-5 pt-4 max-md:px-4">
        <h2 className="font-semibold text-20 text-ink">{t('home.markets.title')}</h2>
        <a href="#/market" className="text-14 text-accent no-underline hover:underline">
          {t('home.markets.all')}
        </a>
      </div>
      <Tabs
        label={t('markets.rule.class')}
        choices={tabs.map((one) => ({ value: String(one), label: t(`markets.tab.${one}`) }))}
        value={String(tab)}
        onChange={(value) => setTab(tabs.find((one) => String(one) === value) ?? 2)}
        className="px-5 max-md:px-4"
      />
      {failed ? (
        <ErrorState title={t('markets.list.error')} onRetry={retry} />
      ) : (
        <ul>
          {markets === undefined
            ? waiting.map((row) => <WaitingRow key={row} />)
            : shown.map((market) => <HomeRow key={market.code} market={market} compact={compact} />)}
        </ul>
      )}
      {markets?.length === 0 && <p className="px-5 py-8 text-14 text-ink-2">{t('home.markets.empty')}</p>}
      <p className="px-5 pb-4 text-12 text-ink-3 max-md:px-4">{t('home.markets.day')}</p>
    </section>
  )
}

const waiting = Array.from({ length: shownAtOnce }, (_, row) => `row ${row}`)
const rowClass =
  'flex h-16 w-full items-center gap-4 border-hairline/70 border-t px-5 text-start first:border-t-0 max-md:gap-3 max-md:px-4'

function WaitingRow() {
  return (
    <li className={rowClass}>
      <Skeleton className="size-9 rounded-full" />
      <Skeleton className="w-32" />
      <span className="flex-1" />
      <Skeleton className="w-24" />
    </li>
  )
}

/** A market of the home page: logo, names, the line of the day, price and change. */
export const HomeRow = memo(function HomeRow({
  market,
  compact,
}: {
  readonly market: MarketItem
  readonly compact: boolean
}) {
  const [ref, follow] = useOnScreen<HTMLLIElement>()
  return (
    <li ref={ref} className="border-hairline/70 border-t first:border-t-0">
      <a
        href={`#${detailOf(market)}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return
          event.preventDefault()
          goTo(detailOf(market))
        }}
        className={`${rowClass} border-t-0 text-ink no-underline hover:bg-sunken/60`}
      >
        <MarketLogo logo={market.logo} size={36} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate font-medium text-14">{compact ? market.code : market.appName}</span>
          <span className="truncate text-12 text-ink-3">{compact ? market.appName : market.code}</span>
        </span>
        {!compact && <SourceLabel source={market.source} />}
        <span className={compact ? 'max-[22.4rem]:hidden' : 'flex w-36 justify-center'}>
          <SparkCell market={market} follow={follow} width={compact ? 52 : 112} height={30} />
        </span>
        <span className={compact ? 'hidden' : 'min-w-24 whitespace-nowrap text-end'}>
          <ChangeCell market={market} follow={follow} says className="text-14" />
        </span>
        <span className={compact ? 'flex min-w-24 flex-col items-end' : 'w-32 text-end'}>
          <PriceCell market={market} follow={follow} className="-me-1 font-medium text-14" />
          {compact && (
            <span className="flex items-center gap-1.5 text-12">
              <SourceMark source={market.source} />
              <ChangeCell market={market} follow={follow} says />
            </span>
          )}
        </span>
      </a>
    </li>
  )
})
