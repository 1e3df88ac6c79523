import type { LoanWithAgreement } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallFailure } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { DemoNotice } from '../shell/notices/demo-notice.tsx'
import type { useLoan } from './use-loans.ts'

/** A loan once it is loaded; until then lines in its place, otherwise why there is none: loans are of the real account only. */
export function LoadedLoan({
  loan: { data, error, refetch },
  children,
}: {
  readonly loan: ReturnType<typeof useLoan>
  readonly children: (loan: LoanWithAgreement) => ReactNode
}) {
  const t = useT()
  const { mode } = useSession()
  if (mode === 'demo' || (error instanceof CallFailure && error.code === refusals.notFound))
    return (
      <EmptyState
        wholePage
        icon={<FileQuestion aria-hidden />}
        title={t('loans.loan.notFound.title')}
        text={t('loans.loan.notFound.text')}
        action={mode === 'demo' && <DemoNotice text={t('loans.demo.text')} />}
      />
    )
  if (data !== undefined) return children(data)
  return error === null ? (
    <SkeletonLines count={10} />
  ) : (
    <ErrorState title={t('loans.loan.error')} onRetry={() => void refetch()} />
  )
}
