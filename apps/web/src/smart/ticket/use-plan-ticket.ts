import type { Plan, SmartProductItem } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../live/server-time.ts'
import {
  fieldByCode,
  type TicketRefusal,
  type TicketStep,
  useTicketSteps,
} from '../../orders/ticket/use-ticket-steps.ts'
import { useAccountNow } from '../../orders/use-account-now.ts'
import { CallFailure } from '../../session/calls/failure.ts'
import { customerState } from '../../session/customer-state.ts'
import { productOf, useHeldProducts } from '../plans/use-plans.ts'
import {
  chooseProduct,
  fieldOfPlanRefusal,
  firstOffered,
  type PlanField,
  type PlanFigures,
  type PlanForm,
  type PlanProblem,
  planFigures,
  planProblems,
} from './plan-form.ts'

export interface PlanTicket {
  readonly form: PlanForm
  readonly product: SmartProductItem | null
  /** Chooses a product; `terms` are those it was compared with, and taken into the form. */
  readonly choose: (product: SmartProductItem, terms?: Partial<Pick<PlanForm, 'amount' | 'days'>>) => void
  readonly setDays: (days: number) => void
  readonly setAmount: (amount: string) => void
  readonly figures: PlanFigures | null
  readonly held: ReadonlySet<string>
  readonly available: string | null
  readonly problems: readonly PlanProblem[]
  readonly refusal: TicketRefusal<PlanField> | null
  readonly step: TicketStep
  readonly review: () => void
  readonly back: () => void
  readonly buy: () => void
  readonly buying: boolean
  readonly bought: Plan | null
  readonly again: () => void
}

const empty: PlanForm = { productId: null, days: null, amount: '' }

/** The form as it was left, so that a walk to another page loses nothing typed. */
const draft = customerState(empty)

/** State of a new plan, from the first choice to the response: the form, its figures, the review and the sending. */
export function usePlanTicket(products: readonly SmartProductItem[] | undefined): PlanTicket {
  const [form, setForm] = useState(draft.get)
  const steps = useTicketSteps('buySmart', fieldByCode(fieldOfPlanRefusal))
  const held = useHeldProducts()
  const { available } = useAccountNow()
  const product = productOf(products, form.productId) ?? firstOffered(products, held)
  const shown = useMemo(
    () => (product === null || form.productId === product.id ? form : chooseProduct(form, product)),
    [form, product],
  )
  const all = useMemo(
    () => planProblems(shown, product, { heldProducts: held, available }),
    [shown, product, held, available],
  )
  const figures = useMemo(() => planFigures(shown, product, serverNow()), [shown, product])

  const { refusal } = steps
  useProductsAgain(refusal?.failure)
  const change = (next: PlanForm) => {
    draft.set(next)
    setForm(next)
    steps.changed()
  }
  const buy = () => {
    if (product === null || shown.days === null || figures === null) return
    const { perDay } = figures
    const request = { productId: product.id, days: shown.days, amount: shown.amount.trim(), perDay }
    steps.buy(request, { onBought: () => draft.set(empty) })
  }

  return {
    form: shown,
    product,
    choose: (next, terms = {}) => change(chooseProduct({ ...shown, ...terms }, next)),
    setDays: (days) => change({ ...shown, days }),
    setAmount: (amount) => change({ ...shown, amount }),
    figures,
    held,
    available,
    problems: steps.shown(all),
    refusal,
    step: steps.step,
    review: () => steps.review(all.length === 0),
    back: steps.back,
    buy,
    buying: steps.buying,
    bought: steps.bought,
    again: () => {
      setForm(empty)
      steps.again()
    },
  }
}

/** Loads the products again once a refusal says that one has changed since it was read; the next attempt uses its new figures. */
function useProductsAgain(failure: Error | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (failure instanceof CallFailure && failure.code === refusals.quoteExpired)
      void queries.invalidateQueries({ queryKey: ['listSmartProducts'] })
  }, [failure, queries])
}
