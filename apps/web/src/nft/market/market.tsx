import { Button } from '@candor/ui/controls/button.tsx'
import { Banner, EmptyState, ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { ArrowRight, Frame } from 'lucide-react'
import { ListEnd } from '../../session/calls/list-end.tsx'
import type { PagedList } from '../../session/calls/use-pages.ts'
import { customerState, useCustomerState } from '../../session/customer-state.ts'
import { useT } from '../../session/language/language.ts'
import { useLayout } from '../../shell/use-layout.ts'
import { NftFrame } from '../nft-frame.tsx'
import { charityPath } from '../nft-paths.ts'
import { useCharityTotals, useLiveArtworks, useMarket } from '../use-artworks.ts'
import { ArtworkCard } from './artwork-card.tsx'
import { MarketBar } from './market-bar.tsx'
import { firstFilter, isNarrow } from './market-filter.ts'
import { MarketSheet } from './market-sheet.tsx'

/** The last filter, so that visiting a work and returning loses nothing. */
const lastFilter = customerState(firstFilter)

/** The market of artworks: on sale, announced and sold, with live bids. */
export function Market() {
  const t = useT()
  const layout = useLayout()
  const [filter, change] = useCustomerState(lastFilter)
  const market = useMarket(filter)
  const live = useLiveArtworks()
  const book = useCharityTotals()
  const Choices = layout === 'desktop' ? MarketBar : MarketSheet
  return (
    <NftFrame
      title={t('nft.title')}
      lead={
        book === undefined ? (
          <Skeleton className="h-5 w-72 max-w-full" />
        ) : (
          t('nft.lead', { charity: book.charity })
        )
      }
    >
      <Given />
      {!live && <Banner tone="warn">{t('nft.live.lost')}</Banner>}
      <Choices filter={filter} onChange={change} />
      <Works
        market={market}
        narrow={isNarrow(filter)}
        onReset={() => change({ ...firstFilter, status: filter.status })}
      />
    </NftFrame>
  )
}

/** Sum of all proceeds, with a link to their use. */
function Given() {
  const t = useT()
  const book = useCharityTotals()
  return (
    <a
      href={`#${charityPath}`}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 rounded-m border border-hairline bg-surface px-4 py-3 text-ink no-underline transition-colors duration-150 hover:border-hairline-strong md:px-5 md:py-4"
    >
      <span>
        <span className="block text-14 text-ink-2">{t('nft.totals.donated')}</span>
        {book === undefined ? (
          <Skeleton className="mt-1 h-7 w-36" />
        ) : (
          <Money
            amount={book.totals.credited}
            asset="USDT"
            max={2}
            className="font-semibold text-20 md:text-28"
          />
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-5 gap-y-1 text-14">
        {book !== undefined && (
          <span className="text-ink-2">{t('nft.totals.sales', { count: book.totals.sales })}</span>
        )}
        <span className="inline-flex items-center gap-1.5 font-medium text-accent">
          {t('nft.totals.link')}
          <ArrowRight aria-hidden className="mirrored size-4" />
        </span>
      </span>
    </a>
  )
}

/** Placeholders for works that are loading. */
const places = Array.from({ length: 8 }, (_, place) => place)
const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-5 lg:grid-cols-4'

function Works({
  market: list,
  narrow,
  onReset,
}: {
  readonly market: PagedList<Parameters<typeof ArtworkCard>[0]['artwork']>
  readonly narrow: boolean
  readonly onReset: () => void
}) {
  const { items, failed, retry } = list
  const t = useT()
  if (failed) return <ErrorState title={t('nft.error')} onRetry={retry} />
  if (items === undefined)
    return (
      <div className={grid}>
        {places.map((place) => (
          <Skeleton key={place} className="aspect-[3/4] w-full" />
        ))}
      </div>
    )
  if (items.length === 0)
    return (
      <EmptyState
        icon={<Frame aria-hidden />}
        title={t('nft.empty.title')}
        text={t('nft.empty.text')}
        action={
          narrow && (
            <Button variant="secondary" onClick={onReset}>
              {t('nft.filter.reset')}
            </Button>
          )
        }
      />
    )
  return (
    <>
      <div className={grid}>
        {items.map((artwork) => (
          <ArtworkCard key={artwork.id} artwork={artwork} />
        ))}
      </div>
      <ListEnd list={list} className="py-2" />
    </>
  )
}
