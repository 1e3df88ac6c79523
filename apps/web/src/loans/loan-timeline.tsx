import type { Loan } from '@candor/contract'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language/language.ts'
import { LoanStatusWord, Moment } from './loan-cells.tsx'

/** Every state the loan came to, with the reason where one was given. */
export function LoanTimeline({ loan }: { readonly loan: Loan }) {
  const { t } = useWords()
  return (
    <Card>
      <SectionHead title={t('loans.loan.timeline')} className="mb-3" />
      <ol className="flex flex-col gap-3">
        {loan.timeline.map(({ status, at, reason }) => (
          <li key={`${status}${at}`} className="flex flex-col gap-0.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <LoanStatusWord status={status} />
              <span className="text-12 text-ink-3">
                <Moment iso={at} />
              </span>
            </span>
            {reason !== undefined && (
              <span className="text-14 text-ink-2">{t.maybe(reason) ?? t('loans.reason.other')}</span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
