import type { MarketInfo, Option, OptionPreview } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import type { OptionDirection } from '@candor/rules/options/option.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { noteServerTime } from '../live/server-time.ts'
import {
  fieldByCode,
  type TicketRefusal,
  type TicketStep,
  useTicketSteps,
} from '../orders/ticket/use-ticket-steps.ts'
import { useAccountNow } from '../orders/use-account-now.ts'
import { CallFailure } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { customerState } from '../session/customer-state.ts'
import { useSession } from '../session/session-store.ts'
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

export interface OptionTicketState {
  readonly terms: OptionTerms
  readonly form: OptionForm
  readonly turn: (direction: OptionDirection) => void
  readonly setPeriod: (seconds: number) => void
  readonly setStake: (stake: string) => void
  readonly figures: OptionFigures | null
  readonly available: string | null
  readonly problems: readonly OptionProblem[]
  readonly refusal: TicketRefusal<OptionField> | null
  /** Reason why options are not sold here at all, by country or by market; null while they are sold, or while unknown. */
  readonly off: 'country' | 'market' | null
  readonly step: TicketStep
  readonly preview: { readonly data: OptionPreview | undefined; readonly failed: Error | null }
  readonly review: () => void
  readonly back: () => void
  readonly buy: () => void
  readonly buying: boolean
  readonly bought: Option | null
  readonly again: () => void
}

const previewEveryMs = 3_000
const draft = customerState<OptionForm | null>(null)

function offBecause(failure: Error | null): OptionTicketState['off'] {
  if (!(failure instanceof CallFailure)) return null
  if (failure.code === refusals.optionMarketNotOffered) return 'market'
  const reason = (failure.result as { reason?: unknown } | null)?.reason
  return failure.code === refusals.unavailable && reason === 'country' ? 'country' : null
}

/** The option ticket of one market: the form, its figures, the review with the server's own, and the sending. */
export function useOptionTicket(info: MarketInfo, terms: OptionTerms): OptionTicketState {
  const [form, setForm] = useState(() => draft.get() ?? startOptionForm(terms))
  const steps = useTicketSteps('buyOptions', fieldByCode(fieldOfOptionRefusal))
  const { available } = useAccountNow()
  const queries = useQueryClient()
  const problems = useMemo(() => optionProblems(form, terms, available), [form, terms, available])
  const figures = useMemo(() => optionFigures(form, terms), [form, terms])
  const preview = usePreview(info.code, form, figures, steps.step)

  const change = (next: OptionForm) => {
    draft.set(next)
    setForm(next)
    steps.changed()
  }
  const buy = () => {
    const request = requestOf(info.code, form)
    if (request === null) return
    steps.buy(request, {
      onBought: (option) => {
        noteServerTime(option.openedAt)
        for (const name of ['listOptionsOrder', 'getUserInfo'])
          void queries.invalidateQueries({ queryKey: [name] })
      },
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
    problems: steps.shown(problems),
    refusal: steps.refusal,
    off: offBecause(preview.error),
    step: steps.step,
    preview: { data: preview.data, failed: preview.error },
    review: () => steps.review(problems.length === 0),
    back: steps.back,
    buy,
    buying: steps.buying,
    bought: steps.bought,
    again: steps.again,
  }
}

function requestOf(code: string, { direction, periodSeconds, stake }: OptionForm) {
  return periodSeconds === null ? null : { code, direction, periodSeconds, amount: stake.trim() }
}

/** Requested once while the form is filled in, to learn whether options are sold here; every few seconds during the review. */
function usePreview(code: string, form: OptionForm, figures: OptionFigures | null, step: TicketStep) {
  const { isLogin } = useSession()
  const [probe] = useState(form)
  const request = requestOf(code, step === 'edit' ? probe : form)
  const preview = useApiQuery(
    'previewOptions',
    request ?? { code, direction: 'up', periodSeconds: 0, amount: '0' },
    {
      enabled: isLogin && request !== null && (step === 'edit' || (step === 'review' && figures !== null)),
      ...(step === 'review' ? { refetchIntervalMs: previewEveryMs } : {}),
      staleMs: 0,
    },
  )
  const { data } = preview
  useEffect(() => {
    if (data !== undefined) noteServerTime(data.openedAt)
  }, [data])
  return preview
}
