import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useMemo } from 'react'
import { useWords } from '../session/language/language.ts'
import { countriesIn } from './countries.ts'
import type { Form } from './use-form.ts'

export function CountryField({ form }: { readonly form: Form<'country'> }) {
  const { t, tag } = useWords()
  const countries = useMemo(() => countriesIn(tag), [tag])
  return (
    <Field
      label={t('accounts.field.country')}
      hint={t('accounts.field.country.hint')}
      error={form.problem('country')}
    >
      {(control) => (
        <Select
          {...control}
          searchable
          options={countries}
          value={form.values.country === '' ? null : form.values.country}
          placeholder={t('accounts.field.country.choose')}
          onChange={(country) => form.set('country', country)}
        />
      )}
    </Field>
  )
}
