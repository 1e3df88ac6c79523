import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import type { ComponentProps } from 'react'

interface SelectFieldProps<T extends string>
  extends Omit<ComponentProps<typeof Select<T>>, 'id' | 'label' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: string
  readonly hint?: string
  readonly error?: string | null
}

/** A labelled choice of one. */
export function SelectField<T extends string>({ label, hint, error, ...select }: SelectFieldProps<T>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Select {...control} {...select} label={label} />}
    </Field>
  )
}
