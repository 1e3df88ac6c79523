import type { Plan } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { serverNow } from '../../live/server-time.ts'
import { momentText } from '../../markets/ages.ts'
import { useWords } from '../../session/language/language.ts'
import { planPath, receiptPath } from '../plan-paths.ts'
import { PlanStatus, usdtText } from '../plans/plan-cells.tsx'

/** Confirms that the plan runs, with the time of its first payout and links to its record and receipt. */
export function PlanTicketResult({ plan, onAgain }: { readonly plan: Plan; readonly onAgain: () => void }) {
  const { t, tag } = useWords()
  const first = plan.nextEarningAt ?? plan.expiresAt
  return (
    <div role="status" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <PlanStatus status={plan.status} />
        <StepHeading className="font-semibold text-20 text-ink outline-none">
          {t('smart.result.title')}
        </StepHeading>
        <p className="text-14 text-ink-2">
          {t('smart.result.text', {
            amount: usdtText(plan.amount, tag),
            days: plan.days,
            at: momentText(first, tag, serverNow()),
          })}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <a href={planPath(plan.id)} className={buttonClass('primary', 'm', true)}>
          {t('smart.result.plan')}
        </a>
        <a href={receiptPath(plan.id)} className={buttonClass('secondary', 'm', true)}>
          {t('smart.result.receipt')}
        </a>
        <Button variant="quiet" full onClick={onAgain}>
          {t('smart.result.another')}
        </Button>
      </div>
    </div>
  )
}
