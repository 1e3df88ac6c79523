import type { Plan, SmartProductItem } from '@candor/contract'
import { useMemo, useState } from 'react'
import { serverNow } from '../live/server-time.ts'
import { useAccountNow } from '../orders/use-account-now.ts'
import { CallFailure } from '../session/failure.ts'
import { useMoneyAct } from '../session/use-call.ts'
import {
  chooseProduct,
  fieldOfPlanRefusal,
  type PlanField,
  type PlanFigures,
  type PlanForm,
  type PlanProblem,
  planFigures,
  planProblems,
} from './plan-form.ts'
import { productOf, useHeldProducts } from './use-plans.ts'

export type PlanStep = 'edit' | 'review' | 'done'

export interface PlanTicket {
  readonly form: PlanForm
  readonly product: SmartProductItem | null
  readonly choose: (product: SmartProductItem) => void
  readonly setDays: (days: number) => void
  readonly setAmount: (amount: string) => void
  readonly figures: PlanFigures | null
  readonly held: ReadonlySet<string>
  readonly available: string | null
  readonly problems: readonly PlanProblem[]
  readonly refusal: { readonly field: PlanField; readonly failure: Error } | null
  readonly step: PlanStep
  readonly review: () => void
  readonly back: () => void
  readonly buy: () => void
  readonly buying: boolean
  readonly bought: Plan | null
  readonly again: () => void
}

const empty: PlanForm = { productId: null, days: null, amount: '' }

/** The form as it was left, so that a walk to another page loses nothing typed. */
let draft = empty

/** What the form starts with: the first product one does not hold already. */
const firstFree = (
  products: readonly SmartProductItem[] | undefined,
  held: ReadonlySet<string>,
): SmartProductItem | null => products?.find(({ id }) => !held.has(id)) ?? products?.[0] ?? null

/** A new plan from the first choice to the answer: the form, its figures, the review and the sending. */
export function usePlanTicket(products: readonly SmartProductItem[] | undefined): PlanTicket {
  const [form, setForm] = useState(draft)
  const [asked, setAsked] = useState(false)
  const [step, setStep] = useState<PlanStep>('edit')
  const [refusal, setRefusal] = useState<PlanTicket['refusal']>(null)
  const [bought, setBought] = useState<Plan | null>(null)
  const held = useHeldProducts()
  const { available } = useAccountNow()
  const send = useMoneyAct('buySmart')
  const product = productOf(products, form.productId) ?? firstFree(products, held)
  const shown = useMemo(
    () => (product === null || form.productId === product.id ? form : chooseProduct(form, product)),
    [form, product],
  )
  const all = useMemo(
    () => planProblems(shown, product, { heldProducts: held, available }),
    [shown, product, held, available],
  )
  const figures = useMemo(() => planFigures(shown, product, serverNow()), [shown, product])

  const change = (next: PlanForm) => {
    draft = next
    setForm(next)
    setRefusal(null)
  }
  const refuse = (failure: Error) => {
    const decided = failure instanceof CallFailure && typeof failure.code === 'number'
    const field = decided ? fieldOfPlanRefusal(failure.code as number) : 'form'
    setRefusal({ field, failure })
    if (field !== 'form') setStep('edit')
  }
  const buy = () => {
    if (product === null || shown.days === null) return
    setRefusal(null)
    const unanswered = send.isError && !(send.error instanceof CallFailure && send.error.decided)
    // Without an answer the very same request goes again: with its key it can only happen once.
    const ask = { productId: product.id, days: shown.days, amount: shown.amount.trim() }
    send.mutate(unanswered && send.variables ? send.variables : ask, {
      onSuccess: (plan) => {
        draft = empty
        setBought(plan)
        setStep('done')
      },
      onError: refuse,
    })
  }

  return {
    form: shown,
    product,
    choose: (next) => change(chooseProduct(shown, next)),
    setDays: (days) => change({ ...shown, days }),
    setAmount: (amount) => change({ ...shown, amount }),
    figures,
    held,
    available,
    problems: asked ? all : all.filter(({ reason }) => reason !== 'required'),
    refusal,
    step,
    review: () => {
      setAsked(true)
      setRefusal(null)
      send.reset()
      if (all.length === 0) setStep('review')
    },
    back: () => {
      setRefusal(null)
      setStep('edit')
    },
    buy,
    buying: send.isPending,
    bought,
    again: () => {
      setForm(empty)
      setBought(null)
      setAsked(false)
      setStep('edit')
    },
  }
}
