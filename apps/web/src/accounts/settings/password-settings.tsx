import { refusals } from '@candor/refusals'
import { Button } from '@candor/ui/controls/button.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import {
  checkGivenPassword,
  checkNewPassword,
  checkRepeat,
  type Problem,
} from '../../forms/account-problems.ts'
import { FormPassword } from '../../forms/form-fields.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { useForm, type Values } from '../../forms/use-form.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { useT } from '../../session/language/language.ts'

type Name = 'oldPassword' | 'password' | 'repeat'

const check = ({ oldPassword, password, repeat }: Values<Name>): Record<Name, Problem | null> => ({
  oldPassword: checkGivenPassword(oldPassword),
  password: checkNewPassword(password),
  repeat: checkRepeat(repeat, password),
})

/** The password in use, and the form that changes it. */
export function PasswordSettings() {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <div className="py-4">
      <SettingRow title={t('accounts.settings.password.title')} text={t('accounts.settings.password.text')}>
        {!open && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t('accounts.settings.password.act')}
          </Button>
        )}
      </SettingRow>
      {open && <PasswordForm onDone={() => setOpen(false)} />}
    </div>
  )
}

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const form = useForm<Name>({
    first: { oldPassword: '', password: '', repeat: '' },
    check,
    // Code `passwordWrong` is about the password in use, not the new one.
    renamed: { [refusals.passwordWrong]: 'oldPassword' },
    send: async ({ oldPassword, password }) => {
      await callServer('repassword', { oldPassword, password })
      toast(t('accounts.settings.password.done'), 'good')
      onDone()
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="mt-5 flex max-w-form flex-col gap-5">
      <FormPassword form={form} name="oldPassword" label={t('accounts.field.oldPassword')} />
      <FormPassword
        form={form}
        name="password"
        label={t('accounts.field.newPassword')}
        hint={t('accounts.field.password.hint')}
        isNew
      />
      <FormPassword form={form} name="repeat" label={t('accounts.field.repeat')} />
      <FormFailure text={form.failed} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.busy}>
          {t('accounts.settings.password.act')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('shell.cancel')}
        </Button>
      </div>
    </form>
  )
}
