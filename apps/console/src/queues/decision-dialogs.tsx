import type { CaseShown } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { type Refused, RefuseItems, refusalOf } from './refuse-items.tsx'

interface DialogProps {
  readonly shown: CaseShown
  readonly open: boolean
  readonly onClose: () => void
  /** With how many people are still missing. */
  readonly onDone: (missing: number) => void
}

const noteOf = (note: string) => (note.trim() === '' ? {} : { note: note.trim() })

/** A refusal has a reason from the list: the customer reads it in their own language. */
export function RefuseDialog({ shown, open, onClose, onDone }: DialogProps) {
  const form = useId()
  const reject = useOpsMutation('opsReject')
  const [reason, setReason] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused>({})
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const byItem = shown.items.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refusal = byItem ? refusalOf(refused) : reason === null ? null : { reason }
    setMissing(refusal === null)
    if (refusal === null) return
    const { kind, id, shownHash } = shown
    reject.mutate(
      { kind, id, shownHash, ...refusal, ...noteOf(note) },
      {
        onSuccess: ({ approvalsMissing }) => {
          onClose()
          onDone(approvalsMissing)
        },
      },
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={shown.kind === 'names' ? 'Confirm: the same person' : 'Refuse'}
      wide
      footer={
        <Button form={form} type="submit" variant="danger" busy={reject.isPending}>
          {shown.kind === 'names' ? 'Confirm and place a legal hold' : 'Refuse with this reason'}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        {byItem ? (
          <RefuseItems shown={shown} refused={refused} onChange={setRefused} />
        ) : (
          <Reasons shown={shown} reason={reason} onReason={setReason} />
        )}
        {missing && (
          <p role="alert" className="text-14 text-bad">
            {byItem ? 'Choose what is refused, and a reason for each.' : 'Choose a reason.'}
          </p>
        )}
        <Note note={note} onNote={setNote} error={reject.error} />
      </form>
    </Dialog>
  )
}

/** A name that is another person's is cleared with a reason; the pair is not raised again. */
export function ClearDialog({ shown, open, onClose, onDone }: DialogProps) {
  const form = useId()
  const approve = useOpsMutation('opsApprove')
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { kind, id, shownHash } = shown
    approve.mutate(
      { kind, id, shownHash, ...noteOf(note) },
      {
        onSuccess: ({ approvalsMissing }) => {
          onClose()
          onDone(approvalsMissing)
        },
      },
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Clear: another person"
      wide
      footer={
        <Button form={form} type="submit" busy={approve.isPending}>
          Clear with this reason
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label="Reason"
          hint="Why it is another person. Stays in the case and the audit log, also after an erasure: name no personal data. Customers never see it."
          error={approve.error === null ? null : sentenceOf(approve.error)}
        >
          {(control) => (
            <TextInput {...control} required value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
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
        Reason, which the customer reads in their language
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
    title: 'It was sent',
    hint: 'Its hash, or the bank’s reference; the customer sees it.',
    act: 'Write it down as sent',
  },
  opsApprove: {
    title: 'Approve',
    hint: 'The whole hash: it must end as the customer said, and is credited once.',
    act: 'Approve this transaction',
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
  const form = useId()
  const naming = useOpsMutation(name)
  const [hash, setHash] = useState('')
  const [note, setNote] = useState('')
  const words = namings[name]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { kind, id, shownHash } = shown
    naming.mutate(
      { kind, id, shownHash, hash, ...noteOf(note) },
      {
        onSuccess: ({ approvalsMissing }) => {
          onClose()
          onDone(approvalsMissing)
        },
      },
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      wide
      footer={
        <Button form={form} type="submit" busy={naming.isPending}>
          {words.act}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Transaction" hint={words.hint}>
          {(control) => (
            <TextInput {...control} required value={hash} onChange={(event) => setHash(event.target.value)} />
          )}
        </Field>
        <Note note={note} onNote={setNote} error={naming.error} />
      </form>
    </Dialog>
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
    <Field
      label="Note for colleagues"
      hint="Stands in the audit log; customers never see it."
      error={error === null ? null : sentenceOf(error)}
    >
      {(control) => <TextInput {...control} value={note} onChange={(event) => onNote(event.target.value)} />}
    </Field>
  )
}
