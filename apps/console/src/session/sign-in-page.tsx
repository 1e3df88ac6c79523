import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Mark } from '@candor/ui/mark.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Building2, KeyRound, type LucideIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { TextField } from '../shell/text-field.tsx'
import { callOps } from './call-ops.ts'
import { PasswordField } from './credential-form.tsx'
import { sentenceOf } from './failure.ts'
import { showPasskey } from './passkey-device.ts'
import { leaveForProvider, takeNotice } from './sso.ts'
import { useOps, useOpsMutation } from './use-ops.ts'

/** Sign-in: password and second factor together, with one message whichever was wrong; a passkey instead of both; or single sign-on. */
export function SignInPage() {
  const [notice] = useState(takeNotice)
  const signIn = useOpsMutation('opsLogin')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password, totp: totp.replaceAll(/\s/g, '') }, { onError: () => setTotp('') })
  }
  return (
    <main className="flex min-h-dvh items-center justify-center px-5 py-10">
      <form onSubmit={submit} className="flex w-full max-w-sm flex-col gap-5">
        <div>
          <Mark className="size-10" />
          <h1 className="mt-5 font-semibold text-28 text-ink">Operator console</h1>
          <p className="mt-1.5 text-14 text-ink-2">
            Everything you do here, including signing in, is recorded in an audit log that nobody can change.
          </p>
        </div>
        {notice !== null && <Banner tone="bad">{notice}</Banner>}
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          value={email}
          onValue={setEmail}
        />
        <PasswordField label="Password" error={null} value={password} onValue={setPassword} />
        <TextField
          label="Code from your authenticator app"
          error={signIn.error === null ? null : sentenceOf(signIn.error)}
          hint="Six digits. Each code works once."
          inputMode="numeric"
          autoComplete="one-time-code"
          value={totp}
          onValue={setTotp}
          className="figures"
        />
        <Button type="submit" size="l" full busy={signIn.isPending}>
          Sign in
        </Button>
        <PasskeyDoor />
        <SsoDoor />
      </form>
    </main>
  )
}

function PasskeyDoor() {
  const queries = useQueryClient()
  const enter = useMutation({
    mutationFn: async () => {
      const passkey = await showPasskey(await callOps('opsPasskeyStart', {}))
      await callOps('opsPasskeyFinish', { passkey })
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <OtherDoor
      icon={KeyRound}
      label="Use a passkey"
      busy={enter.isPending}
      error={enter.error}
      onEnter={() => enter.mutate()}
    />
  )
}

function SsoDoor() {
  const { data } = useOps('opsSignInWays', {})
  const start = useOpsMutation('opsSsoStart')
  const sso = data?.sso ?? null
  if (sso === null) return null
  return (
    <OtherDoor
      icon={Building2}
      label={`Sign in with ${sso.label}`}
      busy={start.isPending}
      error={start.error}
      onEnter={() => start.mutate({}, { onSuccess: (begun) => leaveForProvider(begun, 'sign-in') })}
    />
  )
}

/** A way to sign in without the form, and below it the reason that it failed. */
function OtherDoor({
  icon: Icon,
  label,
  busy,
  error,
  onEnter,
}: {
  readonly icon: LucideIcon
  readonly label: string
  readonly busy: boolean
  readonly error: Error | null
  readonly onEnter: () => void
}) {
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant="secondary"
        size="l"
        full
        busy={busy}
        icon={<Icon aria-hidden className="size-4.5" />}
        onClick={onEnter}
      >
        {label}
      </Button>
      {error !== null && (
        <p role="alert" className="text-14 text-bad">
          {sentenceOf(error)}
        </p>
      )}
    </div>
  )
}
