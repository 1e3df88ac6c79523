import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { CalendarClock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { Announced, type Tariffs } from './announced-changes.tsx'
import { feeText } from './fee-text.ts'
import { listEntries } from './list-text.ts'
import { TermsTable } from './terms-table.tsx'

const types = [1, 2, 3, 4] as const

/** All fees and terms, with every announced change: open to everybody (trust T18). */
export default function FeesPage() {
  const { t } = useWords()
  const { data, error, refetch } = useApiQuery('tariffs', {}, { staleMs: 30_000 })
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-semibold text-28">{t('shell.page.fees')}</h1>
      <p className="mt-2 max-w-line text-16 text-ink-2">{t('fees.lead')}</p>
      {data === undefined ? (
        <div className="mt-8">
          {error === null ? (
            <SkeletonLines count={8} />
          ) : (
            <ErrorState title={t('fees.failed')} onRetry={() => void refetch()} />
          )}
        </div>
      ) : (
        <TariffSections tariffs={data} />
      )}
    </div>
  )
}

function TariffSections({ tariffs }: { readonly tariffs: Tariffs }) {
  const words = useWords()
  const { t, tag } = words
  return (
    <>
      <p className="mt-2 max-w-line text-14 text-ink-3">{t('fees.ahead', { hours: tariffs.noticeHours })}</p>
      <section className="mt-8">
        <h2 className="mb-3 font-semibold text-20">{t('fees.announced')}</h2>
        <Announced
          tariffs={tariffs}
          none={<EmptyState icon={<CalendarClock aria-hidden />} title={t('fees.none')} />}
        />
      </section>
      <MarketTerms markets={tariffs.markets} />
      <FeeSection title={t('fees.beside')}>
        {tariffs.fees.map(({ key, value }) => (
          <Detail key={key} name={t(`fees.fee.${key}`)}>
            {feeText(key, value, tag)}
          </Detail>
        ))}
      </FeeSection>
      <FeeSection title={t('fees.lists')}>
        {tariffs.lists.map((list) => (
          <Detail key={list.key} name={t(`fees.list.${list.key}`)}>
            <span className="flex flex-col">
              {listEntries(list, words).map((entry) => (
                <span key={entry}>{entry}</span>
              ))}
            </span>
          </Detail>
        ))}
      </FeeSection>
      <FeeSection title={t('fees.limits')}>
        {tariffs.limits.map(({ key, value }) => (
          <Detail key={key} name={t(`fees.limit.${key}`)}>
            {feeText(key, value, tag)}
          </Detail>
        ))}
      </FeeSection>
    </>
  )
}

/** Terms of the markets, one class at a time. */
function MarketTerms({ markets }: Pick<Tariffs, 'markets'>) {
  const { t } = useWords()
  const [type, setType] = useState<(typeof types)[number]>(1)
  return (
    <section className="mt-10">
      <div className="mb-3 max-w-130">
        <SegmentedControl
          label={t('fees.market')}
          full
          choices={types.map((value) => ({ value: String(value), label: t(`markets.tab.${value}`) }))}
          value={String(type)}
          onChange={(value) => setType(types.find((one) => String(one) === value) ?? 1)}
        />
      </div>
      <Card flush>
        <TermsTable
          label={t(`markets.tab.${type}`)}
          markets={markets.filter((market) => market.type === type)}
        />
      </Card>
    </section>
  )
}

function FeeSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-10 max-w-130">
      <h2 className="mb-3 font-semibold text-20">{title}</h2>
      <Card>
        <DetailList>{children}</DetailList>
      </Card>
    </section>
  )
}
