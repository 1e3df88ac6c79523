import * as refusals from '@candor/refusals/codes.ts'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { checkAccount, checkGivenPassword } from '../forms/account-problems.ts'
import { FormPassword, FormText } from '../forms/form-fields.tsx'
import { FormFailure, PassFrame } from '../forms/pass-frame.tsx'
import { SecondFactorField } from '../forms/second-factor-field.tsx'
import { checkEach, useForm } from '../forms/use-form.ts'
import { CallFailure } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'
import { OtherWays } from './sign-in/other-ways.tsx'
import { callToSignIn } from './sign-in/sign-in-call.ts'
import { useArrival } from './sign-in/use-arrival.ts'

type Name = 'account' | 'password' | 'totp'

const check = checkEach<Name>({ account: checkAccount, password: checkGivenPassword })
const linkClass = 'font-medium text-accent underline-offset-4 hover:underline'

export default function LoginPage() {
  const t = useT()
  const arrive = useArrival()
  const [totpRequired, setTotpRequired] = useState(false)
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
        // The first refusal only requests the second factor; nothing is wrong yet.
        if (error instanceof CallFailure && error.code === refusals.secondFactorRequired && !totpRequired)
          return setTotpRequired(true)
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
        {totpRequired && <SecondFactorField form={form} autoFocus />}
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
