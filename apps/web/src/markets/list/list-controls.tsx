import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Star } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useT } from '../../session/language/language.ts'
import { marketTabs } from './market-filter.ts'
import type { MarketFilter } from './use-market-filter.ts'
import { useSlashKey } from './use-slash-key.ts'

/** The search field: Enter opens the first market found, the arrow down leads to the rows. */
export function MarketFilterInput({
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

/** The favourites, all markets, or a class of them. */
export function ClassTabs({ filter, roomy }: { readonly filter: MarketFilter; readonly roomy: boolean }) {
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
