import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../../session/language/language.ts'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Reports whether the order needs more than is available. It will then be refused, so its possible gain or loss means nothing. */
export const isBeyondReach = ({ available, costs }: Pick<OrderTicketState, 'available' | 'costs'>): boolean =>
  available !== null && costs !== null && !costs.enough

/** Compares the amount the order needs with the amount available. */
export function NotEnough({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { available, costs } = ticket
  if (available === null || costs === null || costs.enough) return null
  const written = (amount: string) => `${formatDecimal(amount, tag, { min: 2, max: 2 })} USDT`
  return (
    <p className="text-12 text-warn">
      {t('orders.ticket.notEnough', { needed: written(costs.needed), available: written(available) })}
    </p>
  )
}
