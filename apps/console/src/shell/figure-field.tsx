import { TextField } from './text-field.tsx'

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
export function FigureField({ onValue, ...field }: FigureFieldProps) {
  return (
    <TextField
      {...field}
      required={field.placeholder === undefined}
      autoComplete="off"
      inputMode="decimal"
      className="figures"
      onValue={(value) => onValue(value.trim())}
    />
  )
}
