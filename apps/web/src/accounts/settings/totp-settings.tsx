import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { lazy, Suspense, useState } from 'react'
import { checkCode, checkGivenPassword } from '../../forms/account-problems.ts'
import { FormPassword, FormTotp } from '../../forms/form-fields.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { checkEach, useForm } from '../../forms/use-form.ts'
import { type CallResult, callServer } from '../../session/calls/call-server.ts'
import { useT } from '../../session/language/language.ts'
import { rememberUser, useSession } from '../../session/session-store.ts'
import { UnlessFrozen } from '../../shell/notices/unless-frozen.tsx'
import { NewRecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(() => import('@candor/ui/figures/qr-code.tsx'))

/** The second factor: an authenticator app, turned on with its first code and off with a last one. */
export function TotpSettings() {
  const t = useT()
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  const [turnedOn, setTurnedOn] = useState(false)
  if (user === null) return null
  const isOn = user.totpEnabled
  const done = (totpEnabled: boolean) => {
    rememberUser({ ...user, totpEnabled })
    toast(t(totpEnabled ? 'accounts.settings.totp.doneOn' : 'accounts.settings.totp.doneOff'), 'good')
    setTurnedOn(totpEnabled)
    setOpen(totpEnabled)
  }
  const close = () => {
    setOpen(false)
    setTurnedOn(false)
  }
  return (
    <div className="py-4">
      <SettingRow
        title={t('accounts.settings.totp.title')}
        text={t(isOn ? 'accounts.settings.totp.on' : 'accounts.settings.totp.off')}
      >
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t(isOn ? 'accounts.settings.totp.turnOff' : 'accounts.settings.totp.turnOn')}
        </Button>
      </SettingRow>
      <Dialog
        open={open}
        onClose={close}
        title={t(turnedOn ? 'signin.recovery.title' : 'accounts.settings.totp.title')}
      >
        {turnedOn ? (
          <NewRecoveryCodes onDone={close} />
        ) : isOn ? (
          <TurnOff onDone={() => done(false)} />
        ) : (
          <TurnOn onDone={() => done(true)} />
        )}
      </Dialog>
    </div>
  )
}

function TurnOff({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const form = useForm<never>({
    first: {},
    check: () => ({}),
    send: async () => {
      await callServer('totpDisable', {})
      onDone()
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">{t('accounts.settings.totp.turnOff.text')}</p>
        <FormFailure text={form.failed} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t('accounts.settings.totp.turnOff')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}

function TurnOn({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const [secret, setSecret] = useState<CallResult<'totpStart'> | null>(null)
  const form = useForm<'password'>({
    first: { password: '' },
    check: checkEach({ password: checkGivenPassword }),
    send: async (values) => setSecret(await callServer('totpStart', values)),
  })
  if (secret !== null) return <ConfirmSecret {...secret} onDone={onDone} />
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormPassword
          form={form}
          name="password"
          label={t('accounts.field.password')}
          hint={t('accounts.settings.totp.start')}
        />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('accounts.settings.totp.turnOn')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}

function ConfirmSecret({
  secret,
  otpauthUrl,
  onDone,
}: CallResult<'totpStart'> & { readonly onDone: () => void }) {
  const t = useT()
  const form = useForm<'totp'>({
    first: { totp: '' },
    check: checkEach({ totp: checkCode }),
    send: async (values) => {
      await callServer('totpConfirm', values)
      onDone()
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">{t('accounts.settings.totp.scan')}</p>
        <div className="flex justify-center">
          <Suspense fallback={<Skeleton className="size-44" />}>
            <QrCode text={otpauthUrl} label={t('accounts.settings.totp.qr')} />
          </Suspense>
        </div>
        <div className="flex items-center justify-between gap-2 rounded-s bg-sunken py-1 ps-3 pe-1">
          <code dir="ltr" className="min-w-0 break-all font-sans text-14 tracking-wider">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <CopyButton value={secret} />
        </div>
        <FormTotp form={form} />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('accounts.settings.totp.confirm')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}
