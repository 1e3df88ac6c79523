import { Button } from '@candor/ui/button.tsx'
import { Link, useLocation } from 'wouter'
import { callServer } from '../session/call-server.ts'
import { useT } from '../session/language.ts'
import { checkCode, checkEmail } from './account-problems.ts'
import { FormCode, FormText } from './form-fields.tsx'
import { FormFailure, PassFrame } from './pass-frame.tsx'
import { keepResetToken } from './reset-ticket.ts'
import { checkEach, useForm } from './use-form.ts'

type Name = 'email' | 'code'

const check = checkEach<Name>({ email: checkEmail, code: checkCode })

/** Recovery by e-mail and code (specification §2); the new password is set on the next page. */
export default function FindPage() {
  const t = useT()
  const [, goTo] = useLocation()
  const form = useForm<Name>({
    first: { email: '', code: '' },
    check,
    send: async ({ email, code }) => {
      const { resetToken } = await callServer('forget', { email: email.trim(), code })
      keepResetToken(resetToken)
      goTo('/pass/reset')
    },
  })
  return (
    <PassFrame title={t('accounts.find.title')} lead={t('accounts.find.lead')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText
          form={form}
          name="email"
          label={t('accounts.field.email')}
          autoComplete="email"
          inputMode="email"
          dir="ltr"
        />
        <FormCode form={form} name="code" emailName="email" purpose="forget" />
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {t('accounts.find.act')}
        </Button>
        <Link
          href="/pass/login"
          className="font-medium text-14 text-accent underline-offset-4 hover:underline"
        >
          {t('accounts.find.back')}
        </Link>
      </form>
    </PassFrame>
  )
}
