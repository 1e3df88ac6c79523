import type { ServiceToken } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Link, Redirect, useLocation, useRoute } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { dayOf, distanceTo, momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TokenView } from './token-view.tsx'
import { stateWords, toneOf } from './token-words.ts'

const freshMs = 10_000

/** Tokens of the operator's other systems, or one of them with its calls. */
export function ServiceTokensPage() {
  const [, params] = useRoute<{ id: string }>('/service-tokens/:id')
  const query = useOps('opsServiceTokens', {}, { everyMs: freshMs })
  if (params === null) return <TokenList query={query} />
  return (
    <Shown query={query}>
      {(tokens) => {
        const token = tokens.find(({ id }) => id === params.id)
        if (token !== undefined) return <TokenView key={token.id} token={token} />
        // One that was just approved is in the list that is on its way.
        return query.isFetching ? (
          <SkeletonLines count={6} className="p-6" />
        ) : (
          <Redirect to="/service-tokens" replace />
        )
      }}
    </Shown>
  )
}

function TokenList({ query }: { readonly query: ReturnType<typeof useOps<'opsServiceTokens'>> }) {
  const me = useMe()
  const [, go] = useLocation()
  const [adds, setAdds] = useState(false)
  return (
    <div className="p-6">
      <PageHead
        title="Service tokens"
        text="Your other systems read the operators’ API with a service token: accounting, monitoring, a CRM. A token is approved by a second person under Four eyes; revoking one takes effect immediately. None can decide, move money or sign."
      >
        <CsvButton name="service-tokens" rows={() => rowsOf(query.data ?? [])} />
        {me.role === 'admin' && <Button onClick={() => setAdds(true)}>New token …</Button>}
      </PageHead>
      <Card flush>
        <Shown query={query}>
          {(tokens) =>
            tokens.length === 0 ? (
              <EmptyState
                icon={<KeyRound aria-hidden />}
                title="No service tokens"
                text="Propose one for a system that should read reports, exposure, customers or the audit log."
              />
            ) : (
              <Table
                label="Service tokens"
                rows={tokens}
                rowKey={({ id }) => id}
                onRow={({ id }) => go(`/service-tokens/${id}`)}
                columns={columns}
                card={(token) => <TokenCard token={token} />}
              />
            )
          }
        </Shown>
      </Card>
      {adds && <NewTokenDialog onClose={() => setAdds(false)} />}
    </div>
  )
}

const columns: readonly Column<ServiceToken>[] = [
  { key: 'name', title: 'Service token', cell: (token) => <NameAndScopes token={token} /> },
  { key: 'state', title: 'State', cell: (token) => <State token={token} /> },
  { key: 'until', title: 'Valid until', cell: (token) => <Until token={token} /> },
  { key: 'used', title: 'Last used', cell: (token) => <LastUsed token={token} /> },
  {
    key: 'calls',
    title: 'Calls, 30 days',
    end: true,
    cell: ({ calls }) => <span className="figures">{calls}</span>,
  },
]

function NameAndScopes({ token: { id, name, scopes } }: { readonly token: ServiceToken }) {
  return (
    <span className="block min-w-0 max-w-80 md:min-w-40">
      <Link href={`/service-tokens/${id}`} className="font-medium text-ink no-underline hover:underline">
        {name}
      </Link>
      <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">{scopes.join(', ')}</span>
    </span>
  )
}

function State({ token }: { readonly token: ServiceToken }) {
  return (
    <span className="block shrink-0 max-md:max-w-28 max-md:text-end">
      <Badge tone={toneOf(token, Date.now())}>{stateWords[token.state]}</Badge>
      {token.holderLeft && <span className="mt-1 block text-12 text-bad">its holder is disabled</span>}
    </span>
  )
}

function Until({ token: { expiresAt } }: { readonly token: ServiceToken }) {
  return (
    <span className="figures whitespace-nowrap" title={momentOf(expiresAt)}>
      {dayOf(expiresAt)}
    </span>
  )
}

function LastUsed({ token: { lastUsedAt, lastUsedAddress } }: { readonly token: ServiceToken }) {
  if (lastUsedAt === null) return <span className="text-ink-3">never</span>
  return (
    <span className="block" title={momentOf(lastUsedAt)}>
      <span className="whitespace-nowrap">{distanceTo(lastUsedAt, Date.now())}</span>
      <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">{lastUsedAddress}</span>
    </span>
  )
}

/** A token on a narrow screen. */
function TokenCard({ token }: { readonly token: ServiceToken }) {
  return (
    <div className="flex flex-col gap-2 text-14">
      <div className="flex items-start justify-between gap-3">
        <NameAndScopes token={token} />
        <State token={token} />
      </div>
      <p className="text-12 text-ink-2">
        {`valid until ${dayOf(token.expiresAt)}, `}
        {token.lastUsedAt === null ? 'never used' : `used ${distanceTo(token.lastUsedAt, Date.now())}`}
        {`, ${token.calls} calls in 30 days`}
      </p>
    </div>
  )
}

const rowsOf = (tokens: readonly ServiceToken[]) => [
  [
    'name',
    'state',
    'scopes',
    'accepted from',
    'proposed by',
    'approved by',
    'made',
    'valid until',
    'last used',
    'calls',
  ],
  ...tokens.map((one) => [
    ...[one.name, one.state, one.scopes.join(' '), one.networks.join(' ')],
    ...[one.proposedBy.email, one.approvedBy.email, one.madeAt, one.expiresAt],
    ...[one.lastUsedAt ?? '', String(one.calls)],
  ]),
]
