import type { InputProps } from '@candor/ui/controls/control.ts'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { TextArea } from '@candor/ui/controls/text-area.tsx'
import type { ComponentProps } from 'react'

interface LabelledText {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | null
  readonly value: string
  readonly onValue: (value: string) => void
}

type TextFieldProps = LabelledText & Omit<InputProps, keyof LabelledText | 'onChange'>
type TextAreaFieldProps = LabelledText &
  Omit<ComponentProps<typeof TextArea>, keyof LabelledText | 'onChange'>

/** A labelled line of text. Required, because almost every field of the console is. */
export function TextField({ label, hint, error, onValue, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput required {...control} {...input} onChange={(event) => onValue(event.target.value)} />
      )}
    </Field>
  )
}

/** The same for several lines. */
export function TextAreaField({ label, hint, error, onValue, ...input }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextArea required {...control} {...input} onChange={(event) => onValue(event.target.value)} />
      )}
    </Field>
  )
}
