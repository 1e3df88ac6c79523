import type { DepositAddress, Recharge } from '@candor/contract'
import { useState } from 'react'
import { CallFailure } from '../../session/calls/failure.ts'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { customerState, useCustomerState } from '../../session/customer-state.ts'
import {
  type DepositField,
  type DepositForm,
  type DepositProblem,
  depositProblems,
  depositRequest,
  fieldOfDepositRefusal,
} from './deposit-form.ts'

export interface DepositTicket {
  readonly form: DepositForm
  readonly set: (change: Partial<DepositForm>) => void
  /** Problems, shown after the first attempt to send. */
  readonly problems: readonly DepositProblem[]
  readonly refusal: { readonly field: DepositField; readonly failure: Error } | null
  readonly send: () => void
  readonly sending: boolean
  readonly made: Recharge | null
  readonly again: () => void
}

const empty: DepositForm = { amount: '', by: 'hash', hash: '', last6: '', proof: null }

/** The last state of the form, so that visiting another page loses nothing typed. */
const draft = customerState(empty)

/** State of a payment claim, from the typed fields to the stored deposit. */
export function useDepositForm(place: DepositAddress): DepositTicket {
  const [form, setForm] = useCustomerState(draft)
  const [submitted, setSubmitted] = useState(false)
  const [refusal, setRefusal] = useState<DepositTicket['refusal']>(null)
  const [made, setMade] = useState<Recharge | null>(null)
  const act = useIdempotentMutation('recharge')
  const all = depositProblems(form, place)
  const keep = (next: DepositForm) => {
    setForm(next)
    setRefusal(null)
  }
  const refuse = (failure: Error) => {
    const code = failure instanceof CallFailure && typeof failure.code === 'number' ? failure.code : null
    setRefusal({ field: code === null ? 'form' : fieldOfDepositRefusal(code, form), failure })
  }
  return {
    form,
    // Applied to the newest form: an upload ends long after it began.
    set: (change) => keep({ ...draft.get(), ...change }),
    problems: submitted ? all : [],
    refusal,
    sending: act.isPending,
    made,
    send: () => {
      setSubmitted(true)
      if (all.length > 0 || act.isPending) return
      setRefusal(null)
      act.mutate(depositRequest(form, place), {
        onSuccess: (deposit) => {
          keep(empty)
          setSubmitted(false)
          setMade(deposit)
        },
        onError: refuse,
      })
    },
    again: () => setMade(null),
  }
}
