import type { WebhookEndpoint, WebhookSecret } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { Link, Redirect, useLocation, useRoute } from 'wouter'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { SecretDialog } from './act-dialogs.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { WebhookView } from './webhook-view.tsx'
import { countWords, stateWords, toneOf } from './webhook-words.ts'

const freshMs = 10_000

/** Endpoints of the operator's other systems, or one of them with its messages. */
export function WebhooksPage() {
  const [, params] = useRoute<{ id: string }>('/webhooks/:id')
  const query = useOps('opsWebhooks', {}, { everyMs: freshMs })
  if (params === null) return <WebhookList query={query} />
  return (
    <Shown query={query}>
      {(endpoints) => {
        const endpoint = endpoints.find(({ id }) => id === params.id)
        if (endpoint !== undefined) return <WebhookView key={endpoint.id} endpoint={endpoint} />
        // One that was just added is in the list that is on its way.
        return query.isFetching ? (
          <SkeletonLines count={6} className="p-6" />
        ) : (
          <Redirect to="/webhooks" replace />
        )
      }}
    </Shown>
  )
}

function WebhookList({ query }: { readonly query: ReturnType<typeof useOps<'opsWebhooks'>> }) {
  const [, go] = useLocation()
  const [adds, setAdds] = useState(false)
  const [secret, setSecret] = useState<WebhookSecret | null>(null)
  const open = ({ id }: { readonly id: string }) => go(`/webhooks/${id}`)
  return (
    <div className="p-6">
      <PageHead
        title="Webhooks"
        text="Your other systems are told of events by signed messages (Standard Webhooks). Messages name customers by id and hold no personal data."
      >
        <CsvButton name="webhooks" rows={() => rowsOf(query.data ?? [])} />
        <Button onClick={() => setAdds(true)}>New webhook …</Button>
      </PageHead>
      <Card flush>
        <Shown query={query}>
          {(endpoints) =>
            endpoints.length === 0 ? (
              <EmptyState
                icon={<Webhook aria-hidden />}
                title="No webhooks"
                text="Add the address of a system that should know of deposits, orders, decisions or alerts."
              />
            ) : (
              <Table
                label="Webhooks"
                rows={endpoints}
                rowKey={({ id }) => id}
                onRow={open}
                columns={columns}
                card={(endpoint) => <EndpointCard endpoint={endpoint} />}
              />
            )
          }
        </Shown>
      </Card>
      {adds && (
        <SettingsDialog
          endpoint={null}
          onAdded={(made) => {
            setAdds(false)
            setSecret(made)
          }}
          onClose={() => setAdds(false)}
        />
      )}
      {secret !== null && (
        <SecretDialog
          secret={secret}
          rotated={false}
          onClose={() => {
            setSecret(null)
            open(secret)
          }}
        />
      )}
    </div>
  )
}

const columns: readonly Column<WebhookEndpoint>[] = [
  { key: 'name', title: 'Webhook', cell: (endpoint) => <NameAndUrl endpoint={endpoint} /> },
  { key: 'state', title: 'State', cell: (endpoint) => <State endpoint={endpoint} /> },
  {
    key: 'types',
    title: 'Events',
    end: true,
    cell: ({ types }) => <span className="figures">{types.length}</span>,
  },
  { key: 'success', title: 'Last success', cell: (endpoint) => <LastSuccess endpoint={endpoint} /> },
  {
    key: 'waiting',
    title: 'Waiting',
    end: true,
    cell: ({ waiting }) => <span className="figures">{countWords(waiting)}</span>,
  },
  {
    key: 'failed',
    title: 'Failed',
    end: true,
    cell: ({ failed }) => (
      <span className={failed === 0 ? 'figures' : 'figures text-bad'}>{countWords(failed)}</span>
    ),
  },
]

function NameAndUrl({ endpoint: { id, name, url } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <span className="block min-w-40 max-w-80">
      <Link href={`/webhooks/${id}`} className="font-medium text-ink no-underline hover:underline">
        {name}
      </Link>
      <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">{url}</span>
    </span>
  )
}

function State({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { state, failingSince } = endpoint
  return (
    <span className="block max-md:max-w-24 max-md:text-end">
      <Badge tone={toneOf(endpoint)}>{stateWords[state]}</Badge>
      {state === 'active' && failingSince !== null && (
        <span className="mt-1 block text-12 text-warn">
          {`failing, ${distanceTo(failingSince, Date.now())}`}
        </span>
      )}
    </span>
  )
}

function LastSuccess({ endpoint: { succeededAt } }: { readonly endpoint: WebhookEndpoint }) {
  return succeededAt === null ? (
    <span className="text-ink-3">none yet</span>
  ) : (
    <span className="whitespace-nowrap" title={momentOf(succeededAt)}>
      {distanceTo(succeededAt, Date.now())}
    </span>
  )
}

/** An endpoint on a narrow screen. */
function EndpointCard({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <div className="flex flex-col gap-2 text-14">
      <div className="flex items-start justify-between gap-3">
        <NameAndUrl endpoint={endpoint} />
        <State endpoint={endpoint} />
      </div>
      <p className="text-12 text-ink-2">
        {`${endpoint.types.length} events, ${countWords(endpoint.waiting)} waiting, ${countWords(endpoint.failed)} failed`}
      </p>
    </div>
  )
}

const rowsOf = (endpoints: readonly WebhookEndpoint[]) => [
  ['name', 'url', 'state', 'signature', 'events', 'last success', 'failing since', 'waiting', 'failed'],
  ...endpoints.map((one) => [
    ...[one.name, one.url, one.state, one.signature, one.types.join(' ')],
    ...[one.succeededAt ?? '', one.failingSince ?? '', String(one.waiting), String(one.failed)],
  ]),
]
