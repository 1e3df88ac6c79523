import type { CustomerShown } from '@candor/contract'
import { Money, MoneyChange } from '@candor/ui/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { type Column, Table } from '@candor/ui/table.tsx'
import { Link } from 'wouter'
import { CsvButton } from '../shell/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'

/** What a person has open, what moved, what they asked for, where they are signed in. */
export function CustomerTables({ customer }: { readonly customer: CustomerShown }) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Titled
        title="Requests"
        none="Nothing was handed in that your role sees."
        rows={customer.cases}
        rowKey={({ kind, id }) => `${kind}${id}`}
        columns={[
          { key: 'kind', title: 'Queue', cell: ({ kind }) => kind },
          {
            key: 'what',
            title: 'What',
            cell: ({ kind, id, summary }) => (
              <Link href={`/${kind}/${id}`} className="text-accent">
                {summary}
              </Link>
            ),
          },
          { key: 'status', title: 'State', cell: ({ status }) => status },
          { key: 'at', title: 'Handed in', end: true, cell: ({ createdAt }) => <At iso={createdAt} /> },
        ]}
      />
      <Titled
        title="Open positions"
        none="Nothing is open."
        rows={customer.positions}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'code',
            title: 'Market',
            cell: ({ code, mode }) => (mode === 'demo' ? `${code}, demo` : code),
          },
          { key: 'side', title: 'Side', cell: ({ direction, lots }) => `${direction} ${lots}` },
          {
            key: 'open',
            title: 'Opened at',
            end: true,
            cell: ({ openPrice }) => <span className="figures">{openPrice}</span>,
          },
          { key: 'since', title: 'Since', cell: ({ openedAt }) => <At iso={openedAt} /> },
          {
            key: 'margin',
            title: 'Margin',
            end: true,
            cell: ({ margin }) => <Money amount={margin} asset="USDT" max={2} />,
          },
        ]}
      />
      <Titled
        title="Newest entries of the real account"
        none="Nothing has moved."
        csv={{
          name: `statement-${customer.userName}`,
          rows: () => [
            ['at', 'kind', 'asset', 'amount', 'balance after', 'reference'],
            ...customer.entries.map((one) => [
              one.at,
              one.kind,
              one.asset,
              one.amount,
              one.balanceAfter,
              one.reference ?? '',
            ]),
          ],
        }}
        rows={customer.entries}
        rowKey={({ id }) => id}
        columns={[
          { key: 'at', title: 'When', cell: ({ at }) => <At iso={at} /> },
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
        ]}
      />
      <Titled
        title="Invited"
        none="They invited nobody."
        rows={customer.invited}
        rowKey={({ id }) => id}
        columns={[
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
            title: 'Fees counted',
            end: true,
            cell: ({ fees }) => <Money amount={fees} asset="USDT" />,
          },
          {
            key: 'earned',
            title: 'Commission paid',
            end: true,
            cell: ({ earned }) => <Money amount={earned} asset="USDT" />,
          },
        ]}
      />
      <Titled
        title="Signed in"
        none="No session is open."
        rows={customer.sessions}
        rowKey={({ id }) => id}
        columns={[
          { key: 'device', title: 'Device', cell: ({ device }) => device },
          { key: 'address', title: 'From', cell: ({ address }) => address },
          { key: 'since', title: 'Since', cell: ({ createdAt }) => <At iso={createdAt} /> },
          { key: 'seen', title: 'Last seen', end: true, cell: ({ lastSeenAt }) => <At iso={lastSeenAt} /> },
        ]}
      />
    </div>
  )
}

const At = ({ iso }: { readonly iso: string }) => <span className="figures">{momentOf(iso)}</span>

function Titled<Row>({
  title,
  none,
  csv,
  rows,
  rowKey,
  columns,
}: {
  readonly title: string
  readonly none: string
  readonly csv?: { readonly name: string; readonly rows: () => readonly (readonly string[])[] }
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly columns: readonly Column<Row>[]
}) {
  return (
    <Card flush>
      <div className="flex items-center justify-between px-5 pt-4 pb-2">
        <h2 className="font-semibold text-14 text-ink">{title}</h2>
        {csv !== undefined && <CsvButton name={csv.name} rows={csv.rows} />}
      </div>
      {rows.length === 0 ? (
        <p className="px-5 pb-4 text-14 text-ink-2">{none}</p>
      ) : (
        <Table label={title} rows={rows} rowKey={rowKey} columns={columns} />
      )}
    </Card>
  )
}
