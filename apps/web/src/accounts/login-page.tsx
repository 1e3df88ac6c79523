import { Button } from '@candor/ui/button.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { callServer } from '../session/call-server.ts'
import { CallFailure } from '../session/failure.ts'
import { useT } from '../session/language.ts'
import { signIn } from '../session/session-store.ts'
import { checkAccount, checkGivenPassword } from './account-problems.ts'
import { useNextPage } from './after-sign-in.ts'
import { FormPassword, FormText } from './form-fields.tsx'
import { FormFailure, PassFrame } from './pass-frame.tsx'
import { checkEach, useForm } from './use-form.ts'

type Name = 'account' | 'password' | 'totp'

const check = checkEach<Name>({ account: checkAccount, password: checkGivenPassword })
const linkClass = 'font-medium text-accent underline-offset-4 hover:underline'

export default function LoginPage() {
  const t = useT()
  const [, goTo] = useLocation()
  const next = useNextPage()
  const [totpAsked, setTotpAsked] = useState(false)
  const form = useForm<Name>({
    first: { account: '', password: '', totp: '' },
    check,
    renamed: { userName: 'account', email: 'account' },
    send: async ({ account, password, totp }) => {
      const factor = totp === '' ? {} : { totp }
      try {
        const { token, user } = await callServer('login', { account: account.trim(), password, ...factor })
        signIn(token, user)
      } catch (error) {
        // The first time the second factor is only asked for; nothing is wrong yet.
        if (error instanceof CallFailure && error.code === 11011 && !totpAsked) return setTotpAsked(true)
        throw error
      }
      toast(t('accounts.login.done'), 'good')
      goTo(next)
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
        {totpAsked && (
          <FormText
            form={form}
            name="totp"
            label={t('accounts.field.totp')}
            hint={t('accounts.field.totp.hint')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            dir="ltr"
            autoFocus
          />
        )}
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {t('accounts.login.act')}
        </Button>
        <p className="text-14 text-ink-2">
          {t('accounts.login.new')}{' '}
          <Link href="/pass/register" className={linkClass}>
            {t('shell.signUp')}
          </Link>
        </p>
      </form>
    </PassFrame>
  )
}
