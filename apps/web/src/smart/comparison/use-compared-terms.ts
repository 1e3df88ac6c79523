import { useState } from 'react'
import type { PlanTicket } from '../ticket/use-plan-ticket.ts'
import { firstAmount } from './compare-plans.ts'

/** Amount and term that all columns are computed with. */
export interface ComparedTerms {
  readonly amount: string
  readonly days: number | null
  readonly setAmount: (amount: string) => void
  readonly setDays: (days: number) => void
}

/**
 * The amount and term of the form are those of the comparison: what is typed in one is in the other. Until an amount is typed, the
 * comparison has one of its own, and a term that the form's product lacks is compared only.
 */
export function useComparedTerms(ticket: PlanTicket, terms: readonly number[]): ComparedTerms {
  const { form, product } = ticket
  const [touched, setTouched] = useState(false)
  const [own, setOwn] = useState<{ readonly days: number; readonly formDays: number | null } | null>(null)
  // A choice in the form ends the one made here.
  const ownDays = own !== null && own.formDays === form.days ? own.days : null
  return {
    amount: touched || form.amount !== '' ? form.amount : firstAmount,
    days: ownDays ?? form.days ?? terms[0] ?? null,
    setAmount: (amount) => {
      setTouched(true)
      ticket.setAmount(amount)
    },
    setDays: (days) => {
      const isOffered = product?.timeframes.some((one) => one.days === days) === true
      setOwn(isOffered ? null : { days, formDays: form.days })
      if (isOffered) ticket.setDays(days)
    },
  }
}
