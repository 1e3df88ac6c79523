import type { CustomerShown } from '@candor/contract'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { ReasonField } from '../shell/reason-field.tsx'

/** Larger loans before one was repaid on time: a person's decision, with its reason. */
export function TierDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerShown
  readonly onClose: () => void
}) {
  const raise = useOpsMutation('opsRaiseTier')
  const [reason, setReason] = useState('')
  const submit = () =>
    raise.mutate(
      { id: customer.id, reason },
      { onSuccess: closeWith('This customer can now apply for larger loans.', onClose) },
    )
  const error = raise.error === null ? null : sentenceOf(raise.error)
  return (
    <FormDialog
      narrow
      title={`Allow larger loans for ${customer.userName}`}
      act="Allow larger loans"
      busy={raise.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        The customer can then owe as much as someone who has repaid a loan on time. Each application is still
        decided individually.
      </p>
      <ReasonField reason={reason} onReason={setReason} error={error} />
    </FormDialog>
  )
}
