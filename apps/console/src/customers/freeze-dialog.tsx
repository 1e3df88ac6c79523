import type { CustomerShown, FreezeReason } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { Switch } from '@candor/ui/controls/switch.tsx'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { ReasonField } from '../shell/reason-field.tsx'
import { TextField } from '../shell/text-field.tsx'
import { freezeReasons, freezeWords } from './freeze-words.ts'

interface DialogProps {
  readonly customer: CustomerShown
  readonly onClose: () => void
}

/** Dialog to propose a freeze. Withdrawals stay possible unless a legal hold, with a review date, stops them. */
export function FreezeDialog({ customer, onClose }: DialogProps) {
  const freeze = useOpsMutation('opsFreeze')
  const [reason, setReason] = useState('')
  const [why, setWhy] = useState<FreezeReason>('review')
  const [hold, setHold] = useState(false)
  const [days, setDays] = useState('30')
  const submit = () => {
    const legalHoldUntil = hold ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
    freeze.mutate(
      { id: customer.id, reason, why, legalHoldUntil },
      { onSuccess: closeWith('Submitted. A second person must approve it.', onClose) },
    )
  }
  const error = freeze.error === null ? null : sentenceOf(freeze.error)
  return (
    <FormDialog
      title={`Freeze ${customer.userName}`}
      act="Submit for approval"
      variant="danger"
      busy={freeze.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Once a second person approves, the customer cannot trade or start anything new. They can still sign
        in, close positions, cancel orders, repay loans, and withdraw to addresses confirmed before the
        freeze.
      </p>
      <ReasonField reason={reason} onReason={setReason} error={error} />
      <SelectField
        label="Message to the customer"
        hint="Shown in their language. The reason above is for colleagues only."
        options={freezeReasons.map((value) => ({ value, label: freezeWords[value] }))}
        value={why}
        onChange={setWhy}
      />
      <LegalHold hold={hold} onHold={setHold} days={days} onDays={setDays} />
    </FormDialog>
  )
}

/** Stops withdrawals too, for as many days as are typed. */
function LegalHold({
  hold,
  onHold,
  days,
  onDays,
}: {
  readonly hold: boolean
  readonly onHold: (hold: boolean) => void
  readonly days: string
  readonly onDays: (days: string) => void
}) {
  return (
    <>
      <div className="flex items-start gap-3">
        <Switch checked={hold} onChange={onHold} label="Legal hold" />
        <p className="text-14 text-ink-2">
          <span className="font-medium text-ink">Legal hold.</span> Withdrawals are blocked too, until the
          review date. If nobody reviews the hold, it lapses automatically.
        </p>
      </div>
      {hold && (
        <TextField
          label="Review in, days"
          hint="At most 90."
          inputMode="numeric"
          pattern="[1-9]|[1-8][0-9]|90"
          value={days}
          onValue={onDays}
        />
      )}
    </>
  )
}

export function UnfreezeDialog({ customer, onClose }: DialogProps) {
  const unfreeze = useOpsMutation('opsUnfreeze')
  const [reason, setReason] = useState('')
  const submit = () =>
    unfreeze.mutate({ id: customer.id, reason }, { onSuccess: closeWith('Freeze lifted.', onClose) })
  const error = unfreeze.error === null ? null : sentenceOf(unfreeze.error)
  return (
    <FormDialog
      narrow
      title={`Lift the freeze on ${customer.userName}`}
      act="Lift freeze"
      busy={unfreeze.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField reason={reason} onReason={setReason} error={error} />
    </FormDialog>
  )
}
