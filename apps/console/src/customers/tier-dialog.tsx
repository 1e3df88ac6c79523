import type { CustomerShown } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { Reason } from './freeze-dialog.tsx'

/** Larger loans before one was repaid on time: a person's decision, with its reason. */
export function TierDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerShown
  readonly onClose: () => void
}) {
  const form = useId()
  const raise = useOpsMutation('opsRaiseTier')
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    raise.mutate(
      { id: customer.id, reason },
      {
        onSuccess: () => {
          toast('Larger loans are open to this customer.', 'good')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Open larger loans to ${customer.userName}`}
      footer={
        <Button form={form} type="submit" busy={raise.isPending}>
          Open them
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">
          The customer may then owe as much as somebody who has repaid a loan on time. Each application is
          still decided one by one.
        </p>
        <Reason
          reason={reason}
          onReason={setReason}
          error={raise.error === null ? null : sentenceOf(raise.error)}
        />
      </form>
    </Dialog>
  )
}
