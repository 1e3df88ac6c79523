import type { WebhookDelivery, WebhookEndpoint, WebhookSecret } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { MomentField, momentInput } from '../proposals/proposal-dialog.tsx'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SwitchRow } from '../shell/choices/switch-row.tsx'
import { CopyBox } from '../shell/copy-box.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { momentOf } from '../shell/moments.ts'
import { issueWords, outcomeWords } from './webhook-words.ts'

interface ActProps {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
}

/** The secret of a new endpoint or of a rotation, shown this once. */
export function SecretDialog({
  secret: { secret, publicKey },
  rotated,
  onClose,
}: {
  readonly secret: WebhookSecret
  readonly rotated: boolean
  readonly onClose: () => void
}) {
  const value = secret ?? publicKey ?? ''
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={secret === null ? 'Public key' : 'Secret'}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-4 text-14 text-ink-2">
        <p>
          {secret === null
            ? 'The receiver verifies messages with this key. It is not secret and stays on this page.'
            : 'Copy the secret into the receiver now. It is not shown again; if it is lost, rotate it.'}
        </p>
        <CopyBox value={value} />
        {rotated && (
          <p>
            {secret === null
              ? 'For 24 hours messages are also signed with the former key.'
              : 'For 24 hours messages are also signed with the former secret.'}
          </p>
        )}
      </div>
    </Dialog>
  )
}

export function RotateDialog({
  endpoint,
  onRotated,
  onClose,
}: ActProps & { readonly onRotated: (secret: WebhookSecret) => void }) {
  const rotate = useOpsMutation('opsRotateWebhookSecret')
  return (
    <FormDialog
      title={`Rotate the secret of ${endpoint.name}?`}
      act="Rotate secret"
      narrow
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate({ id: endpoint.id }, { onSuccess: onRotated })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        A new one is made and shown to you once. For 24 hours both sign every message, so that the receiver
        can change over without losing one. After a rotation within these hours the secret before last no
        longer signs.
      </p>
    </FormDialog>
  )
}

export function RemoveDialog({ endpoint, onClose }: ActProps) {
  const remove = useOpsMutation('opsRemoveWebhook')
  return (
    <FormDialog
      title={`Remove ${endpoint.name}?`}
      act="Remove webhook"
      variant="danger"
      narrow
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate({ id: endpoint.id }, { onSuccess: closeWith('Webhook removed', onClose) })
      }
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Its messages are deleted, those that wait too, and its secret is destroyed. To stop it for a while,
        pause it instead.
      </p>
    </FormDialog>
  )
}

/** Sends events again since a moment that the operator chooses: an hour ago at first. */
export function ReplayDialog({ endpoint, onClose }: ActProps) {
  const replay = useOpsMutation('opsReplayWebhook')
  const [since, setSince] = useState(() => momentInput(Date.now() - dayMs / 24))
  const [onlyMissed, setOnlyMissed] = useState(true)
  const issue = issuesOf(replay.error, issueWords)
  const done = ({ messages }: { readonly messages: number }) => {
    toast(messages === 1 ? '1 message is on its way' : `${messages} messages are on their way`, 'good')
    onClose()
  }
  return (
    <FormDialog
      title={`Replay for ${endpoint.name}`}
      act="Send again"
      narrow
      disabled={since === ''}
      busy={replay.isPending}
      error={issue('since') === null ? replay.error : null}
      onSubmit={() =>
        replay.mutate(
          { id: endpoint.id, since: new Date(since).toISOString(), onlyMissed },
          { onSuccess: done },
        )
      }
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Sends recorded events of this webhook’s types again, with the same message ids. Events were recorded
        while any webhook wanted their type, and are kept for 30 days.
      </p>
      <MomentField label="Since" at={since} onAt={setSince} error={issue('since')} />
      <SwitchRow
        label="Only what was not delivered"
        note={onlyMissed ? null : 'The receiver must ignore ids it knows.'}
        checked={onlyMissed}
        onChange={setOnlyMissed}
      />
    </FormDialog>
  )
}

/** A message as it is sent, and what became of it. */
export function MessageDialog({
  message,
  busy,
  onResend,
  onClose,
}: {
  readonly message: WebhookDelivery
  readonly busy: boolean
  readonly onResend: () => void
  readonly onClose: () => void
}) {
  const outcome = outcomeWords(message)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={message.type}
      footer={
        <Button variant="secondary" busy={busy} onClick={onResend}>
          Send again
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {message.failure !== null && (
          <Banner tone={message.state === 'failed' ? 'bad' : 'warn'} title={outcome}>
            {message.nextAt === null
              ? `Given up after ${message.attempts} attempts.`
              : `Attempt ${message.attempts + 1} of 10 is due on ${momentOf(message.nextAt)}.`}
          </Banner>
        )}
        <p className="flex items-center gap-2 text-12 text-ink-3">
          <code className="min-w-0 [overflow-wrap:anywhere]">{message.id}</code>
          <CopyButton value={message.id} label="Copy id" />
        </p>
        <pre className="m-0 overflow-x-auto rounded-s bg-sunken p-3 text-12 text-ink">
          {JSON.stringify(JSON.parse(message.payload), null, 2)}
        </pre>
      </div>
    </Dialog>
  )
}
