import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { OwnInterestCard } from './status/own-interest-card.tsx'
import { FeedsCard } from './status/status-feeds.tsx'
import { LosingCard, MeasuresCard } from './status/status-figures.tsx'
import { IncidentsCard } from './status/status-incidents.tsx'
import { CancellationsCard, HaltsCard, WithdrawalsCard } from './status/status-record.tsx'
import { ProcessCard, SealsCard } from './status/status-seals.tsx'

const refetchMs = 15_000

/** Record of how this installation keeps its promises, counted automatically and open to everybody (trust T11, T14 to T17). */
export default function StatusPage() {
  const t = useT()
  const { data, isError, error, refetch } = useApiQuery('status', {}, { refetchIntervalMs: refetchMs })
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 md:px-6 md:py-10">
      <header className="max-w-line">
        <h1 className="font-semibold text-28 text-ink">{t('shell.page.status')}</h1>
        <p className="mt-1 text-14 text-ink-2">{t('status.lead')}</p>
      </header>
      {isError && data === undefined && (
        <ErrorState
          title={t('shell.loadFailed')}
          text={failureText(t, error)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <SkeletonLines count={12} className="mt-6" />}
      {data !== undefined && (
        <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <IncidentsCard incidents={data.incidents} />
            <WithdrawalsCard />
            <FeedsCard feeds={data.feeds} />
            <HaltsCard halts={data.halts} />
            <CancellationsCard cancellations={data.cancellations} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <SealsCard head={data.head} liabilities={data.liabilities} execution={data.execution} />
            <OwnInterestCard execution={data.execution} />
            <LosingCard losing={data.losing} />
            <MeasuresCard />
            <ProcessCard startedAt={data.startedAt} at={data.at} />
          </div>
        </div>
      )}
    </div>
  )
}
