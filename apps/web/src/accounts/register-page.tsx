import { Button } from '@candor/ui/button.tsx'
import { Field } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { Check } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { callServer } from '../session/call-server.ts'
import { useT, useWords } from '../session/language.ts'
import { signIn } from '../session/session-store.ts'
import { checkCode, checkCountry, checkEmail, checkNewPassword, checkUserName } from './account-problems.ts'
import { useNextPage } from './after-sign-in.ts'
import { countriesIn, likelyCountry } from './countries.ts'
import { FormCode, FormPassword, FormText } from './form-fields.tsx'
import { FormFailure, PassFrame } from './pass-frame.tsx'
import { checkEach, type Form, useForm } from './use-form.ts'

type Name = 'userName' | 'email' | 'code' | 'password' | 'country' | 'inviteCode'

const check = checkEach<Name>({
  userName: checkUserName,
  email: checkEmail,
  code: checkCode,
  password: checkNewPassword,
  country: checkCountry,
})

function useRegisterForm(): Form<Name> {
  const t = useT()
  const [, goTo] = useLocation()
  const next = useNextPage()
  const invitedWith = new URLSearchParams(useSearch()).get('invite') ?? ''
  return useForm<Name>({
    first: {
      userName: '',
      email: '',
      code: '',
      password: '',
      country: likelyCountry(navigator.languages),
      inviteCode: invitedWith,
    },
    check,
    send: async ({ userName, email, code, password, country, inviteCode }) => {
      const invited = inviteCode.trim() === '' ? {} : { inviteCode: inviteCode.trim() }
      const asked = {
        userName: userName.trim(),
        email: email.trim(),
        code: code.trim(),
        password,
        country,
        ...invited,
      }
      const { token, user } = await callServer('register', asked)
      signIn(token, user)
      toast(t('accounts.register.done'), 'good')
      goTo(next)
    },
  })
}

export default function RegisterPage() {
  const t = useT()
  const form = useRegisterForm()
  return (
    <PassFrame
      title={t('accounts.register.title')}
      lead={t('accounts.register.lead')}
      aside={<WhatHappens />}
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
          hint={t('accounts.field.password.hint')}
          isNew
        />
        <CountryField form={form} />
        <FormText
          form={form}
          name="inviteCode"
          label={t('invites.field.optional')}
          autoComplete="off"
          maxLength={32}
          dir="ltr"
        />
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

function CountryField({ form }: { readonly form: Form<Name> }) {
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

function WhatHappens() {
  const t = useT()
  const steps = [t('accounts.register.next.1'), t('accounts.register.next.2'), t('accounts.register.next.3')]
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
