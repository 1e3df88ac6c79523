import type { ConversionQuote, ConversionRecord } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import { useEffect, useState } from 'react'
import { serverNow, useServerNow } from '../../live/server-time.ts'
import { availableOf } from '../../session/available-of.ts'
import { useApiQuery, useIdempotentMutation } from '../../session/calls/use-call.ts'
import { type ConvertForm, type ConvertProblem, convertProblem } from './convert-form.ts'

const typingPauseMs = 400
const tickMs = 250

export interface Conversion {
  readonly form: ConvertForm
  readonly change: (form: ConvertForm) => void
  readonly problem: ConvertProblem | null
  readonly available: string | null
  readonly quote: ConversionQuote | null
  /** Seconds for which the price is still held; 0: it has expired. */
  readonly heldFor: number
  /** The price has expired or could not be had: another one can be asked for. */
  readonly over: boolean
  readonly quoting: boolean
  /** Reason why there is no price, or why the conversion failed. */
  readonly failure: Error | null
  readonly freshen: () => void
  readonly convert: () => void
  readonly converting: boolean
  readonly done: ConversionRecord | null
}

const empty: ConvertForm = { from: 'USDT', to: 'BTC', amount: '' }

/** State of a conversion: requests a price when typing pauses, holds it, then converts or requests another. */
export function useConvert(): Conversion {
  const [form, setForm] = useState(empty)
  const available = useAvailable(form.from)
  const problem = convertProblem(form, available)
  const { input, quote, failure, refetch, ...price } = useQuote(form, problem === null)
  const act = useIdempotentMutation('convert')
  return {
    ...price,
    form,
    change: (next) => {
      act.reset()
      setForm(next)
    },
    problem,
    available,
    quote,
    failure: act.error ?? failure,
    freshen: () => {
      act.reset()
      void refetch()
    },
    convert: () => {
      // Does not send a price that expired just before the click.
      if (quote === null || Date.parse(quote.goodUntil) <= serverNow()) return
      act.mutate(
        { ...input, quoteId: quote.quoteId },
        { onSuccess: () => setForm((was) => ({ ...was, amount: '' })) },
      )
    },
    converting: act.isPending,
    done: act.data ?? null,
  }
}

/** The price for a form without a problem, from a pause in typing on. */
function useQuote(form: ConvertForm, complete: boolean) {
  const pausedForm = usePaused(form)
  const ready = complete && pausedForm === form
  const input = { ...pausedForm, amount: pausedForm.amount.trim() }
  const { data, error, isFetching, refetch } = useApiQuery('quoteConvert', input, { enabled: ready })
  const now = useServerNow(tickMs)
  const failure = ready ? error : null
  const quote = ready && error === null ? (data ?? null) : null
  const heldMs = quote === null ? 0 : Date.parse(quote.goodUntil) - now
  const heldFor = Math.max(0, Math.ceil(heldMs / 1_000))
  return {
    input,
    quote,
    heldFor,
    over: quote === null ? failure !== null : heldFor === 0,
    quoting: complete && (!ready || isFetching),
    failure,
    refetch,
  }
}

/** Available amount of a coin; null until known. */
function useAvailable(coin: AssetCode): string | null {
  const { data } = useApiQuery('getUserInfo', {})
  return data === undefined ? null : availableOf(data, coin)
}

/** The form as of the last pause in typing. */
function usePaused(form: ConvertForm): ConvertForm {
  const [paused, setPaused] = useState(form)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(form), typingPauseMs)
    return () => clearTimeout(timer)
  }, [form])
  return paused
}
