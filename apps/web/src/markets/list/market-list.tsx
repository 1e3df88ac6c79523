import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { ErrorState } from '@candor/ui/feedback.tsx'
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { ClassTabs, MarketFilterInput } from './list-controls.tsx'
import { LoadingRows, NothingShown } from './list-states.tsx'
import { MarketRow } from './market-row.tsx'
import type { MarketSort, ShownFigure } from './market-sort.ts'
import { SortChoice, SortHeadings } from './sort-controls.tsx'
import { SourceLegend } from './source-legend.tsx'
import { type MarketFilter, useMarketFilter } from './use-market-filter.ts'
import { useRowKeys } from './use-row-keys.ts'
import { type ShownWatchlist, useShownWatchlist } from './use-shown-watchlist.ts'
import { WatchlistChoice } from './watchlist-choice.tsx'

/** Rows rendered at once; the others follow in small pieces, so that the page stays responsive. */
const rowsAtOnce = 10

/** The first rows until they are on the page, then all. */
function useFilling(shown: readonly MarketItem[]): { rows: readonly MarketItem[]; filled: boolean } {
  const [filled, setFilled] = useState(false)
  useEffect(() => startTransition(() => setFilled(true)), [])
  return { rows: filled ? shown : shown.slice(0, rowsAtOnce), filled }
}

/** Scrolls to the chosen market's row, once the rows are rendered; a row in sight stays so when the list changes its size. */
function useInSight(
  list: RefObject<HTMLUListElement | null>,
  listed: boolean,
  selected: string | null,
): void {
  useEffect(() => {
    if (!listed || selected === null || list.current === null) return
    const row = list.current.querySelector(`[data-market="${CSS.escape(selected)}"]`)
    if (row === null) return
    const show = () => row.scrollIntoView({ block: 'nearest' })
    show()
    let inSight = true
    const seen = new IntersectionObserver(([entry]) => {
      inSight = entry?.isIntersecting ?? false
    })
    const sized = new ResizeObserver(() => inSight && show())
    seen.observe(row)
    sized.observe(list.current)
    return () => {
      seen.disconnect()
      sized.disconnect()
    }
  }, [list, listed, selected])
}

interface MarketListProps {
  readonly selected: string | null
  readonly onPick: (market: MarketItem) => void
  readonly roomy?: boolean
  /** Each figure has a column of its own. */
  readonly wide?: boolean
  readonly className?: string
}

/** Every market with its class tabs, search, order and stars. */
export function MarketList({ selected, onPick, roomy = false, wide = false, className }: MarketListProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const watchlist = useShownWatchlist()
  const filter = useMarketFilter(watchlist.codes)
  const { markets, shown, sort } = filter
  return (
    <section aria-label={t('markets.list.title')} className={classNames('flex min-h-0 flex-col', className)}>
      <ListHead filter={filter} watchlist={watchlist} roomy={roomy} wide={wide} list={list} onPick={onPick} />
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-gutter:stable] [scrollbar-width:thin]">
        {filter.failed ? (
          <ErrorState title={t('markets.list.error')} onRetry={filter.retry} />
        ) : markets === undefined ? (
          <LoadingRows />
        ) : (
          <>
            <SourceLegend
              sources={markets.map(({ source }) => source)}
              className={classNames('border-hairline/60 border-b py-2', sidesOf(roomy))}
            />
            {shown.length === 0 ? (
              <NothingShown
                typed={filter.typed}
                list={watchlist.shown}
                onReset={() => filter.choose('all')}
              />
            ) : (
              <Rows
                list={list}
                shown={shown}
                selected={selected}
                figure={wide ? 'all' : figureOf(sort)}
                watchlist={watchlist}
                roomy={roomy}
                onPick={onPick}
              />
            )}
          </>
        )}
      </div>
    </section>
  )
}

const sidesOf = (roomy: boolean) => (roomy ? 'px-4' : 'px-3')

/** Search, tabs and order: everything above the rows. */
function ListHead({
  filter,
  watchlist: { lists, shown, show },
  roomy,
  wide,
  list,
  onPick,
}: {
  readonly filter: MarketFilter
  readonly watchlist: ShownWatchlist
  readonly roomy: boolean
  readonly wide: boolean
  readonly list: RefObject<HTMLUListElement | null>
  readonly onPick: (market: MarketItem) => void
}) {
  const sides = sidesOf(roomy)
  return (
    <>
      <div className={classNames('pt-3', sides)}>
        <MarketFilterInput
          filter={filter}
          roomy={roomy}
          onPick={onPick}
          onWalk={() => list.current?.querySelector<HTMLElement>('[data-market]')?.focus()}
        />
      </div>
      <ClassTabs filter={filter} roomy={roomy} />
      {filter.tab === 'watched' && (
        <WatchlistChoice lists={lists} shown={shown} onShow={show} className={sides} />
      )}
      {!roomy && <SortHeadings sort={filter.sort} onSort={filter.setSort} wide={wide} />}
      <SortChoice
        sort={filter.sort}
        onSort={filter.setSort}
        className={classNames('shrink-0', sides, wide ? 'hidden' : !roomy && 'xl:hidden')}
      />
    </>
  )
}

/** The figure below each price: the one the list is sorted by, else the change. */
const figureOf = ({ by }: MarketSort): ShownFigure => (by === 'open' || by === 'name' ? 'change' : by)

function Rows({
  list,
  shown,
  selected,
  figure,
  watchlist: { lists, marked, watch },
  roomy,
  onPick,
}: {
  readonly list: RefObject<HTMLUListElement | null>
  readonly shown: readonly MarketItem[]
  readonly selected: string | null
  readonly figure: ShownFigure
  readonly watchlist: ShownWatchlist
  readonly roomy: boolean
  readonly onPick: (market: MarketItem) => void
}) {
  const t = useT()
  const { rows, filled } = useFilling(shown)
  useInSight(list, filled, selected)
  const { reachable, ...keys } = useRowKeys(
    rows.map(({ code }) => code),
    selected,
  )
  return (
    <ul ref={list} aria-label={t('markets.list.title')} {...keys}>
      {rows.map((market) => (
        <MarketRow
          key={market.code}
          market={market}
          selected={market.code === selected}
          watched={marked.has(market.code)}
          hasLists={lists.length > 0}
          roomy={roomy}
          figure={figure}
          tabIndex={market.code === reachable ? 0 : -1}
          onPick={onPick}
          onWatch={watch}
        />
      ))}
    </ul>
  )
}
