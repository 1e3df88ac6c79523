import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import { Field, TextInput } from './field.tsx'

interface NewNameFormProps {
  readonly label: string
  readonly hint?: string
  readonly submitLabel: string
  readonly maxLength: number
  /** Takes the name as it was typed; returns the error to show at the field, or null. */
  readonly onName: (typed: string) => string | null
}

/** A field for the name of something new, with its button. It is emptied once the name was taken. */
export function NewNameForm({ label, hint, submitLabel, maxLength, onName }: NewNameFormProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refused = onName(typed)
    setError(refused)
    if (refused === null) setTyped('')
  }
  const type = (text: string) => {
    setError(null)
    setTyped(text)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field label={label} {...(hint === undefined ? {} : { hint })} error={error}>
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              autoFocus
              value={typed}
              maxLength={maxLength}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <Button type="submit" className="h-11!">
              {submitLabel}
            </Button>
          </span>
        )}
      </Field>
    </form>
  )
}

interface NameInputProps {
  readonly label: string
  readonly name: string
  readonly maxLength: number
  /** Takes a name as it was typed; returns the name it has then, the one before where the new one was not taken. */
  readonly onRename: (typed: string) => string
}

/** A name, changed by Enter or by leaving the field. */
export function NameInput({ label, name, maxLength, onRename }: NameInputProps) {
  const [typed, setTyped] = useState(name)
  const rename = () => setTyped(onRename(typed))
  return (
    <TextInput
      aria-label={label}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  )
}

interface DeletedLineProps {
  readonly text: string
  readonly undoLabel: string
  readonly disabled?: boolean
  readonly onUndo: () => void
}

/** Says that something was deleted, and brings it back. */
export function DeletedLine({ text, undoLabel, disabled = false, onUndo }: DeletedLineProps) {
  return (
    <div className="flex items-center justify-between gap-3 border-hairline border-t py-2">
      <p className="min-w-0 text-14 text-ink-2 [overflow-wrap:anywhere]">{text}</p>
      <Button variant="secondary" size="s" disabled={disabled} onClick={onUndo}>
        {undoLabel}
      </Button>
    </div>
  )
}
