import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { useWords } from '../session/language.ts'
import type { OrderTicketState } from './use-order-ticket.ts'

/** Whether the order asks for more than is free: then it will be refused, and what it would win or lose says nothing. */
export const isBeyondReach = ({ available, costs }: Pick<OrderTicketState, 'available' | 'costs'>): boolean =>
  available !== null && costs !== null && !costs.enough

/** What the order needs beside what is free. */
export function NotEnough({ ticket }: { readonly ticket: OrderTicketState }) {
  const { t, tag } = useWords()
  const { available, costs } = ticket
  if (available === null || costs === null || costs.enough) return null
  const said = (amount: string) => `${formatDecimal(amount, tag, { min: 2, max: 2 })} USDT`
  return (
    <p className="text-12 text-warn">
      {t('orders.ticket.notEnough', { needed: said(costs.needed), available: said(available) })}
    </p>
  )
}
