import { Count } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'

type Losing = CallResult<'status'>['losing']

/** Number of accounts that lost with leverage here, and the method of the count (trust T17). */
export function LosingCard({ losing: { accounts, losing } }: { readonly losing: Losing }) {
  const { t, tag } = useWords()
  return (
    <Card>
      <SectionHead title={t('status.losing')} />
      {losing !== null && (
        <p className="mt-2 font-semibold text-28 text-ink">
          {formatShare(String(losing / accounts), tag, 0)}
        </p>
      )}
      <p className="mt-1 max-w-line text-14 text-ink-2">
        {losing === null ? t('status.losing.fewText') : t('status.losing.text', { losing, accounts })}
      </p>
      <p className="mt-2 max-w-line text-12 text-ink-3">{t('status.losing.how')}</p>
    </Card>
  )
}

const names = ['marketsListed', 'registeredUsers', 'volume24h'] as const

/** The home page's figures with their definitions (trust T16). */
export function MeasuresCard() {
  const { t, tag } = useWords()
  const { data } = useApiQuery('statistics', {}, { staleMs: 60_000 })
  if (data === undefined) return null
  return (
    <Card>
      <SectionHead title={t('status.measures')} className="mb-2" />
      <ul className="divide-y divide-hairline">
        {names.map((name) => (
          <li key={name} className="py-2.5">
            <div className="flex items-baseline justify-between gap-4">
              <p className="text-14 text-ink">{t(`home.statistics.${name}`)}</p>
              <p className="figures font-medium text-14 text-ink">
                <Count count={data[name].value} atLeast={data[name].atLeast} />
                {name === 'volume24h' && ' USDT'}
              </p>
            </div>
            <p className="mt-0.5 text-12 text-ink-3">
              {data[name].basis === 'measured' && `${t(`status.measures.${name}`)} `}
              {t(`home.statistics.${data[name].basis}`, { at: formatMinute(data[name].asOf, tag) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
