import type { ServiceToken, ShownServiceToken } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useState } from 'react'
import { NotedDialog } from '../proposals/proposal-dialog.tsx'
import { FactorFields, fieldRefusals, noFactors } from '../session/credential-form.tsx'
import { CallFailure } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { momentOf } from '../shell/moments.ts'
import { SelectField } from '../shell/select-field.tsx'
import { type Overlap, overlaps } from './token-words.ts'

interface ActProps {
  readonly token: ServiceToken
  readonly onClose: () => void
}

interface SecretProps extends ActProps {
  readonly onShown: (shown: ShownServiceToken) => void
}

/** Makes the first secret of a token, with password and code. */
export function IssueDialog({ token, onShown, onClose }: SecretProps) {
  const issue = useOpsMutation('opsIssueServiceToken')
  const [factors, setFactors] = useState(noFactors)
  return (
    <FormDialog
      title={`Make the secret of ${token.name}`}
      act="Make secret"
      narrow
      busy={issue.isPending}
      error={refusalBelow(issue.error)}
      onSubmit={() => issue.mutate({ id: token.id, ...factors }, { onSuccess: onShown })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        It is shown once, to you alone. Have the settings of the other system open. Every admin gets a letter.
      </p>
      <FactorFields
        passwordLabel="Your password"
        factors={factors}
        error={issue.error}
        onFactors={setFactors}
      />
    </FormDialog>
  )
}

/** Replaces the secret of a token, with password and code. */
export function RotateDialog({ token, onShown, onClose }: SecretProps) {
  const rotate = useOpsMutation('opsRotateServiceToken')
  const [factors, setFactors] = useState(noFactors)
  const [overlap, setOverlap] = useState<Overlap>('24')
  return (
    <FormDialog
      title={`Rotate the secret of ${token.name}?`}
      act="Rotate secret"
      narrow
      busy={rotate.isPending}
      error={refusalBelow(rotate.error)}
      onSubmit={() =>
        rotate.mutate({ id: token.id, overlapHours: Number(overlap), ...factors }, { onSuccess: onShown })
      }
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        A new one is made and shown to you once. A secret before the last rotation ends at once. Every admin
        gets a letter.
      </p>
      <SelectField
        label="Former secret stays valid"
        options={overlaps}
        value={overlap}
        onChange={setOverlap}
      />
      <FactorFields
        passwordLabel="Your password"
        factors={factors}
        error={rotate.error}
        onFactors={setFactors}
      />
    </FormDialog>
  )
}

/** The refusal below the fields; one of password or code is shown at its field. */
function refusalBelow(error: unknown): unknown {
  const ofFactor = error instanceof CallFailure && fieldRefusals.includes(error.code)
  return ofFactor ? null : error
}

/** A secret, shown this once. */
export function SecretDialog({
  shown: { token, rotatingUntil },
  onClose,
}: {
  readonly shown: ShownServiceToken
  readonly onClose: () => void
}) {
  return (
    <Dialog open wide onClose={onClose} title="Secret" footer={<Button onClick={onClose}>Done</Button>}>
      <div className="flex flex-col gap-4 text-14 text-ink-2">
        <p>Copy the secret into the other system now. It is not shown again; if it is lost, rotate it.</p>
        <p className="flex items-start gap-2 rounded-s bg-sunken px-3 py-2">
          <code className="min-w-0 flex-1 py-1.5 text-14 text-ink [overflow-wrap:anywhere]">{token}</code>
          <CopyButton value={token} />
        </p>
        <p>
          The system sends it as <code className="text-12">Authorization: Bearer …</code> with every request.
        </p>
        {rotatingUntil !== null && <p>{`The former secret is valid until ${momentOf(rotatingUntil)}.`}</p>}
      </div>
    </Dialog>
  )
}

/** Revokes a token at once, by one person. */
export function RevokeDialog({ token, onClose }: ActProps) {
  const revoke = useOpsMutation('opsRevokeServiceToken')
  return (
    <NotedDialog
      title={`Revoke ${token.name}?`}
      text="Its system is refused from the next request on. This cannot be undone: another token takes two people again. To change the secret alone, rotate it."
      act="Revoke token"
      danger
      error={revoke.error}
      busy={revoke.isPending}
      noteLabel="Reason"
      onClose={onClose}
      onSend={(reason) =>
        revoke.mutate({ id: token.id, reason }, { onSuccess: closeWith('Service token revoked', onClose) })
      }
    />
  )
}
