import type { ArtworkPage } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatSecond } from '@candor/ui/figures/format-moment.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language/language.ts'

/** The bids, highest first, without names. */
export function BidList({ artwork: { bids, bidCount } }: { readonly artwork: ArtworkPage }) {
  const { t, tag } = useWords()
  return (
    <Card>
      <SectionHead
        title={t('nft.bids.title')}
        text={t('nft.bids.count', { count: bidCount })}
        className="mb-2"
      />
      {bids.length === 0 ? (
        <p className="text-14 text-ink-2">{t('nft.bids.none')}</p>
      ) : (
        <ol aria-live="polite" className="divide-y divide-hairline">
          {bids.map(({ number, bidder, amount, at }) => (
            <li key={number} className="flex items-baseline justify-between gap-4 py-2 text-14">
              <span>
                <span className="text-ink">{t('nft.bids.bidder', { number: bidder })}</span>
                <time dateTime={at} className="figures block text-12 text-ink-3">
                  {formatSecond(at, tag)}
                </time>
              </span>
              <Money amount={amount} asset="USDT" className="text-ink" />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
