import { Money } from '@candor/ui/figures/figures.tsx'
import { Fact } from '@candor/ui/surface.tsx'
import type { ReceiptDocument } from '../receipts/read-document.ts'
import { useWords } from '../session/language/language.ts'
import { chainNames } from './market/market-filter.ts'
import { Exact } from './work-facts.tsx'

/** Summary of an artwork's certificate: the work, its token, its destination, and the charity's share. */
export function ArtworkReceiptFacts({ order }: Pick<ReceiptDocument, 'order'>) {
  const { t, tag } = useWords()
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const money = (value: unknown) => <Money amount={String(value ?? '0')} asset="USDT" />
  const chain = (chainNames as Readonly<Record<string, string>>)[String(order.chain)] ?? String(order.chain)
  return (
    <>
      <Fact name={t('nft.facts.title')} strong>
        {order.title}
      </Fact>
      <Fact name={t('nft.field.creator')}>{order.creator}</Fact>
      <Fact name={t('nft.field.chain')}>{chain}</Fact>
      <Fact name={t('nft.field.address')}>
        <Exact value={String(order.address)} />
      </Fact>
      <Fact name={t('nft.field.tokenId')}>
        <Exact value={String(order.tokenId)} />
      </Fact>
      <Fact name={t('nft.form.address')}>
        <Exact value={String(order.receivingAddress)} />
      </Fact>
      <Fact name={t('nft.field.kind')}>
        {t.maybe(`nft.kind.${String(order.saleKind)}`) ?? String(order.saleKind)}
      </Fact>
      <Fact name={t('nft.field.bids')}>
        <span className="figures">{order.bids}</span>
      </Fact>
      <Fact name={t('nft.field.soldAt')}>{day.format(Number(order.soldAt))}</Fact>
      <Fact name={t('nft.price.sold')} strong>
        {money(order.amount)}
      </Fact>
      <Fact name={t('nft.cost.fee')}>{money(order.fee)}</Fact>
      <Fact name={t('nft.charity.credited')} strong>
        {money(order.donated)}
      </Fact>
    </>
  )
}
