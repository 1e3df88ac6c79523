import type { ServiceToken, ShownServiceToken } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { type ReactNode, useState } from 'react'
import { NotedDialog } from '../proposals/proposal-dialog.tsx'
import { FactorFields, type Factors, noFactors, refusalBelow } from '../session/credential-form.tsx'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { CopyBox } from '../shell/copy-box.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { momentOf } from '../shell/moments.ts'
import { type Overlap, overlaps } from './token-words.ts'

interface ActProps {
  readonly token: ServiceToken
  readonly onClose: () => void
}

interface SecretProps extends ActProps {
  readonly onShown: (shown: ShownServiceToken) => void
}

/** Makes the first secret of a token. */
export function IssueDialog({ token, onShown, onClose }: SecretProps) {
  const issue = useOpsMutation('opsIssueServiceToken')
  return (
    <ProofDialog
      title={`Make the secret of ${token.name}`}
      text="It is shown once, to you alone. Have the settings of the other system open. Every admin gets a letter."
      act="Make secret"
      busy={issue.isPending}
      error={issue.error}
      onFactors={(factors) => issue.mutate({ id: token.id, ...factors }, { onSuccess: onShown })}
      onClose={onClose}
    />
  )
}

/** Replaces the secret of a token. */
export function RotateDialog({ token, onShown, onClose }: SecretProps) {
  const rotate = useOpsMutation('opsRotateServiceToken')
  const [overlap, setOverlap] = useState<Overlap>('24')
  return (
    <ProofDialog
      title={`Rotate the secret of ${token.name}?`}
      text="A new one is made and shown to you once. A secret before the last rotation ends at once. Every admin gets a letter."
      act="Rotate secret"
      busy={rotate.isPending}
      error={rotate.error}
      onFactors={(factors) =>
        rotate.mutate({ id: token.id, overlapHours: Number(overlap), ...factors }, { onSuccess: onShown })
      }
      onClose={onClose}
    >
      <SelectField
        label="Former secret stays valid"
        options={overlaps}
        value={overlap}
        onChange={setOverlap}
      />
    </ProofDialog>
  )
}

/** Dialog for an action that takes password and code. */
function ProofDialog({
  title,
  text,
  act,
  busy,
  error,
  onFactors,
  onClose,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly act: string
  readonly busy: boolean
  readonly error: Error | null
  readonly onFactors: (factors: Factors) => void
  readonly onClose: () => void
  readonly children?: ReactNode
}) {
  const [factors, setFactors] = useState(noFactors)
  return (
    <FormDialog
      title={title}
      act={act}
      narrow
      busy={busy}
      error={refusalBelow(error)}
      onSubmit={() => onFactors(factors)}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">{text}</p>
      {children}
      <FactorFields passwordLabel="Your password" factors={factors} error={error} onFactors={setFactors} />
    </FormDialog>
  )
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
        <CopyBox value={token} />
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
