import type { ProofRequired } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { checkCode, checkGivenPassword } from '../forms/account-problems.ts'
import { FormCode, FormPassword } from '../forms/form-fields.tsx'
import { FormFailure } from '../forms/pass-frame.tsx'
import { checkSecondFactor, SecondFactorField } from '../forms/second-factor-field.tsx'
import { checkEach, type Form, useForm } from '../forms/use-form.ts'
import { callServer } from '../session/calls/call-server.ts'
import { failureText } from '../session/calls/failure.ts'
import type { ProofRequest } from '../session/fresh-proof.ts'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { knowsPasskeys, showPasskey } from './settings/passkey-device.ts'

/** Asks the signed-in customer for a fresh proof of identity; the interrupted action then continues. */
export default function ProofDialog({ request }: { readonly request: ProofRequest | null }) {
  const t = useT()
  return (
    <Dialog open={request !== null} onClose={() => request?.settle(false)} title={t('signin.proof.title')}>
      {request !== null && <ProofForm options={request.options} onProven={() => request.settle(true)} />}
    </Dialog>
  )
}

type Name = 'email' | 'password' | 'code' | 'totp'

interface OfProof {
  readonly options: ProofRequired
  readonly onProven: () => void
}

function ProofForm({ options: { ways, totp: asksTotp }, onProven }: OfProof) {
  const t = useT()
  const email = useSession().user?.email ?? ''
  const content = useRef<HTMLFormElement>(null)
  // Whichever field is the first; the dialog begins on its close button.
  useEffect(() => content.current?.querySelector('input')?.focus(), [])
  const byPassword = ways.includes('password')
  const byCode = ways.includes('code')
  const form = useForm<Name>({
    first: { email, password: '', code: '', totp: '' },
    check: checkEach({
      ...(byPassword && { password: checkGivenPassword }),
      ...(byCode && { code: checkCode }),
      ...(asksTotp && { totp: checkSecondFactor }),
    }),
    send: async ({ password, code, totp }) => {
      await callServer('proveIdentity', {
        ...(byPassword && { password }),
        ...(byCode && { code }),
        ...(asksTotp && { totp }),
      })
      onProven()
    },
  })
  return (
    <form ref={content} noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">{t('signin.proof.text')}</p>
      {byPassword && <FormPassword form={form} name="password" label={t('accounts.field.password')} />}
      {byCode && <FormCode form={form} name="code" emailName="email" purpose="security" />}
      {asksTotp && <SecondFactorField form={form} />}
      <FormFailure text={form.failed} />
      {(byPassword || byCode) && (
        <Button type="submit" busy={form.busy}>
          {t('signin.proof.act')}
        </Button>
      )}
      {ways.includes('passkey') && knowsPasskeys() && (
        <ByPasskey form={form} asksTotp={asksTotp} onProven={onProven} />
      )}
    </form>
  )
}

function ByPasskey({
  form,
  asksTotp,
  onProven,
}: {
  readonly form: Form<Name>
  readonly asksTotp: boolean
  readonly onProven: () => void
}) {
  const t = useT()
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const go = async () => {
    if (asksTotp && !form.isRight('totp')) return
    setFailed(null)
    setBusy(true)
    try {
      const passkey = await showPasskey(await callServer('passkeyStart', {}))
      await callServer('proveIdentity', { passkey, ...(asksTotp && { totp: form.values.totp }) })
      onProven()
    } catch (failure) {
      setFailed(failureText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <FormFailure text={failed} />
      <Button
        variant="secondary"
        busy={busy}
        icon={<KeyRound aria-hidden className="size-4.5" />}
        onClick={() => void go()}
      >
        {t('signin.proof.passkey')}
      </Button>
    </>
  )
}
