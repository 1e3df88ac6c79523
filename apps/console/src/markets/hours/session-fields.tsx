import { TextAreaField, TextField } from '../../shell/text-field.tsx'
import { readSessions } from './session-lines.ts'

interface SessionFieldsProps {
  readonly timeZone: string
  /** As typed, one a line. */
  readonly sessions: string
  readonly onChange: (change: { readonly timeZone: string } | { readonly sessions: string }) => void
  /** Refusals of the server at each field. */
  readonly refused: { readonly timeZone: string | null; readonly sessions: string | null }
}

/** Time zone and weekly sessions of markets. */
export function SessionFields({ timeZone, sessions, onChange, refused }: SessionFieldsProps) {
  const isUnreadable = readSessions(sessions) === null
  return (
    <>
      <TextField
        label="Time zone"
        hint="Of the sessions, with its daylight saving: Europe/Istanbul."
        maxLength={60}
        autoComplete="off"
        value={timeZone}
        onValue={(typed) => onChange({ timeZone: typed.trim() })}
        error={refused.timeZone}
      />
      <TextAreaField
        label="Sessions"
        hint="One a line: Mon-Fri 10:00-18:00. An end at or before the beginning is on the next day. Empty: always open."
        rows={3}
        required={false}
        value={sessions}
        onValue={(typed) => onChange({ sessions: typed })}
        error={
          isUnreadable ? 'Enter days and times on each line, such as Mon-Fri 10:00-18:00.' : refused.sessions
        }
      />
    </>
  )
}
