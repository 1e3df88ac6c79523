import type { Loan, LoanPreview, LoanProduct } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import type { TakeInk } from '@candor/ui/signature-pad.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CallFailure, fieldIssues } from '../session/failure.ts'
import { uploadFile } from '../session/upload-file.ts'
import { useApiMutation, useIdempotentMutation } from '../session/use-call.ts'
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
  readonly step: 'edit' | 'sign' | 'done'
  readonly next: () => void
  readonly back: () => void
  /** The agreement in the version to be signed; undefined while it loads. */
  readonly preview: LoanPreview | undefined
  readonly previewFailed: boolean
  readonly signedName: string
  readonly setSignedName: (name: string) => void
  readonly setInk: (take: TakeInk | null) => void
  /** Parts missing below the agreement, shown after an attempt to send. */
  readonly missing: { readonly ink: boolean; readonly name: boolean }
  readonly send: () => void
  readonly sending: boolean
  /** Reason why the last attempt failed, and the field concerned. */
  readonly refusal: { readonly field: LoanField; readonly failure: Error } | null
  /** The agreement changed between reading and sending: the new version is shown. */
  readonly changed: boolean
  readonly sent: Loan | null
  readonly again: () => void
}

const empty: LoanForm = { amount: '', days: null }
/** The last state of the form, so that visiting another page loses nothing typed. */
let draft = empty

/** State of an application: the cost, the agreement, the signature, the sending. */
export function useLoanApplication(products: readonly LoanProduct[] | undefined): LoanApplication {
  const queries = useQueryClient()
  const limit = useLoanLimit()
  const [form, setForm] = useState(draft)
  const [asked, setAsked] = useState(false)
  const [step, setStep] = useState<LoanApplication['step']>('edit')
  const [signedName, setSignedName] = useState('')
  const [ink, setInk] = useState<TakeInk | null>(null)
  const [tried, setTried] = useState(false)
  const [uploading, setUploading] = useState(false)
  const [refusal, setRefusal] = useState<LoanApplication['refusal']>(null)
  const [changed, setChanged] = useState(false)
  const [sent, setSent] = useState<Loan | null>(null)
  const preview = useApiMutation('previewLoan')
  const apply = useIdempotentMutation('loan')
  const sold = products ?? []
  const shown = useMemo(
    () => (form.days === null ? { ...form, days: sold[2]?.days ?? sold[0]?.days ?? null } : form),
    [form, sold],
  )
  const left = limit.data?.verified === true ? limit.data.left : null
  const all = useMemo(() => loanProblems(shown, sold, left), [shown, sold, left])
  const figures = useMemo(() => loanFigures(shown, sold), [shown, sold])

  const change = (next: LoanForm) => {
    draft = next
    setForm(next)
    setRefusal(null)
  }
  const call = () => ({ amount: shown.amount.trim(), days: shown.days ?? 0 })
  const refused = (failure: Error) => {
    const field = fieldOf(failure)
    if (field === 'agreement') {
      setChanged(true)
      readAgreement()
      return
    }
    setRefusal({ field, failure })
    if (field === 'form') return
    // The offer has changed since this page loaded it.
    void queries.invalidateQueries({ queryKey: ['listLoanProducts'] })
    setStep('edit')
  }
  const readAgreement = () => preview.mutate(call(), { onError: refused })
  const send = async (agreementHash: string, take: TakeInk) => {
    // Without a response, the same request is sent again: with its idempotency key it can happen only once.
    const again = apply.error instanceof CallFailure && !apply.error.decided ? apply.variables : undefined
    const signature = again?.signature ?? (await uploadFile(await take(), 'signature'))
    setSent(
      await apply.mutateAsync(
        again ?? { ...call(), agreementHash, signature, signedName: signedName.trim() },
      ),
    )
    draft = empty
    setStep('done')
    for (const name of ['listLoanRecord', 'loanLimit']) void queries.invalidateQueries({ queryKey: [name] })
  }
  const trySending = () => {
    setTried(true)
    setRefusal(null)
    if (preview.data === undefined || ink === null || signedName.trim() === '') return
    setUploading(true)
    send(preview.data.agreementHash, ink)
      .catch(refused)
      .finally(() => setUploading(false))
  }
  return {
    form: shown,
    setAmount: (amount) => change({ ...shown, amount }),
    setDays: (days) => change({ ...shown, days }),
    figures,
    problems: asked ? all : all.filter(({ reason }) => reason !== 'required'),
    step,
    next: () => {
      setAsked(true)
      setChanged(false)
      setRefusal(null)
      if (all.length > 0) return
      readAgreement()
      setStep('sign')
    },
    back: () => setStep('edit'),
    preview: preview.data,
    previewFailed: preview.isError,
    signedName,
    setSignedName,
    setInk: (take) => setInk(() => take),
    missing: { ink: tried && ink === null, name: tried && signedName.trim() === '' },
    send: trySending,
    sending: uploading || apply.isPending,
    refusal,
    changed,
    sent,
    again: () => {
      setForm(empty)
      setSent(null)
      setInk(null)
      setTried(false)
      setAsked(false)
      setStep('edit')
    },
  }
}

/** Finds the part of the form that a refusal concerns. */
function fieldOf(failure: Error): LoanField | 'agreement' {
  if (!(failure instanceof CallFailure)) return 'form'
  if (failure.code === refusals.loanTermNotOffered) return 'days'
  const paths = fieldIssues(failure).map(({ path }) => path)
  if (paths.includes('agreementHash')) return 'agreement'
  return paths.includes('amount') ? 'amount' : 'form'
}
