import * as refusals from '@candor/refusals/codes.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  checkCode,
  checkCountry,
  checkEmail,
  checkNewPassword,
  checkUserName,
} from '../forms/account-problems.ts'
import { ConsentField, checkAgreed, readVersions } from '../forms/consent-field.tsx'
import { likelyCountry } from '../forms/countries.ts'
import { CountryField } from '../forms/country-field.tsx'
import { FormCode, FormPassword, FormText } from '../forms/form-fields.tsx'
import { InviteField, sentInvite, useInvitedWith } from '../forms/invite-field.tsx'
import { FormFailure, PassFrame } from '../forms/pass-frame.tsx'
import { checkPhone, digitsOf, likelyAreaCode } from '../forms/phone-check.ts'
import { PhoneFields, SmsCodeField } from '../forms/phone-fields.tsx'
import { checkEach, type Form, useForm, type Values } from '../forms/use-form.ts'
import { CallFailure } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { signIn } from '../session/session-store.ts'
import { useDemoGrant } from '../shell/use-params.ts'
import { useNextPage } from './sign-in/after-sign-in.ts'
import { callToSignIn } from './sign-in/sign-in-call.ts'

type Name =
  | 'userName'
  | 'email'
  | 'code'
  | 'password'
  | 'areaCode'
  | 'phone'
  | 'smsCode'
  | 'country'
  | 'inviteCode'
  | 'agreed'

const check = checkEach<Name>({
  userName: checkUserName,
  email: checkEmail,
  code: checkCode,
  password: checkNewPassword,
  country: checkCountry,
  agreed: checkAgreed,
})

const requestOf = (values: Values<Name>, withPhone: boolean) => ({
  userName: values.userName.trim(),
  email: values.email.trim(),
  code: values.code.trim(),
  password: values.password,
  country: values.country,
  ...sentInvite(values.inviteCode),
  ...(withPhone ? { areaCode: values.areaCode, phone: digitsOf(values.phone), smsCode: values.smsCode } : {}),
})

/** State of the form, of the texts to accept, and of the phone number, if it is required. */
function useRegisterForm() {
  const t = useT()
  const amount = useDemoGrant({ fresh: true })
  const [, goTo] = useLocation()
  const next = useNextPage()
  const invitedWith = useInvitedWith()
  const [withPhone, setWithPhone] = useState(false)
  const { data: terms, refetch } = useApiQuery('termsInForce', {})
  const country = likelyCountry(navigator.languages)
  const form = useForm<Name>({
    first: {
      userName: '',
      email: '',
      code: '',
      password: '',
      areaCode: likelyAreaCode(country),
      phone: '',
      smsCode: '',
      country,
      inviteCode: invitedWith,
      agreed: '',
    },
    check: (values) => ({
      ...check(values),
      ...(withPhone
        ? { phone: checkPhone(values.areaCode, values.phone), smsCode: checkCode(values.smsCode) }
        : {}),
    }),
    renamed: { [refusals.textMessageCodeWrong]: 'smsCode' },
    send: async (values) => {
      try {
        const { token, user } = await callToSignIn('register', {
          ...requestOf(values, withPhone),
          accepted: readVersions(terms ?? []),
        })
        signIn(token, user)
      } catch (failure) {
        if (failure instanceof CallFailure && failure.code === refusals.termsChanged) void refetch()
        throw failure
      }
      toast(t('accounts.register.done', { amount }), 'good')
      goTo(next)
    },
  })
  return { form, terms: terms ?? [], withPhone, setWithPhone }
}

export default function RegisterPage() {
  const t = useT()
  const amount = useDemoGrant({ fresh: true })
  const { form, terms, withPhone, setWithPhone } = useRegisterForm()
  return (
    <PassFrame
      title={t('accounts.register.title')}
      lead={t('accounts.register.lead', { amount })}
      aside={<WhatHappens amount={amount} />}
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText
          form={form}
          name="userName"
          label={t('accounts.field.userName')}
          hint={t('accounts.field.userName.hint')}
          autoComplete="username"
          maxLength={32}
        />
        <FormText
          form={form}
          name="email"
          label={t('accounts.field.email')}
          autoComplete="email"
          inputMode="email"
          dir="ltr"
        />
        <FormCode form={form} name="code" emailName="email" purpose="register" />
        <FormPassword
          form={form}
          name="password"
          label={t('accounts.field.password')}
          hint={`${t('accounts.field.password.hint')} ${t('accounts.field.password.once')}`}
          isNew
        />
        <PhonePart form={form} open={withPhone} onOpen={setWithPhone} />
        <CountryField form={form} />
        <InviteField form={form} />
        <ConsentField form={form} terms={terms} />
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {t('accounts.register.act')}
        </Button>
        <p className="text-12 text-ink-3 lg:hidden">{t('accounts.register.risk')}</p>
        <p className="text-14 text-ink-2">
          {t('accounts.register.have')}{' '}
          <Link href="/pass/login" className="font-medium text-accent underline-offset-4 hover:underline">
            {t('shell.signIn')}
          </Link>
        </p>
      </form>
    </PassFrame>
  )
}

/** A phone number is a choice: with it one can sign in by text message. */
function PhonePart({
  form,
  open,
  onOpen,
}: {
  readonly form: Form<Name>
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}) {
  const t = useT()
  const { data: ways } = useApiQuery('signInWays', {}, { staleMs: 60_000 })
  if (ways?.sms === false) return null
  // Its room is kept until the answer is there: what lies below must not move away under a finger.
  const unknown = ways === undefined
  return (
    <>
      {open && (
        <>
          <PhoneFields form={form} />
          <SmsCodeField form={form} name="smsCode" purpose="register" />
        </>
      )}
      <Button
        variant="quiet"
        size="s"
        className={`-mx-3 self-start ${unknown ? 'invisible' : ''}`}
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        {t(open ? 'signin.phone.without' : 'signin.phone.optional')}
      </Button>
    </>
  )
}

function WhatHappens({ amount }: { readonly amount: string }) {
  const t = useT()
  const steps = [
    t('accounts.register.next.1', { amount }),
    t('accounts.register.next.2'),
    t('accounts.register.next.3'),
  ]
  return (
    <div className="rounded-m border border-hairline bg-surface p-5">
      <h2 className="font-semibold text-14">{t('accounts.register.next.title')}</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {steps.map((step) => (
          <li key={step} className="flex gap-2.5 text-14 text-ink-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {step}
          </li>
        ))}
      </ul>
      <p className="mt-4 border-hairline border-t pt-4 text-12 text-ink-3">{t('accounts.register.risk')}</p>
    </div>
  )
}
