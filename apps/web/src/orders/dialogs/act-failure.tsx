import { Banner } from '@candor/ui/feedback.tsx'
import { Suspense } from 'react'
import { CallFailure, failureText } from '../../session/calls/failure.ts'
import { useT } from '../../session/language/language.ts'
import { withTexts } from '../../session/language/shown-language.ts'
import { laterPart } from '../../shell/later-part.ts'
import { reachedOf } from '../../trust/limits/limit-terms.ts'

const OwnLimitNote = laterPart(withTexts(() => import('../../trust/limits/own-limit-note.tsx')))

/** Reports whether the server never responded, in which case the action may have happened. */
export const isUnanswered = (failure: Error): boolean => !(failure instanceof CallFailure && failure.isFinal)

/** Reason why an action failed. Without a response, it refers to the list of orders. */
export function ActFailure({ failure }: { readonly failure: Error }) {
  const t = useT()
  const reached = reachedOf(failure)
  if (reached !== null)
    return (
      <Suspense fallback={null}>
        <OwnLimitNote reached={reached} />
      </Suspense>
    )
  if (!isUnanswered(failure)) return <Banner tone="bad">{failureText(t, failure)}</Banner>
  return (
    <Banner
      tone="warn"
      action={
        <a href="#/profile/orders" className="font-medium text-accent whitespace-nowrap">
          {t('orders.result.checkOrders')}
        </a>
      }
    >
      {t('orders.result.timeout')}
    </Banner>
  )
}
