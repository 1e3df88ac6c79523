import * as refusals from '@candor/refusals/codes.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { useState } from 'react'
import { checkCode } from '../../forms/account-problems.ts'
import { likelyCountry } from '../../forms/countries.ts'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { checkPhone, digitsOf, likelyAreaCode } from '../../forms/phone-check.ts'
import { PhoneFields, SmsCodeField } from '../../forms/phone-fields.tsx'
import { SecondFactorField } from '../../forms/second-factor-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { CallFailure } from '../../session/calls/failure.ts'
import { useT } from '../../session/language/language.ts'
import { callToSignIn } from './sign-in-call.ts'
import type { Arrive } from './use-arrival.ts'

type Name = 'areaCode' | 'phone' | 'code' | 'totp'

/** Sign-in with a code by text message, and with the second factor where it is on. */
export default function SmsSignIn({ arrive }: { readonly arrive: Arrive }) {
  const t = useT()
  const [totpRequired, setTotpRequired] = useState(false)
  const form = useForm<Name>({
    first: {
      areaCode: likelyAreaCode(likelyCountry(navigator.languages)),
      phone: '',
      code: '',
      totp: '',
    },
    check: ({ areaCode, phone, code }) => ({ phone: checkPhone(areaCode, phone), code: checkCode(code) }),
    send: async ({ areaCode, phone, code, totp }) => {
      const factor = totp === '' ? {} : { totp }
      try {
        arrive(await callToSignIn('loginBySms', { areaCode, phone: digitsOf(phone), code, ...factor }))
      } catch (error) {
        // The first refusal only requests the second factor; nothing is wrong yet.
        if (error instanceof CallFailure && error.code === refusals.secondFactorRequired && !totpRequired)
          return setTotpRequired(true)
        throw error
      }
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <PhoneFields form={form} />
      <SmsCodeField form={form} name="code" purpose="login" />
      {totpRequired && <SecondFactorField form={form} />}
      <FormFailure text={form.failed} />
      <Button type="submit" size="l" full busy={form.busy}>
        {t('accounts.login.act')}
      </Button>
    </form>
  )
}
