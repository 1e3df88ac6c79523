import { refusals } from '@candor/refusals'
import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import QrCode from '@candor/ui/figures/qr-code.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import type { OpsResult } from './call-ops.ts'
import {
  CodeField,
  CredentialForm,
  codeAt,
  FactorFields,
  FactorsForm,
  noFactors,
  PasswordField,
} from './credential-form.tsx'
import { issuesOf } from './failure.ts'
import { useOpsMutation } from './use-ops.ts'

const refusedWords: Readonly<Record<string, string>> = {
  'password-length': 'Use 10 to 128 characters.',
  'password-common': 'This password is too common.',
}

/** One's own password and second factor: each is changed with both of the present ones. */
export function CredentialsCard() {
  const [changing, setChanging] = useState<'password' | 'factor' | null>(null)
  const close = () => setChanging(null)
  return (
    <Card>
      <SectionHead
        title="Password and two-factor authentication"
        text="To change either, enter your current password and code. Your other sessions then end. If you lose one of them, ask an admin: a reset takes two admins."
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setChanging('password')}>
              Change password
            </Button>
            <Button variant="secondary" onClick={() => setChanging('factor')}>
              Change authenticator app
            </Button>
          </div>
        }
      />
      <Dialog open={changing === 'password'} onClose={close} title="Change password">
        <PasswordForm onDone={close} />
      </Dialog>
      <Dialog open={changing === 'factor'} onClose={close} title="Change authenticator app">
        <FactorForm onDone={close} />
      </Dialog>
    </Card>
  )
}

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const [factors, setFactors] = useState(noFactors)
  const [newPassword, setNewPassword] = useState('')
  const change = useOpsMutation('opsChangePassword')
  const issue = issuesOf(change.error, refusedWords)('newPassword')
  const done = () => {
    toast('Password changed.', 'good')
    onDone()
  }
  return (
    <CredentialForm
      act="Save new password"
      error={issue === null ? change.error : null}
      busy={change.isPending}
      onSubmit={() => change.mutate({ ...factors, newPassword }, { onSuccess: done })}
    >
      <FactorFields
        passwordLabel="Current password"
        factors={factors}
        error={change.error}
        onFactors={setFactors}
      />
      <PasswordField label="New password" isNew value={newPassword} error={issue} onValue={setNewPassword} />
    </CredentialForm>
  )
}

function FactorForm({ onDone }: { readonly onDone: () => void }) {
  const [made, setMade] = useState<OpsResult<'opsTotpStart'> | null>(null)
  const start = useOpsMutation('opsTotpStart')
  if (made !== null) return <ConfirmFactor made={made} onDone={onDone} />
  return (
    <FactorsForm
      passwordLabel="Current password"
      act="Next"
      error={start.error}
      busy={start.isPending}
      onFactors={(factors) => start.mutate(factors, { onSuccess: setMade })}
    />
  )
}

function ConfirmFactor({
  made,
  onDone,
}: {
  readonly made: OpsResult<'opsTotpStart'>
  readonly onDone: () => void
}) {
  const [totp, setTotp] = useState('')
  const confirm = useOpsMutation('opsTotpConfirm')
  const done = () => {
    toast('Authenticator app changed.', 'good')
    onDone()
  }
  return (
    <CredentialForm
      act="Confirm authenticator app"
      error={confirm.error}
      busy={confirm.isPending}
      onSubmit={() => confirm.mutate({ totp }, { onSuccess: done })}
    >
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={made.otpauthUrl} label="QR code for your authenticator app" />
        <p className="flex min-w-0 items-start gap-2 text-14 text-ink">
          <span data-secret="" className="figures [overflow-wrap:anywhere]">
            {made.secret}
          </span>
          <CopyButton value={made.secret} className="-my-1.5 shrink-0" />
        </p>
      </div>
      <CodeField
        label="New authenticator code"
        value={totp}
        error={codeAt(confirm.error, refusals.secondFactorRequired)}
        onValue={setTotp}
      />
    </CredentialForm>
  )
}
