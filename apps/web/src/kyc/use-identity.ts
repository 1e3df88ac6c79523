import type { Identification } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { type IdentityForm, type IdentityItem, identityItems } from '@candor/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow } from '../live/server-time.ts'
import { callServer } from '../session/calls/call-server.ts'
import { CallFailure, failureText, fieldIssues } from '../session/calls/failure.ts'
import { callKey } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import {
  firstOpenStep,
  formOf,
  type Problem,
  type Problems,
  problemCodes,
  problemsOf,
  type Step,
  stepsOf,
  toSend,
} from './identity-form.ts'

export interface IdentityWay {
  readonly form: IdentityForm
  readonly steps: readonly Step[]
  readonly at: number
  readonly busy: boolean
  readonly failed: string | null
  readonly problem: (item: IdentityItem) => Problem | null
  readonly set: (item: IdentityItem, value: string | null) => void
  /** Keeps an item on the server at once: a picture is not to be uploaded twice. */
  readonly keep: (item: IdentityItem, value: string | null) => void
  readonly goTo: (at: number) => void
  readonly next: () => Promise<void>
  readonly send: () => Promise<void>
}

const todayOf = () => new Date(serverNow()).toISOString().slice(0, 10)
/** Items that were sent and could not be sent like that today: asked for later, or expired since. */
const wrongItems = (form: IdentityForm) =>
  Object.keys(problemsOf(identityItems, form, todayOf())) as IdentityItem[]

const isKnown = (code: string): code is Problem => problemCodes.some((known) => known === code)

/** State of an identity check: the typed fields, the current step, and the server's copy. */
export function useIdentity(shown: Identification): IdentityWay {
  const { save, submit } = useIdentityCalls()
  // Kept from the start of the visit: a step that is saved does not change the way.
  const [steps] = useState(() => stepsOf(shown, wrongItems(formOf(shown))))
  const [form, setForm] = useState(() => formOf(shown))
  const [at, setAt] = useState(() => firstOpenStep(steps, formOf(shown), todayOf()))
  const [problems, setProblems] = useState<Problems>({})
  const { busy, failed, during } = useSaving((failure) => {
    const found = failure instanceof CallFailure ? placed(failure) : {}
    setProblems(found)
    const first = steps.findIndex(({ items }) => items.some((item) => item in found))
    if (first >= 0) setAt(first)
    return first >= 0
  })
  const change = (item: IdentityItem, value: string | null) => {
    setForm((now) => ({ ...now, [item]: value }))
    setProblems(({ [item]: _mended, ...rest }) => rest)
  }
  const next = async () => {
    const items = steps[at]?.items ?? []
    const found = problemsOf(items, form, todayOf())
    setProblems(found)
    if (Object.keys(found).length > 0) return
    await save(toSend(form, items) as Partial<Identification>)
    setAt(at + 1)
  }
  return {
    form,
    steps,
    at,
    busy,
    failed,
    problem: (item) => problems[item] ?? null,
    set: change,
    keep: (item, value) => {
      change(item, value)
      void during(() => save({ [item]: value }))
    },
    goTo: setAt,
    next: () => during(next),
    send: () => during(() => submit(form)),
  }
}

/** The calls of a check; what the server stores replaces the page's copy of it. */
function useIdentityCalls() {
  const queries = useQueryClient()
  const store = (response: Identification) =>
    void queries.setQueryData(callKey('getIdentification', {}), response)
  return {
    save: async (items: Partial<Identification>) => store(await callServer('saveIdentification', items)),
    submit: async (form: IdentityForm) => {
      const all = toSend(form, Object.keys(form) as IdentityItem[])
      store(await callServer('identification', all as Parameters<typeof callServer<'identification'>>[1]))
      await queries.invalidateQueries({ queryKey: ['getUserInfo'] })
    },
  }
}

/** Runs the calls of the check; a failure that `placeFailure` finds no field for is shown for the whole form. */
function useSaving(placeFailure: (failure: unknown) => boolean) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailed(null)
    try {
      await work()
    } catch (failure) {
      if (!placeFailure(failure)) setFailed(failureText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failed, during }
}

/** The server's refusal at the fields it concerns: `invalidInput` with its issues, or a picture that is not there (`fileRejected`). */
function placed(failure: CallFailure): Problems {
  const path = (failure.result as { readonly path?: unknown } | null)?.path
  if (failure.code === refusals.fileRejected && typeof path === 'string') return { [path]: 'invalid' }
  return Object.fromEntries(
    fieldIssues(failure).map((issue) => [issue.path, isKnown(issue.code) ? issue.code : 'invalid']),
  )
}
