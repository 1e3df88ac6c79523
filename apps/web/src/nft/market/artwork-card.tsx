import type { Artwork } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { useT } from '../../session/language/language.ts'
import { Creator, priceOf, SampleBadge } from '../artwork-marks.tsx'
import { workPath } from '../nft-paths.ts'
import { RemainingTime } from '../remaining-time.tsx'

/** One work of the market: the picture, its creator, its current price and its remaining time. */
export function ArtworkCard({ artwork }: { readonly artwork: Artwork }) {
  const t = useT()
  const { name, amount } = priceOf(artwork)
  return (
    <a
      href={`#${workPath(artwork.id)}`}
      className="group flex min-w-0 flex-col overflow-hidden rounded-m border border-hairline bg-surface text-ink no-underline transition-colors duration-150 hover:border-hairline-strong"
    >
      <span className="relative block aspect-square overflow-hidden bg-sunken">
        <img
          src={artwork.thumbnail}
          alt={t('nft.alt', { title: artwork.title, creator: artwork.creator })}
          loading="lazy"
          decoding="async"
          width={560}
          height={560}
          className="size-full object-cover"
        />
        {artwork.sample && (
          <span className="absolute start-2 top-2 rounded-s bg-surface">
            <SampleBadge />
          </span>
        )}
      </span>
      <span className="flex flex-1 flex-col gap-2 p-3 md:p-4">
        <span className="min-w-0">
          <span className="block truncate font-semibold text-14 md:text-16">{artwork.title}</span>
          <Creator artwork={artwork} className="max-w-full text-12 text-ink-2 md:text-14" />
        </span>
        <span className="mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-1 border-hairline border-t pt-2">
          <span>
            <span className="block text-12 text-ink-3">{t(name)}</span>
            <Money amount={amount} asset="USDT" max={2} className="font-semibold text-14 md:text-16" />
          </span>
          <span className="text-12 text-ink-2 md:text-end">
            {artwork.saleKind === 'auction' && artwork.status !== 'upcoming' && (
              <span className="block text-ink-3">{t('nft.bids.count', { count: artwork.bidCount })}</span>
            )}
            {artwork.saleKind === 'fixed' && artwork.status === 'open' && artwork.saleEndsAt === null ? (
              <span>{t('nft.kind.fixed')}</span>
            ) : (
              <RemainingTime artwork={artwork} />
            )}
          </span>
        </span>
      </span>
    </a>
  )
}
