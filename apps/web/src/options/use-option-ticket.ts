import type { MarketInfo, Option, OptionPreview } from '@candor/contract'
import type { OptionDirection } from '@candor/rules/options/option.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { noteServerTime } from '../live/server-time.ts'
import { useAccountNow } from '../orders/use-account-now.ts'
import { CallFailure } from '../session/failure.ts'
import { useSession } from '../session/session-store.ts'
import { useMoneyAct, useRead } from '../session/use-call.ts'
import {
  fieldOfOptionRefusal,
  type OptionField,
  type OptionFigures,
  type OptionForm,
  type OptionProblem,
  type OptionTerms,
  optionFigures,
  optionProblems,
  startOptionForm,
} from './option-form.ts'

export type OptionStep = 'edit' | 'review' | 'done'

export interface OptionTicketState {
  readonly terms: OptionTerms
  readonly form: OptionForm
  readonly turn: (direction: OptionDirection) => void
  readonly setPeriod: (seconds: number) => void
  readonly setStake: (stake: string) => void
  readonly figures: OptionFigures | null
  readonly available: string | null
  readonly problems: readonly OptionProblem[]
  readonly refusal: { readonly field: OptionField; readonly failure: Error } | null
  /** Why options are not sold here at all: by country or by market; null while they are, or nobody asked. */
  readonly off: 'country' | 'market' | null
  readonly step: OptionStep
  readonly preview: { readonly data: OptionPreview | undefined; readonly failed: Error | null }
  readonly review: () => void
  readonly back: () => void
  readonly buy: () => void
  readonly buying: boolean
  readonly bought: Option | null
  readonly again: () => void
}

const previewEveryMs = 3_000
let draft: OptionForm | null = null

function offBecause(failure: Error | null): OptionTicketState['off'] {
  if (!(failure instanceof CallFailure)) return null
  if (failure.code === 10014) return 'market'
  const reason = (failure.result as { reason?: unknown } | null)?.reason
  return failure.code === 10015 && reason === 'country' ? 'country' : null
}

/** The option ticket of one market: the form, its figures, the review with the server's own, and the sending. */
export function useOptionTicket(info: MarketInfo, terms: OptionTerms): OptionTicketState {
  const [form, setForm] = useState(() => draft ?? startOptionForm(terms))
  const [step, setStep] = useState<OptionStep>('edit')
  const [asked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<OptionTicketState['refusal']>(null)
  const [bought, setBought] = useState<Option | null>(null)
  const { available } = useAccountNow()
  const queries = useQueryClient()
  const send = useMoneyAct('buyOptions')
  const problems = useMemo(() => optionProblems(form, terms, available), [form, terms, available])
  const figures = useMemo(() => optionFigures(form, terms), [form, terms])
  const preview = usePreview(info.code, form, figures, step)

  const change = (next: OptionForm) => {
    draft = next
    setForm(next)
    setRefusal(null)
  }
  const refuse = (failure: Error) => {
    const decided = failure instanceof CallFailure && typeof failure.code === 'number'
    const field = decided ? fieldOfOptionRefusal(failure.code as number) : 'form'
    setRefusal({ field, failure })
    if (field !== 'form') setStep('edit')
  }
  const buy = () => {
    const ask = askOf(info.code, form)
    if (ask === null) return
    setRefusal(null)
    const unanswered = send.isError && !(send.error instanceof CallFailure && send.error.decided)
    // Without an answer the very same request goes again: with its key it can only happen once.
    send.mutate(unanswered && send.variables ? send.variables : ask, {
      onSuccess: (option) => {
        noteServerTime(option.openedAt)
        setBought(option)
        setStep('done')
        for (const name of ['listOptionsOrder', 'getUserInfo'])
          void queries.invalidateQueries({ queryKey: [name] })
      },
      onError: refuse,
    })
  }

  return {
    terms,
    form,
    turn: (direction) => change({ ...form, direction }),
    setPeriod: (periodSeconds) => change({ ...form, periodSeconds }),
    setStake: (stake) => change({ ...form, stake }),
    figures,
    available,
    problems: asked ? problems : problems.filter(({ reason }) => reason !== 'required'),
    refusal,
    off: offBecause(preview.error),
    step,
    preview: { data: preview.data, failed: preview.error },
    review: () => {
      setAsked(true)
      setRefusal(null)
      send.reset()
      if (problems.length === 0) setStep('review')
    },
    back: () => {
      setRefusal(null)
      setStep('edit')
    },
    buy,
    buying: send.isPending,
    bought,
    again: () => {
      setBought(null)
      setAsked(false)
      setStep('edit')
    },
  }
}

function askOf(code: string, { direction, periodSeconds, stake }: OptionForm) {
  return periodSeconds === null ? null : { code, direction, periodSeconds, amount: stake.trim() }
}

/** Asked once while filling in, to learn whether options are sold here; every few seconds while it is being read. */
function usePreview(code: string, form: OptionForm, figures: OptionFigures | null, step: OptionStep) {
  const { isLogin } = useSession()
  const [probe] = useState(form)
  const ask = askOf(code, step === 'edit' ? probe : form)
  const preview = useRead('previewOptions', ask ?? { code, direction: 'up', periodSeconds: 0, amount: '0' }, {
    enabled: isLogin && ask !== null && (step === 'edit' || (step === 'review' && figures !== null)),
    ...(step === 'review' ? { refetchIntervalMs: previewEveryMs } : {}),
    staleMs: 0,
  })
  const { data } = preview
  useEffect(() => {
    if (data !== undefined) noteServerTime(data.openedAt)
  }, [data])
  return preview
}
