import { fewestCustomers, fewestFills } from '@candor/rules/trust/execution/report-days.ts'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import type { CallResult } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { ConflictFigures } from '../execution/conflict-card.tsx'
import { SignatureLine } from '../signature-card.tsx'

type Execution = CallResult<'status'>['execution']

/** The operator's own interest as the newest signed report states it: exposure it keeps, its result from trading, the worst-case cover (trust T22). */
export function OwnInterestCard({ execution }: { readonly execution: Execution }) {
  const t = useT()
  return (
    <Card>
      <SectionHead title={t('execution.conflict')} text={t('execution.conflict.text')} className="mb-2" />
      {execution === null ? (
        <p className="font-medium text-14 text-ink">{t('execution.none')}</p>
      ) : (
        <NewestFigures date={execution.date} />
      )}
      <p className="mt-2 max-w-line text-12 text-ink-3">
        {t('execution.none.text', { customers: fewestCustomers, fills: fewestFills })}
      </p>
    </Card>
  )
}

function NewestFigures({ date }: { readonly date: string }) {
  const { t, tag } = useWords()
  const { data, isError, error, refetch } = useApiQuery('execution', { date }, { staleMs: 60_000 })
  if (data === undefined)
    return isError ? (
      <ErrorState title={t('shell.loadFailed')} text={failureText(t, error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonLines count={6} />
    )
  const { report } = data
  const { days, conflict } = report.document
  const day = formatDay(`${date}T00:00:00Z`, tag, 'UTC')
  return (
    <>
      <ConflictFigures conflict={conflict} />
      <SignatureLine receipt={report} />
      <p className="mt-2 text-14 text-ink-2">
        {t('status.interest.measured', {
          day: days.length === 1 ? day : t('execution.together', { count: days.length, date: day }),
        })}{' '}
        <Link href="/execution" className="text-accent underline underline-offset-4">
          {t('execution.title')}
        </Link>
      </p>
    </>
  )
}
