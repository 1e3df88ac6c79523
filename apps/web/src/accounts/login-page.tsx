import * as refusals from '@candor/refusals/codes.ts'
import { Button, buttonClass } from '@candor/ui/button.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { CallFailure } from '../session/failure.ts'
import { useT } from '../session/language.ts'
import { checkAccount, checkGivenPassword } from './account-problems.ts'
import { FormPassword, FormText } from './form-fields.tsx'
import { OtherWays } from './other-ways.tsx'
import { FormFailure, PassFrame } from './pass-frame.tsx'
import { SecondFactorField } from './second-factor-field.tsx'
import { callToSignIn } from './sign-in-call.ts'
import { useArrival } from './use-arrival.ts'
import { checkEach, useForm } from './use-form.ts'

type Name = 'account' | 'password' | 'totp'

const check = checkEach<Name>({ account: checkAccount, password: checkGivenPassword })
const linkClass = 'font-medium text-accent underline-offset-4 hover:underline'

export default function LoginPage() {
  const t = useT()
  const arrive = useArrival()
  const [totpAsked, setTotpAsked] = useState(false)
  const [frozen, setFrozen] = useState(false)
  const form = useForm<Name>({
    first: { account: '', password: '', totp: '' },
    check,
    renamed: { userName: 'account', email: 'account' },
    send: async ({ account, password, totp }) => {
      const factor = totp === '' ? {} : { totp }
      try {
        arrive(await callToSignIn('login', { account: account.trim(), password, ...factor }))
      } catch (error) {
        setFrozen(error instanceof CallFailure && error.code === refusals.frozenByCustomer)
        // The first time the second factor is only asked for; nothing is wrong yet.
        if (error instanceof CallFailure && error.code === refusals.secondFactorRequired && !totpAsked)
          return setTotpAsked(true)
        throw error
      }
    },
  })
  return (
    <PassFrame title={t('accounts.login.title')} lead={t('accounts.login.lead')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText form={form} name="account" label={t('accounts.field.account')} autoComplete="username" />
        <FormPassword
          form={form}
          name="password"
          label={t('accounts.field.password')}
          aside={
            <Link href="/pass/find" className={linkClass}>
              {t('accounts.login.forgot')}
            </Link>
          }
        />
        {totpAsked && <SecondFactorField form={form} autoFocus />}
        <FormFailure text={form.failed} />
        {frozen && form.failed !== null && (
          <Link href="/pass/unfreeze" className={buttonClass('secondary', 'm', true)}>
            {t('signin.unfreeze.title')}
          </Link>
        )}
        <Button type="submit" size="l" full busy={form.busy}>
          {t('accounts.login.act')}
        </Button>
      </form>
      <OtherWays arrive={arrive} />
      <p className="mt-8 text-14 text-ink-2">
        {t('accounts.login.new')}{' '}
        <Link href="/pass/register" className={linkClass}>
          {t('shell.signUp')}
        </Link>
      </p>
    </PassFrame>
  )
}
