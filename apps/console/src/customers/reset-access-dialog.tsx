import type { CustomerShown, ResettableAccess } from '@candor/contract'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { TextField } from '../shell/text-field.tsx'

const notAnAddress = 'Enter a whole email address, such as ana@mail.example.'

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
  const wrongEmail = issuesOf(reset.error, { invalid_format: notAnAddress, email: notAnAddress })('email')
  return (
    <ProposalDialog
      title={`Reset access for ${customer.userName}`}
      text="Only after you made sure that it is this customer who asks. Once a second person approves, every device is signed out, and the customer’s present address and those of the last seven days get a letter with a link that undoes it. The password stays."
      error={reset.error}
      busy={reset.isPending}
      fieldErrors={[wrongEmail]}
      onClose={onClose}
      onPropose={(reason, done) =>
        reset.mutate(
          { id: customer.id, what, email: what === 'email' ? email.trim() : null, reason },
          { onSuccess: done },
        )
      }
    >
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
          maxLength={254}
          value={email}
          onValue={setEmail}
          error={wrongEmail}
        />
      )}
    </ProposalDialog>
  )
}

const choices: readonly { readonly value: ResettableAccess; readonly label: string }[] = [
  {
    value: 'secondFactor',
    label: 'Authenticator app and recovery codes: turn two-factor authentication off',
  },
  { value: 'email', label: 'Mailbox: set another email address' },
]
