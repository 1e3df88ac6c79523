import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { Star } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useT } from '../../session/language/language.ts'
import { filterMarkets, type MarketTab, marketTabs } from './market-filter.ts'
import { MarketRow } from './market-row.tsx'
import { useMarketList } from './use-market-list.ts'
import { useSlashKey } from './use-slash-key.ts'
import { useWatchlist } from './use-watchlist.ts'

/** Rows rendered at once; the others follow in small pieces, so that the page stays responsive. */
const rowsAtOnce = 10

/** The first rows until they are on the page, then all. */
function useFilling(
  shown: readonly MarketItem[],
  listed: boolean,
): { rows: readonly MarketItem[]; filled: boolean } {
  const [filled, setFilled] = useState(false)
  useEffect(() => {
    if (listed) startTransition(() => setFilled(true))
  }, [listed])
  return { rows: filled ? shown : shown.slice(0, rowsAtOnce), filled }
}

/** Scrolls to the chosen market's row, once the rows are rendered. */
function useInSight(
  list: RefObject<HTMLUListElement | null>,
  listed: boolean,
  selected: string | null,
): void {
  useEffect(() => {
    if (!listed || selected === null) return
    const row = list.current?.querySelector(`[data-market="${CSS.escape(selected)}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  }, [list, listed, selected])
}

interface MarketListProps {
  readonly selected: string | null
  readonly onPick: (market: MarketItem) => void
  readonly roomy?: boolean
  readonly className?: string
}

/** Every market with its class tabs, search and stars. */
export function MarketList({ selected, onPick, roomy = false, className }: MarketListProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const { codes: watched, watch } = useWatchlist()
  const filter = useMarketFilter(watched)
  const { markets, shown } = filter
  const { rows, filled } = useFilling(shown, markets !== undefined)
  useInSight(list, filled, selected)
  return (
    <section aria-label={t('markets.list.title')} className={classNames('flex min-h-0 flex-col', className)}>
      <div className={classNames(roomy ? 'px-4 pt-3' : 'px-3 pt-3')}>
        <MarketFilterInput
          filter={filter}
          roomy={roomy}
          onPick={onPick}
          onWalk={() => list.current?.querySelector<HTMLElement>('[data-market]')?.focus()}
        />
      </div>
      <ClassTabs filter={filter} roomy={roomy} />
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-gutter:stable] [scrollbar-width:thin]">
        {filter.failed ? (
          <ErrorState title={t('markets.list.error')} onRetry={filter.retry} />
        ) : markets === undefined ? (
          <LoadingRows />
        ) : shown.length === 0 ? (
          <NothingShown typed={filter.typed} onReset={() => filter.choose('all')} />
        ) : (
          <ul ref={list} aria-label={t('markets.list.title')} onKeyDown={walkRows}>
            {rows.map((market) => (
              <MarketRow
                key={market.code}
                market={market}
                selected={market.code === selected}
                watched={watched.has(market.code)}
                roomy={roomy}
                onPick={onPick}
                onWatch={watch}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

type MarketFilter = ReturnType<typeof useMarketFilter>

/** The markets that the chosen tab and the typed text leave. */
function useMarketFilter(watched: ReadonlySet<string>) {
  const { markets, failed, retry } = useMarketList()
  const [tab, setTab] = useState<MarketTab>('all')
  const [typed, setTyped] = useState('')
  const shown = useMemo(
    () => filterMarkets(markets ?? [], tab, watched, typed),
    [markets, tab, watched, typed],
  )
  /** Changing the tab clears the search. */
  const choose = (next: MarketTab) => {
    setTyped('')
    setTab(next)
  }
  return { markets, failed, retry, shown, tab, choose, typed, setTyped }
}

function MarketFilterInput({
  filter: { shown, typed, setTyped },
  roomy,
  onPick,
  onWalk,
}: {
  readonly filter: MarketFilter
  readonly roomy: boolean
  readonly onPick: (market: MarketItem) => void
  /** Moves on to the rows. */
  readonly onWalk: () => void
}) {
  const t = useT()
  const search = useRef<HTMLInputElement>(null)
  useSlashKey(search)
  const onKeyDown = (event: KeyboardEvent) => {
    const first = shown[0]
    if (event.key === 'Enter' && first !== undefined) onPick(first)
    else if (event.key === 'ArrowDown') onWalk()
    else if (event.key === 'Escape') {
      setTyped('')
      search.current?.blur()
    } else return
    event.preventDefault()
  }
  return (
    <SearchInput
      ref={search}
      value={typed}
      placeholder={t('markets.list.search')}
      aria-label={t('markets.list.search')}
      aria-keyshortcuts="/"
      title={t('markets.list.searchHint')}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      className={roomy ? '' : 'h-9! min-h-9!'}
    />
  )
}

function ClassTabs({ filter, roomy }: { readonly filter: MarketFilter; readonly roomy: boolean }) {
  const t = useT()
  return (
    <Tabs
      label={t('markets.rule.class')}
      choices={marketTabs.map((one) => ({
        value: String(one),
        label: one === 'watched' && !roomy ? <WatchedLabel /> : t(`markets.tab.${one}`),
      }))}
      value={String(filter.tab)}
      onChange={(value) => filter.choose(marketTabs.find((one) => String(one) === value) ?? 'all')}
      className={classNames(
        'shrink-0',
        roomy ? 'px-4' : 'justify-between gap-2! px-3 pt-0.5 [&_button]:text-12',
      )}
    />
  )
}

function WatchedLabel() {
  const t = useT()
  return (
    <span title={t('markets.tab.watched')}>
      <Star aria-hidden className="size-3.5" />
      <span className="sr-only">{t('markets.tab.watched')}</span>
    </span>
  )
}

/** Arrow keys move through the rows, as in any list. */
function walkRows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-market]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

const loadingRows = Array.from({ length: 14 }, (_, row) => `row ${row}`)

function LoadingRows() {
  const t = useT()
  return (
    <div role="status" aria-label={t('markets.list.loading')}>
      {loadingRows.map((row) => (
        <div key={row} className="flex h-12 items-center gap-3 border-hairline/60 border-b px-3">
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3 w-14" />
          </span>
          <Skeleton className="h-5 w-12" />
          <span className="flex flex-col items-end gap-1.5">
            <Skeleton className="h-3.5 w-16" />
            <Skeleton className="h-3 w-10" />
          </span>
        </div>
      ))}
    </div>
  )
}

function NothingShown({ typed, onReset }: { readonly typed: string; readonly onReset: () => void }) {
  const t = useT()
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-6 text-14 text-ink-2">
      <p>{typed.trim() === '' ? t('markets.list.watchedEmpty') : t('markets.list.noHit', { typed })}</p>
      <Button variant="secondary" size="s" onClick={onReset}>
        {t('markets.list.showAll')}
      </Button>
    </div>
  )
}
