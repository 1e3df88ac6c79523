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
  const quotedForm = usePaused(form)
  const ready = problem === null && quotedForm === form
  const input = { ...quotedForm, amount: quotedForm.amount.trim() }
  const price = useApiQuery('quoteConvert', input, { enabled: ready })
  const act = useIdempotentMutation('convert')
  const now = useServerNow(tickMs)
  const quote = ready && !price.isError ? (price.data ?? null) : null
  const heldMs = quote === null ? 0 : Date.parse(quote.goodUntil) - now
  return {
    form,
    change: (next) => {
      act.reset()
      setForm(next)
    },
    problem,
    available,
    quote,
    heldFor: Math.max(0, Math.ceil(heldMs / 1_000)),
    quoting: problem === null && (!ready || price.isFetching),
    failure: act.error ?? (ready ? price.error : null),
    freshen: () => {
      act.reset()
      void price.refetch()
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
