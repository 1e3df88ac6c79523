import type { MarketInfo } from '@candor/contract'
import type { Direction } from '@candor/rules/orders/contract.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { useCallback, useMemo } from 'react'
import { useKeys } from '../markets/use-slash-key.ts'
import { TicketForm } from './ticket-form.tsx'
import { TicketResult } from './ticket-result.tsx'
import { TicketReview } from './ticket-review.tsx'
import { useOrderTicket } from './use-order-ticket.ts'

/** The order ticket of a market: fill in, read what it costs, confirm, see what came of it. */
export function OrderTicket({
  info,
  direction,
  sheet = false,
  onLeave,
  className,
}: {
  readonly info: MarketInfo
  /** The direction that was pressed to come here; the ticket starts with it. */
  readonly direction?: Direction
  /** In a sheet: one thing a row. */
  readonly sheet?: boolean
  readonly onLeave?: () => void
  readonly className?: string
}) {
  const ticket = useOrderTicket(info, direction)
  const { step, change, back } = ticket
  const turn = useCallback(
    (to: Direction) => {
      if (step === 'edit') change({ type: 'direction', direction: to })
    },
    [step, change],
  )
  const keys = useMemo(
    () => ({
      b: () => turn('buy'),
      s: () => turn('sell'),
      Escape: () => (step === 'edit' ? onLeave?.() : back()),
    }),
    [turn, step, back, onLeave],
  )
  useKeys(keys)
  return (
    <div className={classNames('flex min-h-0 flex-col', className)}>
      {step === 'edit' && <TicketForm ticket={ticket} info={info} sheet={sheet} />}
      {step === 'review' && <TicketReview ticket={ticket} info={info} />}
      {step === 'done' && ticket.placed !== null && (
        <TicketResult
          order={ticket.placed}
          market={ticket.market}
          onAgain={ticket.again}
          {...(onLeave === undefined ? {} : { onLeave })}
        />
      )}
    </div>
  )
}
