import { Field, TextInput } from '@candor/ui/field.tsx'

interface FigureFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | null
  /** Shown while the field is empty; without it, the field is required. */
  readonly placeholder?: string
  /** Regular expression of the permitted text. */
  readonly pattern?: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A field for a number: decimal keyboard on a tablet, tabular figures, trimmed. */
export function FigureField({ label, hint, error, value, onValue, ...input }: FigureFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          required={input.placeholder === undefined}
          autoComplete="off"
          inputMode="decimal"
          className="figures"
          value={value}
          onChange={(event) => onValue(event.target.value.trim())}
        />
      )}
    </Field>
  )
}
