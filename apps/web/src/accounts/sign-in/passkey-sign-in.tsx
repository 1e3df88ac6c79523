import { Button } from '@candor/ui/controls/button.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { callServer } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useT } from '../../session/language/language.ts'
import { knowsPasskeys, showPasskey } from '../settings/passkey-device.ts'
import { callToSignIn } from './sign-in-call.ts'
import type { Arrive } from './use-arrival.ts'

/** Signs in with a passkey of this device or of a phone nearby. */
export function PasskeySignIn({ arrive }: { readonly arrive: Arrive }) {
  const t = useT()
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (!knowsPasskeys()) return null
  const go = async () => {
    setFailed(null)
    setBusy(true)
    try {
      const passkey = await showPasskey(await callServer('passkeyStart', {}))
      arrive(await callToSignIn('passkeyFinish', { passkey }))
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
        size="l"
        full
        busy={busy}
        icon={<KeyRound aria-hidden className="size-4.5" />}
        onClick={() => void go()}
      >
        {t('signin.passkey.signIn')}
      </Button>
    </>
  )
}
