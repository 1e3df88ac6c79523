import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { checkNewPassword, checkRepeat, type Problem } from '../forms/account-problems.ts'
import { FormPassword } from '../forms/form-fields.tsx'
import { FormFailure, PassFrame } from '../forms/pass-frame.tsx'
import { useForm, type Values } from '../forms/use-form.ts'
import { callServer } from '../session/calls/call-server.ts'
import { useT } from '../session/language/language.ts'
import { keepResetToken, resetToken } from './sign-in/reset-ticket.ts'

type Name = 'password' | 'repeat'

const check = ({ password, repeat }: Values<Name>): Record<Name, Problem | null> => ({
  password: checkNewPassword(password),
  repeat: checkRepeat(repeat, password),
})

export default function ResetPage() {
  const t = useT()
  const token = resetToken()
  if (token !== null) return <ResetForm token={token} />
  return (
    <div className="flex flex-1 items-center">
      <EmptyState
        wholePage
        icon={<KeyRound aria-hidden />}
        title={t('accounts.reset.none.title')}
        text={t('accounts.reset.none.text')}
        action={
          <Link href="/pass/find" className={buttonClass()}>
            {t('accounts.reset.none.act')}
          </Link>
        }
      />
    </div>
  )
}

function ResetForm({ token }: { readonly token: string }) {
  const t = useT()
  const [, goTo] = useLocation()
  const [keepKeys, setKeepKeys] = useState(false)
  const form = useForm<Name>({
    first: { password: '', repeat: '' },
    check,
    send: async ({ password }) => {
      await callServer('forget', { resetToken: token, password, keepKeys })
      keepResetToken(null)
      toast(t('accounts.reset.done'), 'good')
      goTo('/pass/login')
    },
  })
  return (
    <PassFrame title={t('accounts.reset.title')} lead={t('accounts.reset.lead')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormPassword
          form={form}
          name="password"
          label={t('accounts.field.newPassword')}
          hint={t('accounts.field.password.hint')}
          isNew
        />
        <FormPassword form={form} name="repeat" label={t('accounts.field.repeat')} isNew={false} />
        <KeepKeys keep={keepKeys} onChange={setKeepKeys} />
        <FormFailure text={form.failed} />
        <Button type="submit" size="l" full busy={form.busy}>
          {t('accounts.reset.act')}
        </Button>
      </form>
    </PassFrame>
  )
}

/** Off by default: an intruder may have made one of them. */
function KeepKeys({
  keep,
  onChange,
}: {
  readonly keep: boolean
  readonly onChange: (keep: boolean) => void
}) {
  const t = useT()
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={keep}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0 text-14">
        <label htmlFor={id} className="text-ink">
          {t('accounts.reset.keep')}
        </label>
        <p id={`${id}-hint`} className="mt-1 text-ink-3">
          {t('accounts.reset.keep.hint')}
        </p>
      </div>
    </div>
  )
}
