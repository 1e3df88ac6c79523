import { TextField } from './text-field.tsx'

interface ReasonFieldProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly hint?: string
  readonly error?: string | null
}

/** Reason for an action, which the audit log keeps. */
export function ReasonField({
  reason,
  onReason,
  hint = 'Recorded in the audit log.',
  error = null,
}: ReasonFieldProps) {
  return (
    <TextField label="Reason" hint={hint} error={error} minLength={3} value={reason} onValue={onReason} />
  )
}
