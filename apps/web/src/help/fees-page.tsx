import { SegmentedControl } from '@candor/ui/choices.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, Fact, Facts } from '@candor/ui/surface.tsx'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../session/language.ts'
import { useApiQuery } from '../session/use-call.ts'
import { Announced } from './announced-fees.tsx'
import { feeText } from './fee-text.ts'
import { listEntries } from './list-text.ts'
import { TermsTable } from './terms-table.tsx'

const types = [1, 2, 3, 4] as const

/** All fees and terms, with every announced change: open to everybody (trust T18). */
export default function FeesPage() {
  const words = useWords()
  const { t, tag } = words
  const answer = useApiQuery('tariffs', {}, { staleMs: 30_000 })
  const [type, setType] = useState<(typeof types)[number]>(1)
  const { data } = answer
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-semibold text-28">{t('shell.page.fees')}</h1>
      <p className="mt-2 max-w-line text-16 text-ink-2">{t('fees.lead')}</p>
      {data === undefined ? (
        <div className="mt-8">
          {answer.error === null ? (
            <SkeletonLines count={8} />
          ) : (
            <ErrorState title={t('fees.failed')} onRetry={() => void answer.refetch()} />
          )}
        </div>
      ) : (
        <>
          <p className="mt-2 max-w-line text-14 text-ink-3">{t('fees.ahead', { hours: data.noticeHours })}</p>
          <section className="mt-8">
            <h2 className="mb-3 font-semibold text-20">{t('fees.announced')}</h2>
            <Announced
              tariffs={data}
              none={<EmptyState icon={<CalendarClock aria-hidden />} title={t('fees.none')} />}
            />
          </section>
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
                markets={data.markets.filter((market) => market.type === type)}
              />
            </Card>
          </section>
          <section className="mt-10 max-w-130">
            <h2 className="mb-3 font-semibold text-20">{t('fees.beside')}</h2>
            <Card>
              <Facts>
                {data.fees.map(({ key, value }) => (
                  <Fact key={key} name={t(`fees.fee.${key}`)}>
                    {feeText(key, value, tag)}
                  </Fact>
                ))}
              </Facts>
            </Card>
          </section>
          <section className="mt-10 max-w-130">
            <h2 className="mb-3 font-semibold text-20">{t('fees.lists')}</h2>
            <Card>
              <Facts>
                {data.lists.map((list) => (
                  <Fact key={list.key} name={t(`fees.list.${list.key}`)}>
                    <span className="flex flex-col">
                      {listEntries(list, words).map((entry) => (
                        <span key={entry}>{entry}</span>
                      ))}
                    </span>
                  </Fact>
                ))}
              </Facts>
            </Card>
          </section>
          <section className="mt-10 max-w-130">
            <h2 className="mb-3 font-semibold text-20">{t('fees.limits')}</h2>
            <Card>
              <Facts>
                {data.limits.map(({ key, value }) => (
                  <Fact key={key} name={t(`fees.limit.${key}`)}>
                    {feeText(key, value, tag)}
                  </Fact>
                ))}
              </Facts>
            </Card>
          </section>
        </>
      )}
    </div>
  )
}
