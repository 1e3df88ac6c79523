import type { CharityBook } from '@candor/contract'
import { EmptyState, ErrorState, Skeleton, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { ProportionBar } from '@candor/ui/figures/pictures.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { CircleAlert, CircleCheck, HandHeart } from 'lucide-react'
import { ListEnd } from '../../session/calls/list-end.tsx'
import { useWords } from '../../session/language/language.ts'
import { NftFrame } from '../nft-frame.tsx'
import { useCharityBook, useLiveArtworks } from '../use-artworks.ts'
import { type Books, booksOf } from './books.ts'
import { CharityLines } from './charity-lines.tsx'

/** Proceeds of artworks and their use, added up again in the browser (trust T19). */
export function CharityBooks() {
  const { t } = useWords()
  const book = useCharityBook()
  useLiveArtworks()
  const { first, items, failed, retry } = book
  return (
    <NftFrame
      title={t('nft.charity.title')}
      lead={
        first === undefined ? (
          <Skeleton className="h-5 w-72 max-w-full" />
        ) : (
          t('nft.charity.lead', { charity: first.charity })
        )
      }
    >
      {failed && <ErrorState title={t('nft.error')} onRetry={retry} />}
      {first === undefined && !failed && <SkeletonLines count={8} />}
      {first !== undefined && <Totals book={first} />}
      {first !== undefined && (
        <section className="flex flex-col gap-3">
          <h2 className="font-semibold text-16 text-ink">{t('nft.charity.lines')}</h2>
          {items?.length === 0 ? (
            <EmptyState
              icon={<HandHeart aria-hidden />}
              title={t('nft.charity.empty.title')}
              text={t('nft.charity.empty.text')}
            />
          ) : (
            <>
              <CharityLines lines={items ?? []} />
              <ListEnd list={book} className="py-2" />
            </>
          )}
        </section>
      )}
    </NftFrame>
  )
}

function Totals({ book }: { readonly book: CharityBook }) {
  const { t, tag } = useWords()
  const { totals } = book
  const books = booksOf(totals)
  const money = (amount: string) => <Money amount={amount} asset="USDT" />
  const share = (name: 'kept' | 'transferred' | 'fees') => ({
    key: name,
    label: t(`nft.charity.${name}`),
    share: Number(totals[name]),
    value: money(totals[name]),
  })
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
      <Card>
        <SectionHead
          title={t('nft.charity.sold')}
          text={t('nft.charity.asOf', { at: formatMinute(book.asOf, tag) })}
          className="mb-3"
        />
        <p className="mb-4">
          <Money amount={totals.sold} asset="USDT" className="font-semibold text-28 text-ink" />
        </p>
        {/[1-9]/.test(totals.sold) && (
          <ProportionBar
            label={t('nft.charity.picture')}
            shares={[share('kept'), share('transferred'), share('fees')]}
            className="mb-4"
          />
        )}
        <DetailList>
          <Detail name={t('nft.charity.credited')} strong>
            {money(totals.credited)}
          </Detail>
          {/[1-9]/.test(totals.promised) && (
            <Detail name={t('nft.charity.promised')}>{money(totals.promised)}</Detail>
          )}
        </DetailList>
      </Card>
      <Card>
        <SectionHead title={t('nft.charity.check.title')} className="mb-2" />
        <ul className="divide-y divide-hairline">
          <Sum name={t('nft.charity.check.sold')} sum={books.sold} />
          <Sum name={t('nft.charity.check.credited')} sum={books.credited} />
        </ul>
      </Card>
    </div>
  )
}

function Sum({ name, sum }: { readonly name: string; readonly sum: Books['sold'] }) {
  const { t } = useWords()
  return (
    <li className="flex flex-col gap-1 py-3">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium text-14 text-ink">{name}</span>
        <span
          className={
            sum.adds
              ? 'inline-flex items-center gap-1 text-14 text-good'
              : 'inline-flex items-center gap-1 text-14 text-bad'
          }
        >
          {sum.adds ? (
            <CircleCheck aria-hidden className="size-4" />
          ) : (
            <CircleAlert aria-hidden className="size-4" />
          )}
          {t(sum.adds ? 'nft.charity.adds' : 'nft.charity.addsNot')}
        </span>
      </span>
      <bdi dir="ltr" className="figures text-14 text-ink-2">
        <Money amount={sum.whole} /> {sum.adds ? '=' : '≠'} <Money amount={sum.parts[0]} /> +{' '}
        <Money amount={sum.parts[1]} />
      </bdi>
    </li>
  )
}
