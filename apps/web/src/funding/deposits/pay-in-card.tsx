import type { DepositAddress } from '@candor/contract'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { networkName } from './deposit-form.ts'

/** The address with its picture, and what one has to know before paying. */
export function PayInCard({ place }: { readonly place: DepositAddress }) {
  const { t } = useWords()
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-semibold text-16 text-ink">{t('funding.where.title')}</h2>
      {place.sample && <Banner tone="bad">{t('funding.where.sample')}</Banner>}
      <AddressLine place={place} />
      <DetailList className="[&>div]:py-1.5">
        <Detail name={t('funding.where.minimum')}>
          <Money amount={place.minimum} asset={place.coin} />
        </Detail>
        <Detail name={t('funding.where.depth')}>
          {t('funding.where.blocks', { blocks: place.confirmations })}
        </Detail>
        <Detail name={t('funding.where.by')}>
          {t(place.automatic ? 'funding.where.by.chain' : 'funding.where.by.review')}
        </Detail>
      </DetailList>
      <Warnings place={place} />
    </Card>
  )
}

function AddressLine({ place }: { readonly place: DepositAddress }) {
  const { t } = useWords()
  return (
    <div className="flex items-start gap-4 max-md:flex-col max-md:items-center">
      {/* Dark on white in every theme, so that cameras read it. */}
      <img
        src={place.qr}
        alt={t('funding.where.qr')}
        width={144}
        height={144}
        className="size-36 shrink-0 rounded-s border border-hairline"
      />
      <div className="min-w-0 flex-1 max-md:w-full">
        <p className="text-12 text-ink-3">
          {t(place.own || place.sample ? 'funding.where.address' : 'funding.where.address.shared')}
        </p>
        <p
          dir="ltr"
          className="figures mt-1 whitespace-normal! break-all text-start text-14 text-ink select-all"
        >
          {place.address}
        </p>
        <CopyButton value={place.address} className="-ms-2 mt-1 max-md:min-h-11" />
      </div>
    </div>
  )
}

function Warnings({ place }: { readonly place: DepositAddress }) {
  const { t, tag } = useWords()
  const identityFrom = useApiQuery('getParamByKey', { key: 'kyc.neededFrom' }).data
  const { coin } = place
  const minimum = formatDecimal(place.minimum, tag, { max: 9 })
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-14 text-ink-2 marker:text-ink-3">
      <li className="font-medium text-ink">
        {t('funding.where.warn.network', { coin, network: networkName[place.network] })}
      </li>
      <li>{t('funding.where.warn.minimum', { minimum, coin })}</li>
      {!place.own && !place.sample && <li>{t('funding.where.warn.shared')}</li>}
      {identityFrom !== undefined && (
        <li>
          {t('funding.where.warn.identity', { amount: formatDecimal(String(identityFrom), tag, { max: 2 }) })}
        </li>
      )}
    </ul>
  )
}
