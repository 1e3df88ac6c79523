import type { CustomerShown, ResettableAccess } from '@candor/contract'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { ReasonField } from '../shell/reason-field.tsx'
import { TextField } from '../shell/text-field.tsx'

/** Dialog to propose that a lost second factor is turned off, or that the email address is another. */
export function ResetAccessDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerShown
  readonly onClose: () => void
}) {
  const reset = useOpsMutation('opsResetAccess')
  const [what, setWhat] = useState<ResettableAccess>(customer.totpEnabled ? 'secondFactor' : 'email')
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const submit = () =>
    reset.mutate(
      { id: customer.id, what, email: what === 'email' ? email.trim() : null, reason },
      { onSuccess: closeWith('Submitted. A second person must approve it.', onClose) },
    )
  const error = reset.error === null ? null : sentenceOf(reset.error)
  return (
    <FormDialog
      title={`Reset access for ${customer.userName}`}
      act="Submit for approval"
      busy={reset.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Only after you made sure that it is this customer who asks. Once a second person approves, every
        device is signed out, and the customer’s present address and those of the last seven days get a letter
        with a link that undoes it. The password stays.
      </p>
      <SelectField
        label="What was lost"
        options={choices.filter(({ value }) => value === 'email' || customer.totpEnabled)}
        value={what}
        onChange={setWhat}
      />
      {what === 'email' && (
        <TextField
          label="New email address"
          hint={`Now ${customer.email}. Nothing is sent to the new address: the customer proves it by setting a new password there.`}
          inputMode="email"
          value={email}
          onValue={setEmail}
          error={error}
          required
        />
      )}
      <ReasonField reason={reason} onReason={setReason} error={what === 'email' ? null : error} />
    </FormDialog>
  )
}

const choices: readonly { readonly value: ResettableAccess; readonly label: string }[] = [
  {
    value: 'secondFactor',
    label: 'Authenticator app and recovery codes: turn two-factor authentication off',
  },
  { value: 'email', label: 'Mailbox: set another email address' },
]
