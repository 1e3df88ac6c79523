import type { Loan, LoanPreview, LoanProduct } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { type Drawing, pictureOf } from '@candor/ui/controls/drawing.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CallInput } from '../session/calls/call-server.ts'
import { CallFailure, fieldIssues } from '../session/calls/failure.ts'
import { uploadFile } from '../session/calls/upload-file.ts'
import { useApiMutation, useIdempotentMutation } from '../session/calls/use-call.ts'
import { customerState, useCustomerState } from '../session/customer-state.ts'
import { goTo } from '../shell/hash-location.ts'
import {
  type LoanField,
  type LoanFigures,
  type LoanForm,
  type LoanProblem,
  loanFigures,
  loanProblems,
} from './loan-form.ts'
import { useLoanLimit } from './use-loans.ts'

export interface LoanApplication {
  readonly form: LoanForm
  readonly setAmount: (amount: string) => void
  readonly setDays: (days: number) => void
  readonly figures: LoanFigures | null
  readonly problems: readonly LoanProblem[]
  /** Nothing is missing or wrong in the form. */
  readonly complete: boolean
  /** Leads to the agreement, if nothing is missing or wrong. */
  readonly next: () => void
  /** Leads back to the form. */
  readonly back: () => void
  /** Reads the agreement for the form. */
  readonly read: () => void
  /** The agreement in the version to be signed; undefined while it loads. */
  readonly preview: LoanPreview | undefined
  readonly previewFailed: boolean
  readonly signedName: string
  readonly setSignedName: (name: string) => void
  readonly drawing: Drawing | null
  readonly setDrawing: (drawing: Drawing | null) => void
  /** Parts missing below the agreement, shown after an attempt to send. */
  readonly missing: { readonly drawing: boolean; readonly name: boolean }
  readonly send: () => void
  readonly sending: boolean
  /** Reason why the last attempt failed, and the field concerned. */
  readonly refusal: { readonly field: LoanField; readonly failure: Error } | null
  /** The agreement changed between reading and sending: the new version is shown. */
  readonly changed: boolean
  readonly sent: Loan | null
}

const empty: LoanForm = { amount: '', days: null }
/** The last state of the form, so that visiting another page loses nothing typed. */
const draft = customerState(empty)
const draftName = customerState('')
const draftDrawing = customerState<Drawing | null>(null)
/** Refusal of a field, met on the page of the agreement: the form shows it. */
const carried = customerState<LoanApplication['refusal']>(null)

/** State of an application: the cost, the agreement, the signature, the sending. */
export function useLoanApplication(products: readonly LoanProduct[] | undefined): LoanApplication {
  const queries = useQueryClient()
  const { form, change, problems, figures, request } = useLoanForm(products ?? noProducts)
  const [checked, setChecked] = useState(false)
  const agreement = useAgreement(request)
  const { preview } = agreement
  const signature = useSignature()
  const sending = useSending()
  const edit = (next: LoanForm) => {
    change(next)
    agreement.clearRefusal()
  }
  const onSent = () => {
    draft.set(empty)
    signature.forget()
    for (const name of ['listLoanRecord', 'loanLimit']) void queries.invalidateQueries({ queryKey: [name] })
  }
  return {
    form,
    setAmount: (amount) => edit({ ...form, amount }),
    setDays: (days) => edit({ ...form, days }),
    figures,
    problems: checked ? problems : problems.filter(({ reason }) => reason !== 'required'),
    complete: problems.length === 0,
    next: () => {
      setChecked(true)
      agreement.clearRefusal()
      // A term that was chosen for the customer is theirs from here on.
      change(form)
      if (problems.length === 0) goTo('/loan/agreement')
    },
    back: () => goTo('/loan'),
    read: agreement.read,
    preview: preview.data,
    previewFailed: preview.isError && carried.get() === null,
    ...signature.fields,
    send: () => {
      agreement.clearRefusal()
      const signed = signature.take()
      if (preview.data === undefined || signed === null) return
      const { agreementHash } = preview.data
      const { drawing, signedName } = signed
      sending
        .send({ ...request, agreementHash, signedName }, drawing)
        .then(onSent)
        .catch(agreement.refused)
    },
    sending: sending.busy,
    refusal: agreement.refusal,
    changed: agreement.changed,
    sent: sending.sent,
  }
}

const noProducts: readonly LoanProduct[] = []

/** The form, with its cost, its problems and the request it makes; a term is chosen before the customer chooses one. */
function useLoanForm(products: readonly LoanProduct[]) {
  const limit = useLoanLimit()
  const [typed, change] = useCustomerState(draft)
  const form = useMemo(
    () => (typed.days === null ? { ...typed, days: products[2]?.days ?? products[0]?.days ?? null } : typed),
    [typed, products],
  )
  const left = limit.data?.verified === true ? limit.data.left : null
  const problems = useMemo(() => loanProblems(form, products, left), [form, products, left])
  const figures = useMemo(() => loanFigures(form, products), [form, products])
  const request = { amount: form.amount.trim(), days: form.days ?? 0 }
  return { form, change, problems, figures, request }
}

/** The agreement for a request, and the refusals of it: a changed agreement is read again, any other leads back to its field. */
function useAgreement(request: CallInput<'previewLoan'>) {
  const queries = useQueryClient()
  const preview = useApiMutation('previewLoan')
  const [refusal, setRefusal] = useState(carried.get)
  const [changed, setChanged] = useState(false)
  const refused = (failure: Error) => {
    const field = fieldOf(failure)
    if (field === 'agreement') {
      setChanged(true)
      read()
      return
    }
    setRefusal({ field, failure })
    if (field === 'form') return
    // The offer has changed since this page loaded it.
    void queries.invalidateQueries({ queryKey: ['listLoanProducts'] })
    carried.set({ field, failure })
    // In place of the agreement, so that the way back does not lead into the same refusal.
    goTo('/loan', { replace: true })
  }
  const read = () => preview.mutate(request, { onError: refused })
  const clearRefusal = () => {
    carried.set(null)
    setRefusal(null)
  }
  return {
    preview,
    read,
    refusal,
    refused,
    clearRefusal,
    changed,
  }
}

/** The drawn signature and the typed name; what is missing of them is shown once the customer tried to send. */
function useSignature() {
  const [signedName, setSignedName] = useCustomerState(draftName)
  const [drawing, setDrawing] = useCustomerState(draftDrawing)
  const [tried, setTried] = useState(false)
  const unnamed = signedName.trim() === ''
  return {
    fields: {
      signedName,
      setSignedName,
      drawing,
      setDrawing,
      missing: { drawing: tried && drawing === null, name: tried && unnamed },
    },
    /** Null while a part is missing. */
    take: () => {
      setTried(true)
      return drawing === null || unnamed ? null : { drawing, signedName: signedName.trim() }
    },
    forget: () => {
      draftName.set('')
      draftDrawing.set(null)
    },
  }
}

/** Sending of an application: uploads the signature, then asks for the loan. */
function useSending() {
  const [uploading, setUploading] = useState(false)
  const [sent, setSent] = useState<Loan | null>(null)
  const apply = useIdempotentMutation('loan')
  const send = async (application: Omit<CallInput<'loan'>, 'signature'>, drawing: Drawing) => {
    // Without a response, the same request is sent again: with its idempotency key it can happen only once.
    const again = apply.error instanceof CallFailure && !apply.error.isFinal ? apply.variables : undefined
    setUploading(true)
    try {
      const signature = again?.signature ?? (await uploadFile(await pictureOf(drawing), 'signature'))
      setSent(await apply.mutateAsync(again ?? { ...application, signature }))
    } finally {
      setUploading(false)
    }
  }
  return { send, busy: uploading || apply.isPending, sent }
}

/** Finds the part of the form that a refusal concerns. */
function fieldOf(failure: Error): LoanField | 'agreement' {
  if (!(failure instanceof CallFailure)) return 'form'
  if (failure.code === refusals.loanTermNotOffered) return 'days'
  const paths = fieldIssues(failure).map(({ path }) => path)
  if (paths.includes('agreementHash')) return 'agreement'
  return paths.includes('amount') ? 'amount' : 'form'
}
