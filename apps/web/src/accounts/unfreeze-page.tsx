import { Button } from '@candor/ui/button.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { Link, useLocation } from 'wouter'
import { callServer } from '../session/call-server.ts'
import { useT } from '../session/language.ts'
import { checkCode, checkEmail } from './account-problems.ts'
import { FormCode, FormText } from './form-fields.tsx'
import { FormFailure, PassFrame } from './pass-frame.tsx'
import { checkEach, useForm } from './use-form.ts'

type Name = 'email' | 'code'

const check = checkEach<Name>({ email: checkEmail, code: checkCode })

/** Ends a freeze of one's own with a code by e-mail. */
export default function UnfreezePage() {
  const t = useT()
  const [, goTo] = useLocation()
  const form = useForm<Name>({
    first: { email: '', code: '' },
    check,
    send: async ({ email, code }) => {
      await callServer('unfreeze', { email: email.trim(), code })
      toast(t('signin.unfreeze.done'), 'good')
      goTo('/pass/login')
    },
  })
  return (
    <PassFrame title={t('signin.unfreeze.title')} lead={t('signin.unfreeze.lead')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText
          form={form}
          name="email"
          label={t('accounts.field.email')}
          autoComplete="email"
          inputMode="email"
          dir="ltr"
        />
        <FormCode form={form} name="code" emailName="email" purpose="security" />
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {t('signin.unfreeze.act')}
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
