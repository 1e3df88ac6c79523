import type { CustomerShown, FreezeReason } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Switch } from '@candor/ui/choices.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { freezeReasons, freezeWords } from './freeze-words.ts'

interface DialogProps {
  readonly customer: CustomerShown
  readonly onClose: () => void
}

const day = 86_400_000

/** Dialog to propose a freeze. Withdrawals stay possible unless a legal hold, with a review date, stops them. */
export function FreezeDialog({ customer, onClose }: DialogProps) {
  const form = useId()
  const freeze = useOpsMutation('opsFreeze')
  const [reason, setReason] = useState('')
  const [why, setWhy] = useState<FreezeReason>('review')
  const [hold, setHold] = useState(false)
  const [days, setDays] = useState('30')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const legalHoldUntil = hold ? new Date(Date.now() + Number(days) * day).toISOString() : null
    freeze.mutate(
      { id: customer.id, reason, why, legalHoldUntil },
      {
        onSuccess: () => {
          toast('Proposed: a second person has to approve it.', 'good')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Freeze ${customer.userName}`}
      wide
      footer={
        <Button form={form} type="submit" variant="danger" busy={freeze.isPending}>
          Propose the freeze
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">
          Trading and anything new stop once a second person has approved. The customer still signs in,
          closes, cancels, repays and withdraws to addresses confirmed before.
        </p>
        <Reason
          reason={reason}
          onReason={setReason}
          error={freeze.error === null ? null : sentenceOf(freeze.error)}
        />
        <Field
          label="What the customer reads"
          hint="In their language; the reason above stays for colleagues."
        >
          {(control) => (
            <Select
              {...control}
              label="What the customer reads"
              options={freezeReasons.map((value) => ({ value, label: freezeWords[value] }))}
              value={why}
              onChange={setWhy}
            />
          )}
        </Field>
        <div className="flex items-start gap-3">
          <Switch checked={hold} onChange={setHold} label="Legal hold" />
          <p className="text-14 text-ink-2">
            <span className="font-medium text-ink">Legal hold.</span> Withdrawals stop too, until the review
            date. If nobody reviews it, the hold lapses by itself.
          </p>
        </div>
        {hold && (
          <Field label="Review in days" hint="At most 90.">
            {(control) => (
              <TextInput
                {...control}
                required
                inputMode="numeric"
                pattern="[1-9]|[1-8][0-9]|90"
                value={days}
                onChange={(event) => setDays(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}

export function UnfreezeDialog({ customer, onClose }: DialogProps) {
  const form = useId()
  const unfreeze = useOpsMutation('opsUnfreeze')
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    unfreeze.mutate(
      { id: customer.id, reason },
      {
        onSuccess: () => {
          toast('The freeze is lifted.', 'good')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Lift the freeze of ${customer.userName}`}
      footer={
        <Button form={form} type="submit" busy={unfreeze.isPending}>
          Lift it
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Reason
          reason={reason}
          onReason={setReason}
          error={unfreeze.error === null ? null : sentenceOf(unfreeze.error)}
        />
      </form>
    </Dialog>
  )
}

export function Reason({
  reason,
  onReason,
  error,
}: {
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly error: string | null
}) {
  return (
    <Field label="Reason" hint="Stands in the audit log." error={error}>
      {(control) => (
        <TextInput
          {...control}
          required
          minLength={3}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
    </Field>
  )
}
