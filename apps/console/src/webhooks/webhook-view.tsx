import type { WebhookEndpoint, WebhookSecret } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Badge, Banner } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { Detail, DetailsCard } from '../shell/details.tsx'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { RemoveDialog, ReplayDialog, RotateDialog, SecretDialog } from './act-dialogs.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { countWords, stateWords, stopWords, toneOf } from './webhook-words.ts'

type Act = 'change' | 'rotate' | 'replay' | 'remove'

/** One endpoint: its settings and state, what can be done with it, and its messages. */
export function WebhookView({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const [act, setAct] = useState<Act | null>(null)
  const [secret, setSecret] = useState<WebhookSecret | null>(null)
  const close = () => setAct(null)
  return (
    <div className="p-6">
      <p className="mb-2 text-14">
        <Link href="/webhooks">All webhooks</Link>
      </p>
      <PageHead title={endpoint.name} text={endpoint.url}>
        <Acts endpoint={endpoint} onAct={setAct} />
      </PageHead>
      <div className="flex flex-col gap-4">
        {endpoint.state === 'stopped' && endpoint.stopReason !== null && (
          <Banner tone="bad" title={`Stopped: ${stopWords[endpoint.stopReason]}`}>
            Messages that wait are kept for 30 days and sent once the webhook is resumed. Events since it was
            stopped can be replayed.
          </Banner>
        )}
        <EndpointSummary endpoint={endpoint} />
        <DeliveriesCard endpointId={endpoint.id} />
      </div>
      {act === 'change' && <SettingsDialog endpoint={endpoint} onClose={close} />}
      {act === 'replay' && <ReplayDialog endpoint={endpoint} onClose={close} />}
      {act === 'remove' && <RemoveDialog endpoint={endpoint} onClose={close} />}
      {act === 'rotate' && (
        <RotateDialog
          endpoint={endpoint}
          onRotated={(made) => {
            close()
            setSecret(made)
          }}
          onClose={close}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} rotated onClose={() => setSecret(null)} />}
    </div>
  )
}

function Acts({
  endpoint: { id, state },
  onAct,
}: {
  readonly endpoint: WebhookEndpoint
  readonly onAct: (act: Act) => void
}) {
  const test = useOpsMutation('opsTestWebhook')
  const pause = useOpsMutation('opsPauseWebhook')
  const resume = useOpsMutation('opsResumeWebhook')
  const withToast = (words: string) => ({
    onSuccess: () => toast(words, 'good'),
    onError: (error: unknown) => toast(sentenceOf(error), 'bad'),
  })
  return (
    <>
      <Button
        variant="secondary"
        busy={test.isPending}
        disabled={state !== 'active'}
        onClick={() => test.mutate({ id }, withToast('The test event is on its way'))}
      >
        Send test event
      </Button>
      {state === 'active' ? (
        <Button
          variant="secondary"
          busy={pause.isPending}
          onClick={() => pause.mutate({ id }, withToast('Webhook paused'))}
        >
          Pause
        </Button>
      ) : (
        <Button busy={resume.isPending} onClick={() => resume.mutate({ id }, withToast('Webhook resumed'))}>
          Resume
        </Button>
      )}
      <Button variant="secondary" onClick={() => onAct('replay')}>
        Replay …
      </Button>
      <Button variant="secondary" onClick={() => onAct('change')}>
        Change …
      </Button>
      <Button variant="secondary" onClick={() => onAct('rotate')}>
        Rotate secret …
      </Button>
      <Button variant="quiet" onClick={() => onAct('remove')}>
        Remove …
      </Button>
    </>
  )
}

function EndpointSummary({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { state, succeededAt, failingSince, publicKey, signature, types, rotatingUntil } = endpoint
  return (
    <DetailsCard>
      <Detail label="State">
        <Badge tone={toneOf(endpoint)}>{stateWords[state]}</Badge>
        {failingSince !== null && (
          <span className="block text-12 text-warn">{`failing since ${momentOf(failingSince)}`}</span>
        )}
      </Detail>
      <Detail label="Last success">
        {succeededAt === null ? (
          'none yet'
        ) : (
          <span title={momentOf(succeededAt)}>{distanceTo(succeededAt, Date.now())}</span>
        )}
      </Detail>
      <Detail label="Waiting">
        <span className="figures">{countWords(endpoint.waiting)}</span>
      </Detail>
      <Detail label="Failed">
        <span className="figures">{countWords(endpoint.failed)}</span>
      </Detail>
      <Detail label="Signature">
        {signature === 'v1' ? 'v1, shared secret' : 'v1a, Ed25519'}
        {rotatingUntil !== null && (
          <span className="block text-12 text-ink-3">{`former one signs until ${momentOf(rotatingUntil)}`}</span>
        )}
      </Detail>
      {publicKey !== null && (
        <Detail label="Public key" span={3}>
          <span className="flex items-start gap-2">
            <code className="min-w-0 text-12 [overflow-wrap:anywhere]">{publicKey}</code>
            <CopyButton value={publicKey} className="-my-1.5" />
          </span>
        </Detail>
      )}
      <Detail label={`Events (${types.length})`} span={3}>
        <span className="text-12 text-ink-2 [overflow-wrap:anywhere]">{types.join(', ')}</span>
      </Detail>
    </DetailsCard>
  )
}
