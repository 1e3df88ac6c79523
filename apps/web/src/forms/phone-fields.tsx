import { areaCodes } from '@candor/rules/accounts/area-codes.ts'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { useEffect, useMemo, useState } from 'react'
import { callServer } from '../session/calls/call-server.ts'
import { useT, useWords } from '../session/language/language.ts'
import { CodeField } from './code-field.tsx'
import { digitsOf, loadPhoneCheck } from './phone-check.ts'
import type { Form } from './use-form.ts'

type PhoneName = 'areaCode' | 'phone'

/** Area code and number side by side; numbers run from left to right in every language. */
export function PhoneFields({ form }: { readonly form: Form<PhoneName> }) {
  const { t, tag } = useWords()
  const [, setReady] = useState(false)
  useEffect(() => {
    // Without it the server still checks the number.
    loadPhoneCheck().then(
      () => setReady(true),
      () => undefined,
    )
  }, [])
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    return areaCodes.map(([value, country]) => ({
      value: value as string,
      label: `\u2066${value}\u2069 ${names.of(country) ?? country}`,
      short: `\u2066${value}\u2069`,
    }))
  }, [tag])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-2">
      <Field label={t('signin.phone.area')} error={form.problem('areaCode')}>
        {(control) => (
          <Select
            {...control}
            searchable
            options={options}
            value={form.values.areaCode}
            onChange={(code) => form.set('areaCode', code)}
          />
        )}
      </Field>
      <Field label={t('signin.phone.number')} error={form.problem('phone')}>
        {(control) => (
          <TextInput
            {...control}
            name="phone"
            dir="ltr"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={24}
            value={form.values.phone}
            onChange={(event) => form.set('phone', event.currentTarget.value)}
            onBlur={() => form.leave('phone')}
            className="figures"
          />
        )}
      </Field>
    </div>
  )
}

/** The code from a text message to the number above it. */
export function SmsCodeField<Name extends string>({
  form,
  name,
  purpose,
}: {
  readonly form: Form<Name | PhoneName>
  readonly name: Name
  readonly purpose: 'register' | 'login' | 'security'
}) {
  const t = useT()
  return (
    <CodeField
      form={form}
      name={name}
      label={t('signin.sms.code')}
      hint={t('signin.sms.hint')}
      sentText={(minutes) => t('signin.sms.sent', { minutes })}
      sendCode={() => {
        if (!form.isRight('phone')) return null
        const { areaCode, phone } = form.values
        return callServer('sendSmsCode', { areaCode, phone: digitsOf(phone), purpose })
      }}
    />
  )
}
