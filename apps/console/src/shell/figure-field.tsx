import { Field, TextInput } from '@candor/ui/field.tsx'

interface FigureFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | null
  /** What stands there while nothing is typed; without it something has to be. */
  readonly placeholder?: string
  /** What the browser lets through, as a regular expression. */
  readonly pattern?: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A number as it is typed: a decimal keyboard on a tablet, figures of one width, no spaces around it. */
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
