import type { ReversalReason } from '@candor/contract'
import { reversalReasons } from '@candor/contract/funding/reversals-ops.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { useState } from 'react'
import { ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'

const words: Readonly<Record<ReversalReason, string>> = {
  notReceived: 'The payment never arrived, or was recalled',
  notYours: 'The payment belonged to another customer',
  twice: 'The payment had already been credited',
  amount: 'The amount credited was wrong',
}

/** Button and dialog to reverse a deposit that was credited in error. */
export function ReverseDeposit({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Reverse this deposit …
      </Button>
      {open && <ReverseDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReverseDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const propose = useOpsMutation('opsReverseDeposit')
  const [why, setWhy] = useState<ReversalReason>('notReceived')
  return (
    <ProposalDialog
      title="Reverse a credited deposit"
      text="On approval, what is available in the account is debited. What is no longer there becomes a claim, which is never collected automatically. The customer receives an email."
      danger
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ depositId: id, why, reason }, { onSuccess: done })}
    >
      <SelectField
        label="Message to the customer"
        options={reversalReasons.map((value) => ({ value, label: words[value] }))}
        value={why}
        onChange={setWhy}
      />
    </ProposalDialog>
  )
}
