import * as refusals from '@candor/refusals/codes.ts'
import { Button } from '@candor/ui/button.tsx'
import { useState } from 'react'
import { CallFailure } from '../session/failure.ts'
import { useT } from '../session/language.ts'
import { checkCode } from './account-problems.ts'
import { likelyCountry } from './countries.ts'
import { FormFailure } from './pass-frame.tsx'
import { checkPhone, digitsOf, likelyAreaCode } from './phone-check.ts'
import { PhoneFields, SmsCodeField } from './phone-fields.tsx'
import { SecondFactorField } from './second-factor-field.tsx'
import { callToSignIn } from './sign-in-call.ts'
import type { Arrive } from './use-arrival.ts'
import { useForm } from './use-form.ts'

type Name = 'areaCode' | 'phone' | 'code' | 'totp'

/** Sign-in with a code by text message, and with the second factor where it is on. */
export default function SmsSignIn({ arrive }: { readonly arrive: Arrive }) {
  const t = useT()
  const [totpAsked, setTotpAsked] = useState(false)
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
        // The first time the second factor is only asked for; nothing is wrong yet.
        if (error instanceof CallFailure && error.code === refusals.secondFactorRequired && !totpAsked)
          return setTotpAsked(true)
        throw error
      }
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <PhoneFields form={form} />
      <SmsCodeField form={form} name="code" purpose="login" />
      {totpAsked && <SecondFactorField form={form} />}
      <FormFailure text={form.failed} />
      <Button type="submit" size="l" full busy={form.busy}>
        {t('accounts.login.act')}
      </Button>
    </form>
  )
}
