import { useState } from 'react'
import type { CallInput, CallResult } from '../../session/calls/call-server.ts'
import type { MoneyCallName } from '../../session/calls/call-table.ts'
import { CallFailure } from '../../session/calls/failure.ts'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { isUnanswered } from '../dialogs/act-failure.tsx'

export type TicketStep = 'edit' | 'review' | 'done'

export interface TicketRefusal<Field extends string> {
  readonly field: Field | 'form'
  readonly failure: Error
}

/** Finds the field of a refusal by its code; without a response, it concerns none. */
export const fieldByCode =
  <Field extends string>(fieldOf: (code: number) => Field | 'form') =>
  (failure: Error): Field | 'form' =>
    failure instanceof CallFailure && typeof failure.code === 'number' ? fieldOf(failure.code) : 'form'

interface Outcome<Result, Field extends string> {
  readonly onBought?: (result: Result) => void
  readonly onRefused?: (refusal: TicketRefusal<Field>) => void
}

/**
 * Steps common to all tickets: fill in, review, send, see the result. A refusal the form can fix leads back to the form; any other
 * is shown in the review.
 */
export function useTicketSteps<N extends MoneyCallName, Field extends string>(
  name: N,
  fieldOf: (failure: Error) => Field | 'form',
) {
  const [step, setStep] = useState<TicketStep>('edit')
  const [reviewed, setReviewed] = useState(false)
  const [refusal, setRefusal] = useState<TicketRefusal<Field> | null>(null)
  const [bought, setBought] = useState<CallResult<N> | null>(null)
  const send = useIdempotentMutation(name)
  const edit = () => {
    setRefusal(null)
    setStep('edit')
  }
  return {
    step,
    refusal,
    bought,
    buying: send.isPending,
    /** The problems to show: an empty field is none before a review was requested. */
    shown: <Problem extends { readonly reason: string }>(problems: readonly Problem[]) =>
      reviewed ? problems : problems.filter(({ reason }) => reason !== 'required'),
    /** A change makes the previous refusal obsolete. */
    changed: () => setRefusal(null),
    review: (fits: boolean) => {
      setReviewed(true)
      setRefusal(null)
      send.reset()
      if (fits) setStep('review')
    },
    back: edit,
    buy: (request: CallInput<N>, { onBought, onRefused }: Outcome<CallResult<N>, Field> = {}) => {
      setRefusal(null)
      // Without a response, the same request is sent again: with its idempotency key it can happen only once.
      const again = send.error !== null && isUnanswered(send.error) ? send.variables : undefined
      send.mutate(again ?? request, {
        onSuccess: (result) => {
          setBought(result)
          setStep('done')
          onBought?.(result)
        },
        onError: (failure) => {
          const refused = { field: fieldOf(failure), failure }
          setRefusal(refused)
          if (refused.field !== 'form') setStep('edit')
          onRefused?.(refused)
        },
      })
    },
    again: () => {
      setBought(null)
      setReviewed(false)
      edit()
    },
  }
}
