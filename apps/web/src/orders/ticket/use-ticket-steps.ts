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
  const sending = useOneAtATime(name)
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
    buying: sending.isPending,
    /** The problems to show: an empty field is none before a review was requested. */
    shown: <Problem extends { readonly reason: string }>(problems: readonly Problem[]) =>
      reviewed ? problems : problems.filter(({ reason }) => reason !== 'required'),
    /** A change makes the previous refusal obsolete. */
    changed: () => setRefusal(null),
    review: (fits: boolean) => {
      setReviewed(true)
      setRefusal(null)
      sending.reset()
      if (fits) setStep('review')
    },
    back: edit,
    refuse,
    buy: (
      request: CallInput<N>,
      { onBought, onRefused, atOnce = false }: Outcome<CallResult<N>, Field> = {},
    ) => {
      const sent = sending.send(request, atOnce)
      if (sent === null) return
      setRefusal(null)
      const done = (result: CallResult<N>) => {
        if (!atOnce) {
          setBought(result)
          setStep('done')
        }
        onBought?.(result)
      }
      void sent.then(done, (failure: Error) => onRefused?.(refuse(failure)))
    },
    again: () => {
      setBought(null)
      setReviewed(false)
      edit()
    },
  }
}

/** Sends one request at a time: a second press may come before the button shows that it waits. */
function useOneAtATime<N extends MoneyCallName>(name: N) {
  const call = useIdempotentMutation(name)
  const isSending = useRef(false)
  return {
    isPending: call.isPending,
    reset: call.reset,
    /** Returns null while one is on its way. One that got no response is sent again, unless the request is a new one: with its idempotency key it can happen only once. */
    send: (request: CallInput<N>, isNew: boolean): Promise<CallResult<N>> | null => {
      if (isSending.current) return null
      isSending.current = true
      const again = !isNew && call.error !== null && isUnanswered(call.error) ? call.variables : undefined
      return call.mutateAsync(again ?? request).finally(() => {
        isSending.current = false
      })
    },
  }
}
