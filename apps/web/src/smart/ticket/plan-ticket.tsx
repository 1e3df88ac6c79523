import type { SmartProductItem } from '@candor/contract'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { BuyerNotice } from './demo-notice.tsx'
import { PlanFigureList, PlanFormFields } from './plan-ticket-form.tsx'
import { PlanTicketResult } from './plan-ticket-result.tsx'
import { PlanTicketReview } from './plan-ticket-review.tsx'
import type { PlanTicket } from './use-plan-ticket.ts'

/** A new plan: fill in, read payouts and costs, confirm, see the result. Only the real account can buy (§5). */
export function PlanTicketCard({
  ticket,
  products,
  onLeave,
  titled = true,
}: {
  readonly ticket: PlanTicket
  readonly products: readonly SmartProductItem[]
  readonly onLeave?: () => void
  /** False in a sheet, which has the title already. */
  readonly titled?: boolean
}) {
  const t = useT()
  const { isLogin, mode } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(0)
  const { refusal } = ticket
  // After a failed attempt or a refusal, scrolls to the field with the error.
  useEffect(() => {
    if (sent === 0 && refusal === null) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus({ preventScroll: true })
  }, [sent, refusal])
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
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (mayBuy) {
          ticket.review()
          setSent((times) => times + 1)
        }
      }}
    >
      {titled && <h2 className="font-semibold text-16 text-ink">{t('smart.form.title')}</h2>}
      {!mayBuy && <BuyerNotice />}
      <PlanFormFields ticket={ticket} products={products} showFunds={mayBuy} />
      <PlanFigureList ticket={ticket} mayBuy={mayBuy} sheet={!titled} />
    </form>
  )
}
