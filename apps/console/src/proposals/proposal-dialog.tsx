import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { FormDialog } from '../shell/form-dialog.tsx'
import { TextField } from '../shell/text-field.tsx'

interface NotedDialogProps {
  readonly title: string
  readonly text?: string
  readonly act: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly error: unknown
  readonly busy: boolean
  /** Messages shown at the fields; a refusal that none of them covers is shown below. */
  readonly fieldErrors?: readonly (string | null)[]
  readonly noteLabel?: string
  readonly onClose: () => void
  readonly onSend: (note: string) => void
  readonly children?: ReactNode
}

/** Dialog for an action with a reason: its fields, the reason, the refusal. */
export function NotedDialog({
  title,
  text,
  act,
  danger = false,
  disabled = false,
  error,
  busy,
  fieldErrors = [],
  noteLabel = 'Note',
  onClose,
  onSend,
  children,
}: NotedDialogProps) {
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={title}
      act={act}
      variant={danger ? 'danger' : 'primary'}
      disabled={disabled}
      busy={busy}
      error={fieldErrors.every((one) => one === null) ? error : null}
      onSubmit={() => onSend(note)}
      onClose={onClose}
    >
      {text !== undefined && <p className="text-14 text-ink-2">{text}</p>}
      {children}
      <NoteField label={noteLabel} note={note} onNote={setNote} />
    </FormDialog>
  )
}

interface ProposalDialogProps extends Omit<NotedDialogProps, 'act' | 'noteLabel' | 'onSend'> {
  readonly act?: string
  /** Sends the proposal with this reason; `done` opens it. */
  readonly onPropose: (reason: string, done: (proposal: { readonly id: string }) => void) => void
}

/** Dialog for a change that a second person has to approve; then opens the proposal. */
export function ProposalDialog({
  act = 'Submit for approval',
  onPropose,
  onClose,
  ...rest
}: ProposalDialogProps) {
  const [, go] = useLocation()
  const send = (reason: string) =>
    onPropose(reason, ({ id }) => {
      onClose()
      go(`/proposals/${id}`)
    })
  return <NotedDialog {...rest} act={act} noteLabel="Reason" onClose={onClose} onSend={send} />
}

/** Reason for an action, for the record. */
export function NoteField({
  note,
  onNote,
  label = 'Note',
}: {
  readonly note: string
  readonly onNote: (note: string) => void
  readonly label?: string
}) {
  return (
    <TextField
      label={label}
      hint="Recorded in the audit log. Customers do not see it."
      minLength={3}
      maxLength={500}
      value={note}
      onValue={onNote}
    />
  )
}

/** A time in the operator's own time zone, with its value in UTC. */
export function MomentField({
  label,
  at,
  onAt,
  error,
  optional = false,
}: {
  readonly label: string
  readonly at: string
  readonly onAt: (at: string) => void
  readonly error: string | null
  /** It may stay empty. */
  readonly optional?: boolean
}) {
  const inUtc = at === '' ? null : new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return (
    <TextField
      label={label}
      hint={inUtc === null ? 'In your own time zone.' : `${inUtc} UTC`}
      error={error}
      type="datetime-local"
      required={!optional}
      value={at}
      onValue={onAt}
      className="figures"
    />
  )
}

/** Formats a time for a time field: local, to the minute. */
export function momentInput(ms: number): string {
  const at = new Date(ms)
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
