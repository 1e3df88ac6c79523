import { useState } from 'react'
import type { CallInput, CallResult } from '../session/call-server.ts'
import type { MoneyCallName } from '../session/call-table.ts'
import { CallFailure } from '../session/failure.ts'
import { useIdempotentMutation } from '../session/use-call.ts'
import { isUnanswered } from './act-failure.tsx'

export type TicketStep = 'edit' | 'review' | 'done'

export interface TicketRefusal<Field extends string> {
  readonly field: Field | 'form'
  readonly failure: Error
}

/**
 * Steps common to all tickets: fill in, review, send, see the result. A refusal the form can fix leads back to the form; any other
 * is shown in the review.
 */
export function useTicketSteps<N extends MoneyCallName, Field extends string>(
  name: N,
  fieldOf: (code: number) => Field | 'form',
) {
  const [step, setStep] = useState<TicketStep>('edit')
  const [asked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<TicketRefusal<Field> | null>(null)
  const [bought, setBought] = useState<CallResult<N> | null>(null)
  const send = useIdempotentMutation(name)
  const edit = () => {
    setRefusal(null)
    setStep('edit')
  }
  return {
    step,
    asked,
    refusal,
    bought,
    buying: send.isPending,
    /** A change makes the previous refusal obsolete. */
    changed: () => setRefusal(null),
    review: (fits: boolean) => {
      setAsked(true)
      setRefusal(null)
      send.reset()
      if (fits) setStep('review')
    },
    back: edit,
    buy: (request: CallInput<N>, onBought: (result: CallResult<N>) => void) => {
      setRefusal(null)
      // Without a response, the same request is sent again: with its idempotency key it can happen only once.
      const again = send.error !== null && isUnanswered(send.error) ? send.variables : undefined
      send.mutate(again ?? request, {
        onSuccess: (result) => {
          setBought(result)
          setStep('done')
          onBought(result)
        },
        onError: (failure) => {
          const decided = failure instanceof CallFailure && typeof failure.code === 'number'
          const field = decided ? fieldOf(failure.code as number) : 'form'
          setRefusal({ field, failure })
          if (field !== 'form') setStep('edit')
        },
      })
    },
    again: () => {
      setBought(null)
      setAsked(false)
      edit()
    },
  }
}
