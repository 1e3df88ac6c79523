import type { OwnArtwork } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { StatusWord } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { CircleAlert, CircleCheck, Crown, History } from 'lucide-react'
import { useT } from '../session/language/language.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { Exact } from './artwork-details.tsx'
import { Creator } from './artwork-marks.tsx'
import { workPath } from './nft-paths.ts'
import { RemainingTime } from './remaining-time.tsx'

/** One of the customer's own works: its state, the token's destination, and its documents. */
export function OwnArtworkCard({ artwork }: { readonly artwork: OwnArtwork }) {
  const t = useT()
  const owned = artwork.mine === 'owned'
  return (
    <Card className="flex h-full flex-col gap-3">
      <div className="flex gap-4">
        <a href={`#${workPath(artwork.id)}`} className="shrink-0">
          <img
            src={artwork.thumbnail}
            alt={t('nft.alt', { title: artwork.title, creator: artwork.creator })}
            width={96}
            height={96}
            loading="lazy"
            className="size-24 rounded-s border border-hairline bg-sunken object-cover"
          />
        </a>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <a
            href={`#${workPath(artwork.id)}`}
            className="max-w-full truncate font-semibold text-16 text-ink no-underline hover:underline"
          >
            {artwork.title}
          </a>
          <Creator artwork={artwork} className="max-w-full text-14 text-ink-2" />
          <Standing artwork={artwork} />
          <RemainingTime artwork={artwork} className="text-12 text-ink-2" />
        </div>
      </div>
      <DetailList className="[&>div]:py-1.5">
        <Detail name={t(owned ? 'nft.mine.paid' : 'nft.mine.myBid')} strong>
          <Money amount={(owned ? artwork.soldPrice : artwork.myBid) ?? artwork.price} asset="USDT" />
        </Detail>
        {!owned && artwork.currentBid !== null && (
          <Detail name={t(artwork.status === 'sold' ? 'nft.price.sold' : 'nft.price.current')}>
            <Money amount={artwork.soldPrice ?? artwork.currentBid} asset="USDT" />
          </Detail>
        )}
        <Detail name={t('nft.form.address')}>
          <Exact value={artwork.receivingAddress} />
        </Detail>
        {owned && (
          <Detail name={t('nft.mine.delivery')}>
            <Delivery artwork={artwork} />
          </Detail>
        )}
      </DetailList>
      {artwork.certificate !== null && <Papers artwork={artwork} publicId={artwork.certificate.publicId} />}
    </Card>
  )
}

function Standing({ artwork: { mine, leading, status } }: { readonly artwork: OwnArtwork }) {
  const t = useT()
  if (mine === 'owned')
    return (
      <StatusWord tone="good" icon={<CircleCheck aria-hidden />}>
        {t('nft.standing.owned')}
      </StatusWord>
    )
  if (status === 'sold')
    return (
      <StatusWord tone="neutral" icon={<History aria-hidden />}>
        {t('nft.mine.lost')}
      </StatusWord>
    )
  return leading ? (
    <StatusWord tone="good" icon={<Crown aria-hidden />}>
      {t('nft.mine.leading')}
    </StatusWord>
  ) : (
    <StatusWord tone="warn" icon={<CircleAlert aria-hidden />}>
      {t('nft.mine.outbid')}
    </StatusWord>
  )
}

function Delivery({ artwork: { deliveryHash, sample } }: { readonly artwork: OwnArtwork }) {
  const t = useT()
  if (deliveryHash !== null) return <Exact value={deliveryHash} />
  return (
    <span className="text-ink-2">{t(sample ? 'nft.mine.delivery.sample' : 'nft.mine.delivery.none')}</span>
  )
}

function Papers({ artwork, publicId }: { readonly artwork: OwnArtwork; readonly publicId: string }) {
  const t = useT()
  const name = `certificate-${artwork.certificate?.number}.pdf`
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      <DownloadButton call="nftCertificate" input={{ id: artwork.id }} fileName={name} size="s">
        {t('nft.certificate.pdf')}
      </DownloadButton>
      <a href={`#/receipt/${publicId}`} className={buttonClass('secondary', 's')}>
        {t('nft.certificate.signed')}
      </a>
    </div>
  )
}
