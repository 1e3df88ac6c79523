import type { Passkey } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { type Check, checkGivenPassword } from '../../forms/account-problems.ts'
import { FormPassword, FormText } from '../../forms/form-fields.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { checkEach, useForm } from '../../forms/use-form.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { useT } from '../../session/language/language.ts'
import { UnlessFrozen } from '../../shell/notices/unless-frozen.tsx'
import { deviceHere, makePasskey } from './passkey-device.ts'

const checkName: Check = (text) =>
  /^[^\p{Cc}\p{Cf}]{1,40}$/u.test(text.trim()) ? null : { key: 'signin.passkey.name.problem' }

/** The name first; the device's own question comes after it. */
export function AddPasskey({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const form = useForm<'name'>({
    first: { name: deviceHere(navigator.userAgent) },
    check: checkEach({ name: checkName }),
    send: async ({ name }) => {
      const passkey = await makePasskey(await callServer('newPasskeyStart', {}))
      await callServer('newPasskeyFinish', { name: name.trim(), passkey })
      onDone()
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText
          form={form}
          name="name"
          label={t('signin.passkey.name')}
          hint={t('signin.passkey.name.hint')}
          maxLength={40}
        />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('signin.passkey.add')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}

interface OfPasskey {
  readonly passkey: Passkey
  readonly onDone: () => void
}

export function RenamePasskey({ passkey: { id, name: before }, onDone }: OfPasskey) {
  const t = useT()
  const form = useForm<'name'>({
    first: { name: before },
    check: checkEach({ name: checkName }),
    send: async ({ name }) => {
      await callServer('renamePasskey', { id, name: name.trim() })
      onDone()
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <FormText form={form} name="name" label={t('signin.passkey.name')} maxLength={40} />
      <FormFailure text={form.failed} />
      <Button type="submit" busy={form.busy}>
        {t('signin.passkey.save')}
      </Button>
    </form>
  )
}

export function RemovePasskey({ passkey: { id }, onDone }: OfPasskey) {
  const t = useT()
  const form = useForm<'password'>({
    first: { password: '' },
    check: checkEach({ password: checkGivenPassword }),
    send: async ({ password }) => {
      await callServer('removePasskey', { id, password })
      onDone()
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">{t('signin.passkey.remove.text')}</p>
      <FormPassword form={form} name="password" label={t('accounts.field.password')} />
      <FormFailure text={form.failed} />
      <Button type="submit" variant="danger" busy={form.busy}>
        {t('signin.passkey.remove')}
      </Button>
    </form>
  )
}
