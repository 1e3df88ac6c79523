import { Button } from '@candor/ui/controls/button.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { CircleCheck } from 'lucide-react'
import { useWords } from '../../session/language/language.ts'
import { loanPath, usdtText } from '../loan-cells.tsx'
import type { LoanApplication } from '../use-loan-application.ts'

/** Confirms that an application was sent, and leads to the loan. */
export function LoanSent({ application }: { readonly application: LoanApplication }) {
  const { t, tag } = useWords()
  const { sent } = application
  if (sent === null) return null
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-6 text-center">
      <CircleCheck aria-hidden className="size-8 text-good" />
      <div className="flex flex-col gap-1">
        <StepHeading className="font-semibold text-20 text-ink outline-none">
          {t('loans.done.title')}
        </StepHeading>
        <p className="text-14 text-ink-2">{t('loans.done.text', { amount: usdtText(sent.amount, tag) })}</p>
      </div>
      <a href={loanPath(sent.id)} className="text-14 text-accent">
        {t('loans.done.open')}
      </a>
      <Button variant="secondary" onClick={application.back}>
        {t('loans.done.again')}
      </Button>
    </div>
  )
}
