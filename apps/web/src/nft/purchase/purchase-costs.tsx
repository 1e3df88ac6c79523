import type { ArtworkPage } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Fact, Facts } from '@candor/ui/surface.tsx'
import { useT } from '../../session/language/language.ts'
import type { PurchaseFigures } from './purchase-form.ts'

/** All costs of the purchase, and its split. */
export function CostFacts({
  artwork,
  figures,
}: {
  readonly artwork: Pick<ArtworkPage, 'saleKind'>
  readonly figures: PurchaseFigures | null
}) {
  const t = useT()
  if (figures === null) return null
  return (
    <Facts className="border-hairline border-y">
      <Fact name={t(artwork.saleKind === 'fixed' ? 'nft.cost.price' : 'nft.cost.bid')} strong>
        <Money amount={figures.amount} asset="USDT" />
      </Fact>
      <Fact name={t('nft.cost.charity')}>
        <Money amount={figures.charity} asset="USDT" />
      </Fact>
      <Fact name={t('nft.cost.fee')}>
        <Money amount={figures.fee} asset="USDT" />
      </Fact>
      <Fact name={t('nft.cost.sending')}>{t('nft.cost.sending.free')}</Fact>
    </Facts>
  )
}
