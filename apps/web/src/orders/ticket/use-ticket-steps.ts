import { useRef, useState } from 'react'
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
  /** Sent without a review: an older request that got no response is not meant, and the form stays for the next one. */
  readonly atOnce?: boolean
}

/**
 * Steps common to all tickets: fill in, review, send, see the result. A refusal the form can fix leads back to the form; any other
 * is shown in the review, also of an order that was sent without one.
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
  // A second press may come before the button shows that it waits.
  const isSending = useRef(false)
  const refuse = (failure: Error): TicketRefusal<Field> => {
    const refused = { field: fieldOf(failure), failure }
    setRefusal(refused)
    setStep(refused.field === 'form' ? 'review' : 'edit')
    return refused
  }
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
    refuse,
    buy: (
      request: CallInput<N>,
      { onBought, onRefused, atOnce = false }: Outcome<CallResult<N>, Field> = {},
    ) => {
      if (isSending.current) return
      isSending.current = true
      setRefusal(null)
      // Without a response, the same request is sent again: with its idempotency key it can happen only once.
      const again = !atOnce && send.error !== null && isUnanswered(send.error) ? send.variables : undefined
      const done = (result: CallResult<N>) => {
        isSending.current = false
        if (!atOnce) {
          setBought(result)
          setStep('done')
        }
        onBought?.(result)
      }
      const refused = (failure: Error) => {
        isSending.current = false
        onRefused?.(refuse(failure))
      }
      void send.mutateAsync(again ?? request).then(done, refused)
    },
    again: () => {
      setBought(null)
      setReviewed(false)
      edit()
    },
  }
}
