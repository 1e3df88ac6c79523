import { Button } from '@candor/ui/controls/button.tsx'
import { Link } from 'wouter'
import { checkCode, checkEmail } from '../forms/account-problems.ts'
import { FormCode, FormText } from '../forms/form-fields.tsx'
import { FormFailure, PassFrame } from '../forms/pass-frame.tsx'
import { checkEach, useForm } from '../forms/use-form.ts'
import { useT } from '../session/language/language.ts'

type Name = 'email' | 'code'

const check = checkEach<Name>({ email: checkEmail, code: checkCode })

interface MailedCodePageProps {
  readonly title: string
  readonly lead: string
  readonly act: string
  readonly purpose: 'forget' | 'security'
  readonly send: (typed: { readonly email: string; readonly code: string }) => Promise<void>
}

/** Page on which a customer who cannot sign in enters a code sent to their address. */
export function MailedCodePage({ title, lead, act, purpose, send }: MailedCodePageProps) {
  const t = useT()
  const form = useForm<Name>({
    first: { email: '', code: '' },
    check,
    send: ({ email, code }) => send({ email: email.trim(), code }),
  })
  return (
    <PassFrame title={title} lead={lead}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText
          form={form}
          name="email"
          label={t('accounts.field.email')}
          autoComplete="email"
          inputMode="email"
          dir="ltr"
        />
        <FormCode form={form} name="code" emailName="email" purpose={purpose} />
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {act}
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
