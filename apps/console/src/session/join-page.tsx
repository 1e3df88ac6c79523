import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Banner, EmptyState, SkeletonLines } from '@candor/ui/feedback.tsx'
import QrCode from '@candor/ui/figures/qr-code.tsx'
import { Mark } from '@candor/ui/mark.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LinkIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { callOps } from './call-ops.ts'
import { CodeField, PasswordField } from './credential-form.tsx'
import { issuesOf } from './failure.ts'

const refusedWords: Readonly<Record<string, string>> = {
  'password-length': 'Use 10 to 128 characters.',
  'password-common': 'This password is too common.',
  wrong: 'This is not the current code. Add the secret to your app and enter the code it shows.',
}

/** An invited person chooses a password and sets up a second factor; both are known only to them. */
export function JoinPage({ token }: { readonly token: string }) {
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callOps('opsInvitation', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <main className="flex min-h-dvh items-center justify-center px-5 py-10">
      <div className="flex w-full max-w-md flex-col gap-6">
        <Mark className="size-10" />
        {invitation.error !== null ? (
          <EmptyState
            icon={<LinkIcon aria-hidden />}
            title="This link is not valid"
            text="It has been used, has expired after seven days, or was replaced by a newer one. Ask an admin to send it again."
          />
        ) : invitation.data === undefined ? (
          <SkeletonLines count={5} />
        ) : (
          <Join token={token} invitation={invitation.data} />
        )}
      </div>
    </main>
  )
}

type Invitation = Awaited<ReturnType<typeof callOps<'opsInvitation'>>>

function Join({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const join = useMutation({ mutationFn: () => callOps('opsJoin', { token, password, totp }) })
  const issue = issuesOf(join.error, refusedWords)
  const act = invitation.resets ? 'Set password and two-factor authentication' : 'Set up operator account'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    join.mutate()
  }
  if (join.isSuccess) return <Joined resets={invitation.resets} />
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <h1 className="font-semibold text-28 text-ink">{act}</h1>
        <p className="mt-1.5 text-14 text-ink-2">{`${invitation.email}, as ${invitation.role}.`}</p>
      </div>
      <SecondFactor invitation={invitation} />
      <PasswordField
        isNew
        label="Password"
        hint="Use 10 to 128 characters. Do not share it."
        error={issue('password')}
        value={password}
        onValue={setPassword}
      />
      <CodeField
        label="Code from your authenticator app"
        error={issue('totp')}
        value={totp}
        onValue={setTotp}
      />
      {join.error !== null && issue('password') === null && issue('totp') === null && (
        <Banner tone="bad">Setup failed. The link may have expired.</Banner>
      )}
      <Button type="submit" size="l" full busy={join.isPending}>
        {act}
      </Button>
    </form>
  )
}

const Joined = ({ resets }: { readonly resets: boolean }) => (
  <div className="flex flex-col gap-5">
    <h1 className="font-semibold text-28 text-ink">
      {resets ? 'You can sign in again' : 'Your operator account is ready'}
    </h1>
    <p className="text-14 text-ink-2">Sign in with your password and the next code from your app.</p>
    <a href="#/" className={buttonClass('primary', 'l', true)}>
      Go to sign-in
    </a>
  </div>
)

/** The secret of the second factor, as a picture to scan and as text. */
const SecondFactor = ({ invitation: { otpauthUrl, secret } }: { readonly invitation: Invitation }) => (
  <div className="flex flex-wrap items-center gap-4 rounded-m border border-hairline bg-surface p-4">
    <QrCode text={otpauthUrl} label="QR code for your authenticator app" />
    <div className="min-w-0 flex-1">
      <p className="text-12 text-ink-3">Scan this code with an authenticator app, or enter the secret</p>
      <p className="flex items-start gap-2 text-14 text-ink">
        <span data-secret="" className="figures whitespace-normal! min-w-0 [overflow-wrap:anywhere]">
          {secret}
        </span>
        <CopyButton value={secret} className="-my-1.5 shrink-0" />
      </p>
    </div>
  </div>
)
