import type { CaseShown, RelatedAccount, RelatedAccounts, RelationKind } from '@candor/contract'
import { mostSharing } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { ListCard } from '../shell/list-card.tsx'
import { dayOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'

const words: Readonly<Record<RelationKind, string>> = {
  document: 'Document number',
  person: 'Name and date of birth',
  card: 'Bank card',
  payoutAddress: 'Payout address',
  device: 'Device',
  phone: 'Phone',
  address: 'Home address',
  network: 'IP address',
}

const title = 'Related accounts'

/** Other accounts of the case's customer, for who holds the case: each load is written down. */
export function RelatedAccountsCard({ shown }: { readonly shown: CaseShown }) {
  const me = useMe()
  if (shown.claimedBy?.id === me.id) return <Loaded kind={shown.kind} id={shown.id} />
  return (
    <Card className="mt-4">
      <h2 className="mb-1 font-semibold text-14 text-ink">{title}</h2>
      <p className="text-14 text-ink-2">
        Claim the case to view other accounts with the same document, name, phone, address, device or payout
        details. Each view is recorded in the audit log.
      </p>
    </Card>
  )
}

function Loaded({ kind, id }: Pick<CaseShown, 'kind' | 'id'>) {
  const query = useOps('opsRelatedAccounts', { kind, id })
  return (
    <div className="mt-4">
      <Shown query={query}>
        {({ accounts, more, crowded }) => (
          <>
            <ListCard
              title={title}
              none="No other account has anything in common with this one."
              rows={accounts}
              rowKey={(account) => account.id}
              columns={columns}
              card={(account) => <AccountCard account={account} />}
            />
            {more && <Note text={`Only the ${accounts.length} with the strongest relation are listed.`} />}
            {crowded.map((one) => (
              <Note key={`${one.by}${one.what}`} text={crowdText(one)} />
            ))}
          </>
        )}
      </Shown>
    </div>
  )
}

const Note = ({ text }: { readonly text: string }) => (
  <p className="mt-2 px-1 text-12 text-ink-2 [overflow-wrap:anywhere]">{text}</p>
)

const crowdText = ({ by, what }: RelatedAccounts['crowded'][number]) =>
  `${words[by]}${what === null ? '' : ` ${what}`}: shared with more than ${mostSharing} accounts, which are not listed for it.`

/** The same on a narrow screen. */
const AccountCard = ({ account }: { readonly account: RelatedAccount }) => (
  <div className="flex flex-col gap-2 text-14">
    <div className="flex flex-wrap items-start justify-between gap-x-3">
      <Name {...account} />
      <span className="figures text-12 text-ink-3">{`opened ${dayOf(account.createdAt)}`}</span>
    </div>
    <Shared {...account} />
  </div>
)

const Name = ({ id, userName, status, kyc }: RelatedAccount) => (
  <div className="flex flex-col items-start gap-1">
    <Link href={`/customers/${id}`} className="break-words text-accent">
      {userName}
    </Link>
    {status !== 'active' && <Badge tone={status === 'frozen' ? 'bad' : 'neutral'}>{status}</Badge>}
    <span className="text-12 text-ink-3">{`identity ${kyc}`}</span>
  </div>
)

const Shared = ({ shared }: RelatedAccount) => (
  <ul className="flex flex-col gap-1">
    {shared.map(({ by, what, at }) => (
      <li key={`${by}${what}`}>
        <span className="text-ink">{words[by]}</span>
        {what !== null && (
          <span className="text-ink-2 tabular-nums [overflow-wrap:anywhere]">{` ${what}`}</span>
        )}{' '}
        <span className="figures text-12 text-ink-3">{dayOf(at)}</span>
      </li>
    ))}
  </ul>
)

const columns: readonly Column<RelatedAccount>[] = [
  { key: 'account', title: 'Account', cell: (account) => <Name {...account} /> },
  { key: 'shared', title: 'In common', cell: (account) => <Shared {...account} /> },
  {
    key: 'opened',
    title: 'Opened',
    end: true,
    cell: ({ createdAt }) => <span className="figures text-ink-2">{dayOf(createdAt)}</span>,
  },
]
