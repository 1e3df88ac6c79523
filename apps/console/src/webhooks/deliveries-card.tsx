import type { WebhookDelivery } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation, useOpsPages } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { ShownPages } from '../shell/states.tsx'
import { MessageDialog } from './act-dialogs.tsx'
import { deliveryTones, deliveryWords, outcomeWords } from './webhook-words.ts'

type State = WebhookDelivery['state'] | 'all'
const states: readonly { readonly value: State; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
]

/** Messages of an endpoint, newest first; each can be read and sent again. */
export function DeliveriesCard({ endpointId }: { readonly endpointId: string }) {
  const [state, setState] = useState<State>('all')
  const [shownId, setShownId] = useState<string | null>(null)
  const input = { id: endpointId, limit: 25, ...(state === 'all' ? {} : { state }) }
  const query = useOpsPages('opsWebhookDeliveries', input, 5_000)
  const again = useOpsMutation('opsResendWebhook')
  const resend = (message: WebhookDelivery) =>
    again.mutate(
      { id: endpointId, messageId: message.id },
      {
        onSuccess: () => toast('The message is on its way', 'good'),
        onError: (error) => toast(sentenceOf(error), 'bad'),
      },
    )
  const shown = query.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === shownId)
  return (
    <Card flush>
      <SectionHead
        title="Messages"
        action={<SegmentedControl label="State" choices={states} value={state} onChange={setState} />}
        className="px-5 pt-4 pb-2"
      />
      <ShownPages
        query={query}
        empty={{
          icon: <Webhook aria-hidden />,
          title: state === 'all' ? 'No messages yet' : `No ${state} messages`,
          text: 'Messages of the last 30 days appear here. Send a test event to try the receiver.',
        }}
      >
        {(messages) => (
          <Table
            label="Messages"
            rows={messages}
            rowKey={({ id }) => id}
            columns={[
              ...columnsWith((id) => setShownId(id)),
              actColumn<WebhookDelivery>((message) => (
                <ResendButton
                  message={message}
                  busy={again.isPending && again.variables.messageId === message.id}
                  onResend={() => resend(message)}
                />
              )),
            ]}
          />
        )}
      </ShownPages>
      {shown !== undefined && (
        <MessageDialog
          message={shown}
          busy={again.isPending}
          onResend={() => resend(shown)}
          onClose={() => setShownId(null)}
        />
      )}
    </Card>
  )
}

function ResendButton({
  message,
  busy,
  onResend,
}: {
  readonly message: WebhookDelivery
  readonly busy: boolean
  readonly onResend: () => void
}) {
  return (
    <Button variant="quiet" size="s" busy={busy} aria-label={`Send ${message.type} again`} onClick={onResend}>
      Send again
    </Button>
  )
}

const columnsWith = (onShow: (id: string) => void): readonly Column<WebhookDelivery>[] => [
  {
    key: 'type',
    title: 'Event',
    cell: ({ id, type }) => (
      <button
        type="button"
        onClick={() => onShow(id)}
        className="min-h-8 cursor-pointer border-0 bg-transparent p-0 text-start font-medium text-14 text-ink underline-offset-2 hover:underline"
      >
        {type}
      </button>
    ),
  },
  {
    key: 'at',
    title: 'Occurred',
    cell: ({ at }) => <span className="figures whitespace-nowrap">{momentOf(at)}</span>,
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={deliveryTones[state]}>{deliveryWords[state]}</Badge>,
  },
  {
    key: 'attempts',
    title: 'Attempts',
    end: true,
    cell: ({ attempts }) => <span className="figures">{attempts}</span>,
  },
  { key: 'outcome', title: 'Last attempt', cell: (message) => <LastAttempt message={message} /> },
]

function LastAttempt({ message }: { readonly message: WebhookDelivery }) {
  const { triedAt, nextAt } = message
  return (
    <span className="block max-w-80 min-w-40">
      <span className="block text-ink-2 [overflow-wrap:anywhere]">{outcomeWords(message)}</span>
      <span className="block text-12 text-ink-3">
        {triedAt === null ? (
          'not yet tried'
        ) : (
          <span title={momentOf(triedAt)}>{distanceTo(triedAt, Date.now())}</span>
        )}
        {nextAt !== null && triedAt !== null && `, again ${distanceTo(nextAt, Date.now())}`}
      </span>
    </span>
  )
}
