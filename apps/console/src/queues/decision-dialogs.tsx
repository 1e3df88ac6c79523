import type { CaseShown } from '@candor/contract'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { TextField } from '../shell/text-field.tsx'
import { type Refused, RefuseItems, refusalOf } from './refuse-items.tsx'

interface DialogProps {
  readonly shown: CaseShown
  readonly open: boolean
  readonly onClose: () => void
  /** With how many people are still missing. */
  readonly onDone: (missing: number) => void
}

/** The case as it was shown: the server refuses a decision on anything else. */
const caseOf = ({ kind, id, shownHash }: CaseShown) => ({ kind, id, shownHash })

const noteOf = (note: string) => (note.trim() === '' ? {} : { note: note.trim() })

const closeWhenOutdated =
  (onClose: DialogProps['onClose'], onDone: DialogProps['onDone']) =>
  ({ approvalsMissing }: { readonly approvalsMissing: number }): void => {
    onClose()
    onDone(approvalsMissing)
  }

/** A refusal has a reason from the list: the customer reads it in their own language. */
export function RefuseDialog({ shown, open, onClose, onDone }: DialogProps) {
  const reject = useOpsMutation('opsReject')
  const [reason, setReason] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused>({})
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const byItem = shown.items.length > 0
  const submit = () => {
    const refusal = byItem ? refusalOf(refused) : reason === null ? null : { reason }
    setMissing(refusal === null)
    if (refusal === null) return
    reject.mutate(
      { ...caseOf(shown), ...refusal, ...noteOf(note) },
      { onSuccess: closeWhenOutdated(onClose, onDone) },
    )
  }
  const isName = shown.kind === 'names'
  return (
    <FormDialog
      open={open}
      title={isName ? 'Confirm match: same person' : 'Refuse'}
      act={isName ? 'Confirm and place a legal hold' : 'Confirm refusal'}
      variant="danger"
      busy={reject.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {byItem ? (
        <RefuseItems shown={shown} refused={refused} onChange={setRefused} />
      ) : (
        <Reasons shown={shown} reason={reason} onReason={setReason} />
      )}
      {missing && (
        <p role="alert" className="text-14 text-bad">
          {byItem ? 'Choose what to refuse, with a reason for each.' : 'Choose a reason.'}
        </p>
      )}
      <Note note={note} onNote={setNote} error={reject.error} />
    </FormDialog>
  )
}

/** A name that is another person's is cleared with a reason; the pair is not raised again. */
export function ClearDialog({ shown, open, onClose, onDone }: DialogProps) {
  const approve = useOpsMutation('opsApprove')
  const [note, setNote] = useState('')
  const submit = () =>
    approve.mutate({ ...caseOf(shown), ...noteOf(note) }, { onSuccess: closeWhenOutdated(onClose, onDone) })
  return (
    <FormDialog
      open={open}
      title="Clear match: different person"
      act="Clear match"
      busy={approve.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint="Why this is a different person. The reason stays in the case and the audit log even after the customer is erased, so do not include personal data. Customers never see it."
        error={approve.error === null ? null : sentenceOf(approve.error)}
        value={note}
        onValue={setNote}
      />
    </FormDialog>
  )
}

function Reasons({
  shown,
  reason,
  onReason,
}: {
  readonly shown: CaseShown
  readonly reason: string | null
  readonly onReason: (reason: string) => void
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-2 font-medium text-14 text-ink">
        Reason, shown to the customer in their language
      </legend>
      {shown.reasons.map(({ key, text }) => (
        <label
          key={key}
          className="flex cursor-pointer items-start gap-3 rounded-s px-2 py-2 hover:bg-sunken"
        >
          <input
            type="radio"
            name="reason"
            value={key}
            checked={reason === key}
            onChange={() => onReason(key)}
            className="mt-1 accent-accent"
          />
          <span className="text-14 text-ink">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

const namings = {
  opsSent: {
    title: 'Mark as sent',
    hint: 'The transaction hash or the bank’s reference. The customer sees it.',
    act: 'Confirm as sent',
  },
  opsApprove: {
    title: 'Approve',
    hint: 'Enter the full hash. It must end with the characters the customer gave, and is credited only once.',
    act: 'Approve transaction',
  },
} as const

/** Dialog for the transaction of a payment: the one that was sent, or the incoming one where the customer knew only its end. */
export function TransactionDialog({
  name,
  shown,
  open,
  onClose,
  onDone,
}: DialogProps & { readonly name: keyof typeof namings }) {
  const naming = useOpsMutation(name)
  const [hash, setHash] = useState('')
  const [note, setNote] = useState('')
  const { title, act, hint } = namings[name]
  const submit = () =>
    naming.mutate(
      { ...caseOf(shown), hash, ...noteOf(note) },
      { onSuccess: closeWhenOutdated(onClose, onDone) },
    )
  return (
    <FormDialog
      open={open}
      title={title}
      act={act}
      busy={naming.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Transaction" hint={hint} value={hash} onValue={setHash} />
      <Note note={note} onNote={setNote} error={naming.error} />
    </FormDialog>
  )
}

function Note({
  note,
  onNote,
  error,
}: {
  readonly note: string
  readonly onNote: (note: string) => void
  readonly error: Error | null
}) {
  return (
    <TextField
      label="Note for colleagues"
      hint="Recorded in the audit log. Customers do not see it."
      error={error === null ? null : sentenceOf(error)}
      required={false}
      value={note}
      onValue={onNote}
    />
  )
}
