import type { WebhookDelivery } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Webhook } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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
  const { again, resend } = useResend(endpointId)
  const resendButton = (message: WebhookDelivery) => (
    <ResendButton
      message={message}
      busy={again.isPending && again.variables.messageId === message.id}
      onResend={() => resend(message)}
    />
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
            columns={[...columnsWith(setShownId), actColumn<WebhookDelivery>(resendButton)]}
            card={(message) => (
              <MessageCard message={message} onShow={setShownId}>
                {resendButton(message)}
              </MessageCard>
            )}
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

/** Sends a message again, and reports whether it will be. */
function useResend(endpointId: string) {
  const again = useOpsMutation('opsResendWebhook')
  const resend = ({ id }: WebhookDelivery) =>
    again.mutate(
      { id: endpointId, messageId: id },
      {
        onSuccess: () => toast('The message is on its way', 'good'),
        onError: (error) => toast(sentenceOf(error), 'bad'),
      },
    )
  return { again, resend }
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
    cell: (message) => <TypeButton message={message} onShow={onShow} />,
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
  { key: 'outcome', title: 'Last attempt', cell: (message) => <LastAttempt message={message} /> },
]

function LastAttempt({ message }: { readonly message: WebhookDelivery }) {
  const { triedAt, nextAt, attempts } = message
  const isAhead = nextAt !== null && Date.parse(nextAt) > Date.now()
  if (triedAt === null) return <span className="text-12 text-ink-3">not yet tried</span>
  return (
    <span className="block max-w-80 min-w-32">
      <span className="block text-ink-2 [overflow-wrap:anywhere]">{outcomeWords(message)}</span>
      <span className="block text-12 text-ink-3" title={momentOf(triedAt)}>
        {`attempt ${attempts}, ${distanceTo(triedAt, Date.now())}`}
        {isAhead && `, again ${distanceTo(nextAt, Date.now())}`}
      </span>
    </span>
  )
}

/** A message on a narrow screen. */
function MessageCard({
  message,
  onShow,
  children,
}: {
  readonly message: WebhookDelivery
  readonly onShow: (id: string) => void
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-1 text-14">
      <div className="flex items-start justify-between gap-3">
        <TypeButton message={message} onShow={onShow} />
        <Badge tone={deliveryTones[message.state]}>{deliveryWords[message.state]}</Badge>
      </div>
      <span className="figures text-12 text-ink-3">{momentOf(message.at)}</span>
      <div className="flex items-end justify-between gap-3">
        <LastAttempt message={message} />
        {children}
      </div>
    </div>
  )
}

function TypeButton({
  message: { id, type },
  onShow,
}: {
  readonly message: WebhookDelivery
  readonly onShow: (id: string) => void
}) {
  return (
    <button
      type="button"
      onClick={() => onShow(id)}
      className="min-h-8 cursor-pointer border-0 bg-transparent p-0 text-start font-medium text-14 text-ink underline-offset-2 break-words hover:underline"
    >
      {type}
    </button>
  )
}
