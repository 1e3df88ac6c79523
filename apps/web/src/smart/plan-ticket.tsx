import type { SmartProductItem } from '@candor/contract'
import { useT } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { BuyerNotice } from './demo-notice.tsx'
import { PlanFigureList, PlanFormFields } from './plan-ticket-form.tsx'
import { PlanTicketResult } from './plan-ticket-result.tsx'
import { PlanTicketReview } from './plan-ticket-review.tsx'
import type { PlanTicket } from './use-plan-ticket.ts'

/** A new plan: fill in, read what it pays and costs, confirm, see that it runs. Only the real account buys (§5). */
export function PlanTicketCard({
  ticket,
  products,
  onLeave,
  titled = true,
}: {
  readonly ticket: PlanTicket
  readonly products: readonly SmartProductItem[]
  readonly onLeave?: () => void
  /** In a sheet the title stands above it already. */
  readonly titled?: boolean
}) {
  const t = useT()
  const { isLogin, mode } = useSession()
  if (ticket.step === 'review') return <PlanTicketReview ticket={ticket} />
  if (ticket.step === 'done' && ticket.bought !== null)
    return (
      <PlanTicketResult
        plan={ticket.bought}
        onAgain={() => {
          ticket.again()
          onLeave?.()
        }}
      />
    )
  const mayBuy = isLogin && mode === 'real'
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (mayBuy) ticket.review()
      }}
    >
      {titled && <h2 className="font-semibold text-16 text-ink">{t('smart.form.title')}</h2>}
      {!mayBuy && <BuyerNotice />}
      <PlanFormFields ticket={ticket} products={products} showFunds={mayBuy} />
      <PlanFigureList ticket={ticket} mayBuy={mayBuy} sheet={!titled} />
    </form>
  )
}
