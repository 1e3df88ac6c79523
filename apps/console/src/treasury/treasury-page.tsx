import type { OfferedServices, TreasuryAccountShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { ClaimsCard } from './claims-card.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { TreasuryHistory } from './treasury-history.tsx'
import { placeWords, promiseWords, purposeWords, stateWords } from './treasury-words.ts'
import { UnpaidClosingsCard } from './unpaid-closings-card.tsx'

const keyOf = ({ place, coin }: Pick<TreasuryAccountShown, 'place' | 'coin'>) => `${place}/${coin}`

/** The operator's own money: the amounts needed before customers are served, and how money comes in and goes out. */
export function TreasuryPage() {
  const query = useOps('opsTreasury', {}, { everyMs: 15_000 })
  const may = ['finance', 'admin'].includes(useMe().role)
  const { place, coin } = useParams<{ place?: string; coin?: string }>()
  // A link from another page names the account to fund.
  const [openAccount, setOpenAccount] = useState<string | null>(
    may && place !== undefined ? `${place}/${coin}` : null,
  )
  return (
    <div className="p-6">
      <PageHead
        title="Treasury"
        text="Your own money, and what it has to pay. A second person approves every movement. Money set aside for or promised to customers cannot leave."
      >
        <CsvButton name="treasury" rows={() => rowsOf(query.data?.accounts ?? [])} />
      </PageHead>
      <Shown query={query}>
        {({ accounts, offered, moves }) => {
          const chosen = accounts.find((one) => keyOf(one) === openAccount)
          const list = (title: string, rows: readonly TreasuryAccountShown[]) => (
            <ListCard
              title={title}
              none="None."
              rows={rows}
              rowKey={keyOf}
              columns={columns(may ? (one) => setOpenAccount(keyOf(one)) : null)}
            />
          )
          const pays = ({ place: name }: TreasuryAccountShown) => !/revenue|interest/.test(name)
          return (
            <div className="flex flex-col gap-5">
              <NotOffered offered={offered} />
              <UnpaidClosingsCard />
              {list('Accounts that pay customers', accounts.filter(pays))}
              {list(
                'Accounts that collect your earnings',
                accounts.filter((one) => !pays(one)),
              )}
              <TreasuryHistory moves={moves} />
              <ClaimsCard may={may} />
              {chosen !== undefined && (
                <MoveDialog account={chosen} accounts={accounts} onClose={() => setOpenAccount(null)} />
              )}
            </div>
          )
        }}
      </Shown>
    </div>
  )
}

/** Services that real customers cannot use until an account is funded. */
function NotOffered({ offered }: { readonly offered: OfferedServices }) {
  const missing = [
    ...(offered.trading ? [] : ['real-money trading']),
    ...(offered.loans ? [] : ['loans']),
    ...(['USDT', 'BTC', 'ETH'] as const)
      .filter((coin) => !offered.conversions.includes(coin))
      .map((coin) => `conversions into ${coin}`),
  ]
  if (missing.length === 0)
    return (
      <Banner tone="good">
        Everything that depends on your money is funded and offered to real customers.
      </Banner>
    )
  return (
    <Banner tone="warn">
      {`Not offered to real customers now: ${missing.join(', ')}. The customers’ pages say so. Fund the accounts marked “${stateWords.lacking[0]}”.`}
    </Banner>
  )
}

const columns = (
  onMove: ((account: TreasuryAccountShown) => void) | null,
): readonly Column<TreasuryAccountShown>[] =>
  onMove === null ? amountColumns : [...amountColumns, moveColumn(onMove)]

const amountColumns: readonly Column<TreasuryAccountShown>[] = [
  {
    key: 'account',
    title: 'Account',
    className: 'min-w-40',
    cell: ({ place, coin, state }) => (
      <span className="flex max-w-line flex-col items-start whitespace-normal">
        <span className="font-medium text-ink">{`${placeWords[place]}, ${coin}`}</span>
        <span className="mb-1 text-12 text-ink-3">{purposeWords[place]}</span>
        <Badge tone={stateWords[state][1]}>{stateWords[state][0]}</Badge>
      </span>
    ),
  },
  {
    key: 'balance',
    title: 'Balance',
    end: true,
    cell: ({ balance, coin }) => <Money amount={balance} asset={coin} max={8} />,
  },
  {
    key: 'promised',
    title: 'Set aside, promised',
    end: true,
    cell: ({ held, coin, promises }) => (
      <span className="flex flex-col items-end">
        <Money amount={held} asset={coin} max={8} />
        {promises.map(({ kind, amount }) => (
          <span key={kind} className="text-12 text-ink-3">
            {amount === null ? 'unknown now ' : <Money amount={amount} asset={coin} max={8} />}
            {` ${promiseWords[kind]}`}
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'free',
    title: 'Free',
    end: true,
    cell: ({ free, coin, place }) => (
      <span data-free={`${place} ${coin}`}>
        {free === null ? '–' : <Money amount={free} asset={coin} max={8} />}
      </span>
    ),
  },
]

const moveColumn = (onMove: (account: TreasuryAccountShown) => void) =>
  actColumn((account: TreasuryAccountShown) => (
    <Button
      variant="secondary"
      size="s"
      aria-label={`Move: ${placeWords[account.place]}, ${account.coin}`}
      onClick={() => onMove(account)}
    >
      Move …
    </Button>
  ))

const rowsOf = (accounts: readonly TreasuryAccountShown[]) => [
  ['account', 'coin', 'balance', 'set aside', 'promised beyond', 'free', 'status'],
  ...accounts.map((one) => [
    one.place,
    one.coin,
    one.balance,
    one.held,
    one.promises.map(({ kind, amount }) => `${kind} ${amount ?? 'unknown'}`).join(' '),
    one.free ?? '',
    stateWords[one.state][0],
  ]),
]
