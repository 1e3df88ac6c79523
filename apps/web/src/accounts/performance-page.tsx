import type { AccountPerformance } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { DateInput } from '@candor/ui/controls/date-input.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useMemo, useState } from 'react'
import { serverNow } from '../live/server-time.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useCalendarWords } from '../session/language/calendar-words.ts'
import { useT, useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { useLayout } from '../shell/use-layout.ts'
import { AccountResultCard } from './performance/account-result-card.tsx'
import { MarketResults, TagResults } from './performance/group-results.tsx'
import {
  type ChosenPeriod,
  firstPeriod,
  performancePeriods,
  periodRequest,
} from './performance/performance-period.ts'
import { ResultCalendar } from './performance/result-calendar.tsx'
import { TradeFigures } from './performance/trade-figures.tsx'

type Request = ReturnType<typeof periodRequest>

/** Return, drawdown and results of a period, as the server computes them. */
export default function PerformancePage() {
  const t = useT()
  const [period, setPeriod] = useState(firstPeriod)
  const request = useMemo(() => periodRequest(period, serverNow()), [period])
  const { data, isError, refetch } = useApiQuery('performance', request)
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-4 px-4 py-6 md:px-6 md:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-semibold text-28 text-ink">{t('orders.stats.title')}</h1>
        <CsvButton request={request} empty={data === undefined || data.trades.count === 0} />
      </header>
      <PeriodChoice chosen={period} onChoose={setPeriod} />
      {data !== undefined ? (
        <Figures performance={data} />
      ) : isError ? (
        <ErrorState title={t('orders.stats.error')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={12} />
      )}
    </div>
  )
}

function Figures({ performance: { account, trades } }: { readonly performance: AccountPerformance }) {
  const { t } = useWords()
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <AccountResultCard account={account} />
        <TradeFigures trades={trades} />
      </div>
      {trades.count === 0 ? (
        <Card>
          <p className="text-14 text-ink-2">{t('orders.stats.empty')}</p>
        </Card>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1.5fr_1fr]">
          <ResultCalendar days={trades.byDay} />
          <div className="flex min-w-0 flex-col gap-4">
            <MarketResults results={trades.byMarket} />
            <TagResults results={trades.byTag} />
          </div>
        </div>
      )}
    </>
  )
}

interface PeriodProps {
  readonly chosen: ChosenPeriod
  readonly onChoose: (period: ChosenPeriod) => void
}

function PeriodChoice({ chosen, onChoose }: PeriodProps) {
  const { t, tag } = useWords()
  const words = useCalendarWords()
  const layout = useLayout()
  const days = new Intl.NumberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'short' })
  const nameOf = (period: ChosenPeriod['period']): string => {
    if (period === 'all') return t('orders.list.period.all')
    if (period === '365') return t('orders.stats.span.year')
    return period === 'own' ? t('orders.list.period.own') : days.format(Number(period))
  }
  const choices = performancePeriods.map((value) => ({ value, label: nameOf(value) }))
  const control = {
    label: t('orders.list.period'),
    value: chosen.period,
    onChange: (next: ChosenPeriod['period']) => onChoose({ ...chosen, period: next }),
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {layout === 'desktop' ? (
        <SegmentedControl {...control} choices={choices} />
      ) : (
        <Select {...control} options={choices} className="max-w-60" />
      )}
      {chosen.period === 'own' && (
        <div className="flex flex-wrap gap-3">
          <DateInput
            words={words}
            label={t('orders.list.from')}
            placeholder={t('orders.list.from')}
            className="w-auto"
            value={chosen.fromDay}
            onChange={(fromDay) => onChoose({ ...chosen, fromDay })}
          />
          <DateInput
            words={words}
            label={t('orders.list.to')}
            placeholder={t('orders.list.to')}
            className="w-auto"
            min={chosen.fromDay}
            value={chosen.toDay}
            onChange={(toDay) => onChoose({ ...chosen, toDay })}
          />
        </div>
      )}
    </div>
  )
}

function CsvButton({ request, empty }: { readonly request: Request; readonly empty: boolean }) {
  const t = useT()
  const { mode } = useSession()
  return (
    <DownloadButton
      call="performance"
      input={{ ...request, format: 'csv' }}
      fileName={`results-${mode}.csv`}
      done={t('orders.list.downloaded')}
      disabled={empty}
    >
      {t('accounts.performance.download')}
    </DownloadButton>
  )
}
