import type { CustomerShown } from '@candor/contract'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { Link } from 'wouter'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'

/** A customer's requests, positions, trades, entries, payout addresses, invitations and sessions. */
export function CustomerTables({ customer }: { readonly customer: CustomerShown }) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <ListCard
        title="Requests"
        none="No requests visible to your role."
        rows={customer.cases}
        rowKey={({ kind, id }) => `${kind}${id}`}
        columns={requestColumns}
      />
      <ListCard
        title="Open positions"
        none="No open positions."
        rows={customer.positions}
        rowKey={({ id }) => id}
        columns={positionColumns}
      />
      <ListCard
        title="Latest closed trades"
        none="No closed trades."
        csv={{ name: `trades-${customer.userName}`, rows: () => tradeRows(customer.trades) }}
        rows={customer.trades}
        rowKey={({ id }) => id}
        columns={tradeColumns}
      />
      <ListCard
        title="Latest entries of the real account"
        none="No entries yet."
        csv={{
          name: `statement-${customer.userName}`,
          rows: () => rowsOf(customer.entries),
        }}
        rows={customer.entries}
        rowKey={({ id }) => id}
        columns={entryColumns}
      />
      <ListCard
        title="Payout addresses"
        none="No payout addresses."
        rows={customer.payoutAddresses}
        rowKey={({ id }) => id}
        columns={addressColumns}
      />
      <ListCard
        title="Invited customers"
        none="No invited customers."
        rows={customer.invited}
        rowKey={({ id }) => id}
        columns={invitedColumns}
      />
      <ListCard
        title="Sessions"
        none="No open sessions."
        rows={customer.sessions}
        rowKey={({ id }) => id}
        columns={sessionColumns}
      />
    </div>
  )
}

const requestColumns: readonly Column<CustomerShown['cases'][number]>[] = [
  { key: 'kind', title: 'Queue', cell: ({ kind }) => kind },
  {
    key: 'what',
    title: 'Request',
    cell: ({ kind, id, summary }) => (
      <Link href={`/${kind}/${id}`} className="text-accent">
        {summary}
      </Link>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ status }) => status },
  { key: 'at', title: 'Submitted', end: true, cell: ({ createdAt }) => <At iso={createdAt} /> },
]

const positionColumns: readonly Column<CustomerShown['positions'][number]>[] = [
  {
    key: 'code',
    title: 'Market',
    cell: ({ code, mode }) => (mode === 'demo' ? `${code}, demo` : code),
  },
  { key: 'side', title: 'Side', cell: ({ direction, lots }) => `${direction} ${lots}` },
  {
    key: 'prices',
    title: 'Open, now',
    end: true,
    cell: ({ openPrice, lastPrice }) => <TwoPrices first={openPrice} second={lastPrice ?? 'no price'} />,
  },
  { key: 'since', title: 'Opened', cell: ({ openedAt }) => <At iso={openedAt} /> },
  {
    key: 'margin',
    title: 'Margin',
    end: true,
    cell: ({ margin }) => <Money amount={margin} asset="USDT" max={2} />,
  },
  {
    key: 'result',
    title: 'Result now',
    end: true,
    cell: ({ profit }) => (profit === null ? 'not known' : <MoneyChange amount={profit} asset="USDT" />),
  },
]

type Trade = CustomerShown['trades'][number]

const tradeColumns: readonly Column<Trade>[] = [
  {
    key: 'order',
    title: 'Order',
    cell: ({ orderNo }) => <span className="figures">{orderNo}</span>,
  },
  {
    key: 'code',
    title: 'Market',
    cell: ({ code, mode }) => (mode === 'demo' ? `${code}, demo` : code),
  },
  { key: 'side', title: 'Side', cell: ({ direction, lots }) => `${direction} ${lots}` },
  {
    key: 'prices',
    title: 'Open, close',
    end: true,
    cell: ({ openPrice, closePrice }) => <TwoPrices first={openPrice} second={closePrice} />,
  },
  { key: 'why', title: 'Closed by', cell: ({ reason }) => reason },
  { key: 'at', title: 'Closed', cell: ({ closedAt }) => <At iso={closedAt} /> },
  {
    key: 'result',
    title: 'Net result',
    end: true,
    cell: ({ result }) => <MoneyChange amount={result} asset="USDT" />,
  },
]

const addressColumns: readonly Column<CustomerShown['payoutAddresses'][number]>[] = [
  { key: 'network', title: 'Network', cell: ({ network }) => network },
  {
    key: 'address',
    title: 'Address',
    cell: ({ address, label }) => (
      <span className="flex flex-col">
        <span className="figures [overflow-wrap:anywhere]">{address}</span>
        {label !== '' && <span className="text-12 text-ink-3">{label}</span>}
      </span>
    ),
  },
  { key: 'added', title: 'Added', cell: ({ addedAt }) => <At iso={addedAt} /> },
  { key: 'state', title: 'Usable', cell: (address) => <Usable {...address} /> },
]

function Usable({ usableAt, removedAt }: CustomerShown['payoutAddresses'][number]) {
  if (removedAt !== null)
    return (
      <>
        {'removed '}
        <At iso={removedAt} />
      </>
    )
  return usableAt === null ? 'not confirmed' : <At iso={usableAt} />
}

const entryColumns: readonly Column<CustomerShown['entries'][number]>[] = [
  { key: 'at', title: 'Time', cell: ({ at }) => <At iso={at} /> },
  { key: 'kind', title: 'Kind', cell: ({ kind }) => kind },
  {
    key: 'amount',
    title: 'Amount',
    end: true,
    cell: ({ amount, asset }) => <MoneyChange amount={amount} asset={asset} />,
  },
  {
    key: 'after',
    title: 'Balance after',
    end: true,
    cell: ({ balanceAfter, asset }) => <Money amount={balanceAfter} asset={asset} />,
  },
]

const invitedColumns: readonly Column<CustomerShown['invited'][number]>[] = [
  {
    key: 'name',
    title: 'Customer',
    cell: ({ id, userName }) => (
      <Link href={`/customers/${id}`} className="text-accent">
        {userName}
      </Link>
    ),
  },
  { key: 'joined', title: 'Joined', cell: ({ joinedAt }) => <At iso={joinedAt} /> },
  {
    key: 'fees',
    title: 'Commissions counted',
    end: true,
    cell: ({ fees }) => <Money amount={fees} asset="USDT" />,
  },
  {
    key: 'earned',
    title: 'Paid to this customer',
    end: true,
    cell: ({ earned }) => <Money amount={earned} asset="USDT" />,
  },
]

const sessionColumns: readonly Column<CustomerShown['sessions'][number]>[] = [
  { key: 'device', title: 'Device', cell: ({ device }) => device },
  { key: 'address', title: 'From', cell: ({ address }) => address },
  { key: 'since', title: 'Signed in', cell: ({ createdAt }) => <At iso={createdAt} /> },
  { key: 'seen', title: 'Last seen', end: true, cell: ({ lastSeenAt }) => <At iso={lastSeenAt} /> },
]

function TwoPrices({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <span className="figures flex flex-col items-end">
      <span>{first}</span>
      <span>{second}</span>
    </span>
  )
}

const At = ({ iso }: { readonly iso: string }) => <span className="figures">{momentOf(iso)}</span>

const rowsOf = (entries: CustomerShown['entries']) => [
  ['at', 'kind', 'asset', 'amount', 'balance after', 'reference'],
  ...entries.map((one) => [one.at, one.kind, one.asset, one.amount, one.balanceAfter, one.reference ?? '']),
]

const tradeRows = (trades: readonly Trade[]) => [
  [
    'order',
    'account',
    'market',
    'side',
    'lots',
    'open price',
    'close price',
    'net result USDT',
    'closed by',
    'closed',
  ],
  ...trades.map((one) => [
    ...[one.orderNo, one.mode, one.code, one.direction, one.lots, one.openPrice, one.closePrice],
    ...[one.result, one.reason, one.closedAt],
  ]),
]
