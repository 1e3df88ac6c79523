import type { ArtworkPage } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { Banner, EmptyState, ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import { useParams } from 'wouter'
import { CallFailure } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'
import { useLayout } from '../shell/use-layout.ts'
import { ArtworkDetails } from './artwork-details.tsx'
import { Creator, SampleBadge } from './artwork-marks.tsx'
import { BidList } from './bid-list.tsx'
import { marketPath } from './nft-paths.ts'
import { SaleCard } from './sale-card.tsx'
import { useArtwork, useLiveArtworks } from './use-artworks.ts'

/** One work: the picture, the sale with its live bids, and everything known of it. */
export function OneWork() {
  const t = useT()
  const { id = '' } = useParams<{ id: string }>()
  const { data, error, refetch } = useArtwork(id)
  const live = useLiveArtworks()
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-4 px-4 py-4 md:gap-6 md:px-6 md:py-8">
      <a
        href={`#${marketPath}`}
        className="tap inline-flex items-center gap-1.5 self-start text-14 text-ink-2 no-underline hover:text-ink"
      >
        <ArrowLeft aria-hidden className="mirrored size-4" />
        {t('nft.back')}
      </a>
      {!live && <Banner tone="warn">{t('nft.live.lost')}</Banner>}
      {data !== undefined && <Shown artwork={data} />}
      {data === undefined && error === null && (
        <div className="grid gap-6 md:grid-cols-2">
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
      {data === undefined && error !== null && <Missing error={error} onRetry={() => void refetch()} />}
    </div>
  )
}

function Missing({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useT()
  if (error instanceof CallFailure && error.code === refusals.notFound)
    return (
      <EmptyState
        wholePage
        icon={<FileQuestion aria-hidden />}
        title={t('nft.notFound.title')}
        text={t('nft.notFound.text')}
      />
    )
  return <ErrorState title={t('nft.error')} onRetry={onRetry} />
}

function Shown({ artwork }: { readonly artwork: ArtworkPage }) {
  const desktop = useLayout() === 'desktop'
  const picture = <Picture artwork={artwork} />
  const details = <ArtworkDetails artwork={artwork} />
  const bids = artwork.saleKind === 'auction' && <BidList artwork={artwork} />
  if (!desktop)
    return (
      <>
        {picture}
        <Name artwork={artwork} />
        <SaleCard artwork={artwork} />
        {bids}
        {details}
      </>
    )
  return (
    <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1.1fr)_minmax(20rem,1fr)]">
      <div className="flex flex-col gap-6">
        {picture}
        {details}
      </div>
      <div className="flex flex-col gap-5">
        <Name artwork={artwork} />
        <SaleCard artwork={artwork} />
        {bids}
      </div>
    </div>
  )
}

function Picture({ artwork: { image, title, creator } }: { readonly artwork: ArtworkPage }) {
  const t = useT()
  return (
    <div className="overflow-hidden rounded-m border border-hairline bg-sunken">
      <img
        src={image}
        alt={t('nft.alt', { title, creator })}
        width={800}
        height={800}
        className="max-h-[40rem] w-full object-contain"
      />
    </div>
  )
}

function Name({ artwork }: { readonly artwork: ArtworkPage }) {
  const t = useT()
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="font-semibold text-20 text-ink md:text-28">{artwork.title}</h1>
        {artwork.sample && <SampleBadge />}
      </div>
      <Creator artwork={artwork} className="text-14 text-ink-2 md:text-16" />
      {artwork.description !== '' && (
        <p className="max-w-line whitespace-pre-line text-14 text-ink-2">{artwork.description}</p>
      )}
      {artwork.sample && <p className="max-w-line text-14 text-ink-2">{t('nft.sample.text')}</p>}
    </header>
  )
}
