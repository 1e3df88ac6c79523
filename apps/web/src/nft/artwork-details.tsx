import type { ArtworkPage } from '@candor/contract'
import { CopiedValue } from '@candor/ui/controls/copy-button.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language/language.ts'
import { Creator } from './artwork-marks.tsx'
import { chainNames } from './market/market-filter.ts'

/** Everything known of a work: creator, token, whether it was compared, what the creator has given. */
export function ArtworkDetails({ artwork }: { readonly artwork: ArtworkPage }) {
  const { t, tag } = useWords()
  const moment = (iso: string) => <time dateTime={iso}>{formatMinute(iso, tag)}</time>
  return (
    <Card>
      <SectionHead title={t('nft.facts.title')} className="mb-2" />
      {artwork.creatorAbout !== '' && (
        <p className="mb-2 max-w-line whitespace-pre-line text-14 text-ink-2">{artwork.creatorAbout}</p>
      )}
      <DetailList>
        <Detail name={t('nft.field.creator')}>
          <Creator artwork={artwork} />
        </Detail>
        <Detail name={t('nft.field.donation')}>
          <span title={t('nft.field.donation.hint')}>
            <Money amount={artwork.cumulativeDonation} asset="USDT" />
          </span>
        </Detail>
        <Detail name={t('nft.field.chain')}>{chainNames[artwork.chain]}</Detail>
        <Detail name={t('nft.field.address')}>
          <Exact value={artwork.address} />
        </Detail>
        <Detail name={t('nft.field.tokenId')}>
          <Exact value={artwork.tokenId} />
        </Detail>
        <Detail name={t('nft.field.kind')}>{t(`nft.kind.${artwork.saleKind}`)}</Detail>
        <Detail name={t('nft.field.startsAt')}>{moment(artwork.saleStartsAt)}</Detail>
        {artwork.saleEndsAt !== null && (
          <Detail name={t('nft.field.endsAt')}>{moment(artwork.saleEndsAt)}</Detail>
        )}
        {artwork.soldAt !== null && <Detail name={t('nft.field.soldAt')}>{moment(artwork.soldAt)}</Detail>}
        {artwork.deliveryHash !== null && (
          <Detail name={t('nft.mine.delivery')}>
            <Exact value={artwork.deliveryHash} />
          </Detail>
        )}
      </DetailList>
      <p className="mt-3 text-12 text-ink-2">
        <span className="font-medium text-ink">
          {t(artwork.verified ? 'nft.verified' : 'nft.unverified')}.
        </span>{' '}
        {t(artwork.verified ? 'nft.verified.text' : 'nft.unverified.text')}
      </p>
      <p className="mt-1 text-12 text-ink-2">
        <span className="font-medium text-ink">{t('nft.field.donation')}.</span>{' '}
        {t('nft.field.donation.hint')}
      </p>
    </Card>
  )
}

/** A value that people compare character by character: shortened in its middle where it is long, copied in full. */
export function Exact({ value }: { readonly value: string }) {
  const shown = value.length > 22 ? `${value.slice(0, 10)}…${value.slice(-8)}` : value
  return <CopiedValue value={value} shown={shown} />
}
