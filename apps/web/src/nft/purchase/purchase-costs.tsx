import type { ArtworkPage } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useT } from '../../session/language/language.ts'
import type { PurchaseFigures } from './purchase-form.ts'

/** All costs of the purchase, and its split. */
export function PurchaseCosts({
  artwork,
  figures,
}: {
  readonly artwork: Pick<ArtworkPage, 'saleKind'>
  readonly figures: PurchaseFigures | null
}) {
  const t = useT()
  if (figures === null) return null
  return (
    <DetailList className="border-hairline border-y">
      <Detail name={t(artwork.saleKind === 'fixed' ? 'nft.cost.price' : 'nft.cost.bid')} strong>
        <Money amount={figures.amount} asset="USDT" />
      </Detail>
      <Detail name={t('nft.cost.charity')}>
        <Money amount={figures.charity} asset="USDT" />
      </Detail>
      <Detail name={t('nft.cost.fee')}>
        <Money amount={figures.fee} asset="USDT" />
      </Detail>
      <Detail name={t('nft.cost.sending')}>{t('nft.cost.sending.free')}</Detail>
    </DetailList>
  )
}
