import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { checkCode, checkEmail } from '../../forms/account-problems.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormText } from '../../forms/form-fields.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { checkEach, useForm } from '../../forms/use-form.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { useT } from '../../session/language/language.ts'
import { rememberUser, useSession } from '../../session/session-store.ts'
import { UnlessFrozen } from '../../shell/notices/unless-frozen.tsx'

/** The address for codes and e-mails. */
export function EmailSettings() {
  const t = useT()
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  if (user === null) return null
  const done = (email: string) => {
    rememberUser({ ...user, email })
    toast(t('signin.email.saved'), 'good')
    setOpen(false)
  }
  return (
    <div className="pb-4">
      <SettingRow
        title={t('accounts.field.email')}
        text={
          <bdi dir="ltr" className="break-all">
            {user.email}
          </bdi>
        }
      >
        <Button
          variant="secondary"
          aria-label={`${t('signin.email.change')}: ${t('accounts.field.email')}`}
          onClick={() => setOpen(true)}
        >
          {t('signin.email.change')}
        </Button>
      </SettingRow>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('signin.email.change.title')}>
        <ChangeForm onDone={done} />
      </Dialog>
    </div>
  )
}

type Name = 'email' | 'code'

function ChangeForm({ onDone }: { readonly onDone: (email: string) => void }) {
  const t = useT()
  const form = useForm<Name>({
    first: { email: '', code: '' },
    check: checkEach({ email: checkEmail, code: checkCode }),
    send: async ({ email, code }) => {
      await callServer('saveEmail', { email: email.trim(), code })
      onDone(email.trim())
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">{t('signin.email.change.text')}</p>
        <FormText
          form={form}
          name="email"
          label={t('signin.email.new')}
          autoComplete="email"
          inputMode="email"
          dir="ltr"
        />
        <CodeField
          form={form}
          name="code"
          label={t('accounts.field.code')}
          hint={t('accounts.field.code.hint')}
          sentText={(minutes) => t('accounts.code.sent', { minutes })}
          sendCode={() =>
            form.isRight('email') ? callServer('sendEmailCode', { email: form.values.email.trim() }) : null
          }
        />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('signin.email.save')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}
