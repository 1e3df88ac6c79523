import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Detail } from '@candor/ui/surface.tsx'
import { Exact } from '../nft/artwork-details.tsx'
import { chainNames } from '../nft/market/market-filter.ts'
import { useWords } from '../session/language/language.ts'
import type { ReceiptDocument } from './read-document.ts'

/** Summary of an artwork's certificate: the work, its token, its destination, and the charity's share. */
export function ArtworkReceiptDetails({ order }: Pick<ReceiptDocument, 'order'>) {
  const { t, tag } = useWords()
  const money = (value: unknown) => <Money amount={String(value ?? '0')} asset="USDT" />
  const chain = (chainNames as Readonly<Record<string, string>>)[String(order.chain)] ?? String(order.chain)
  return (
    <>
      <Detail name={t('nft.facts.title')} strong>
        {order.title}
      </Detail>
      <Detail name={t('nft.field.creator')}>{order.creator}</Detail>
      <Detail name={t('nft.field.chain')}>{chain}</Detail>
      <Detail name={t('nft.field.address')}>
        <Exact value={String(order.address)} />
      </Detail>
      <Detail name={t('nft.field.tokenId')}>
        <Exact value={String(order.tokenId)} />
      </Detail>
      <Detail name={t('nft.form.address')}>
        <Exact value={String(order.receivingAddress)} />
      </Detail>
      <Detail name={t('nft.field.kind')}>
        {t.maybe(`nft.kind.${String(order.saleKind)}`) ?? String(order.saleKind)}
      </Detail>
      <Detail name={t('nft.field.bids')}>
        <span className="figures">{order.bids}</span>
      </Detail>
      <Detail name={t('nft.field.soldAt')}>{formatMinute(Number(order.soldAt), tag)}</Detail>
      <Detail name={t('nft.price.sold')} strong>
        {money(order.amount)}
      </Detail>
      <Detail name={t('nft.cost.fee')}>{money(order.fee)}</Detail>
      <Detail name={t('nft.charity.credited')} strong>
        {money(order.donated)}
      </Detail>
    </>
  )
}
