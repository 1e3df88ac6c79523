import type { CustomerTrace, FoundCustomer } from '@candor/contract'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { TagChip } from '@candor/ui/controls/tag-chip.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { UsersRound } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { useOps, useOpsPages } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { dayOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ShownPages } from '../shell/states.tsx'
import { CustomerView } from './customer-view.tsx'
import { statusTones } from './status-tones.ts'

/** Customers, found by name, address or id; one of them with everything of theirs. */
export function CustomersPage() {
  const [, params] = useRoute<{ id: string }>('/customers/:id')
  return params === null ? <CustomerList /> : <CustomerView key={params.id} id={params.id} />
}

function CustomerList() {
  const [, go] = useLocation()
  const [search, setSearch] = useState('')
  const [tag, setTag] = useState('')
  const q = useDeferredValue(search.trim())
  const query = useOpsPages('opsFindCustomers', { q, ...(tag === '' ? {} : { tag }), limit: 50 })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="p-6">
      <PageHead
        title="Customers"
        text="By a part of the username, email or phone, by words of the legal name, or by a whole ID, order number, deposit or payout address, transaction hash or IP address. Each customer you open is recorded in the audit log."
      >
        <CsvButton name="customers" rows={() => rowsOf(items)} />
      </PageHead>
      <div className="mb-4 grid max-w-form gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchInput
          autoFocus
          aria-label="Search customers"
          placeholder="Name, order, transaction, IP …"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <TagFilter tag={tag} onTag={setTag} />
      </div>
      <Card flush>
        <ShownPages
          query={query}
          empty={{
            icon: <UsersRound aria-hidden />,
            title: 'No customers found',
            text: q === '' && tag === '' ? 'New customers appear here.' : 'No customer matches your search.',
          }}
        >
          {(shown) => (
            <Table
              label="Customers"
              rows={shown}
              rowKey={({ id }) => id}
              onRow={({ id }) => go(`/customers/${id}`)}
              columns={columns}
            />
          )}
        </ShownPages>
      </Card>
    </div>
  )
}

/** Narrows the list to customers with a tag. Absent while no customer has one. */
function TagFilter({ tag, onTag }: { readonly tag: string; readonly onTag: (tag: string) => void }) {
  const { data: inUse = [] } = useOps('opsCustomerTags', {})
  if (inUse.length === 0 && tag === '') return null
  const options = [
    { value: '', label: 'All tags' },
    ...inUse.map((one) => ({ value: one.tag, label: `${one.tag} (${one.customers})` })),
  ]
  return <Select label="Tag" searchable={inUse.length > 8} options={options} value={tag} onChange={onTag} />
}

const traceWords: Readonly<Record<CustomerTrace, string>> = {
  order: 'Their order or loan',
  address: 'Their deposit or payout address',
  transaction: 'Their deposit or withdrawal',
  network: 'Signed in from this IP address',
  document: 'Their document',
  name: 'Their legal name',
}

const columns: readonly Column<FoundCustomer>[] = [
  {
    key: 'name',
    title: 'Username',
    className: 'min-w-40 [overflow-wrap:anywhere]',
    cell: ({ id, userName, foundBy, tags }) => (
      <span className="flex flex-col">
        <Link href={`/customers/${id}`} className="font-medium text-ink no-underline">
          {userName}
        </Link>
        {foundBy !== null && <span className="text-12 text-ink-3">{traceWords[foundBy]}</span>}
        {tags.length > 0 && (
          <span className="mt-1 flex flex-wrap gap-1">
            {tags.map((tag) => (
              <TagChip key={tag} tag={tag} />
            ))}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'email',
    title: 'Email',
    className: 'min-w-44 [overflow-wrap:anywhere]',
    cell: ({ email }) => email,
  },
  { key: 'country', title: 'Country', cell: ({ country }) => country ?? '' },
  { key: 'kyc', title: 'Identity', cell: ({ kyc }) => kyc },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{status}</Badge>,
  },
  {
    key: 'since',
    title: 'Customer since',
    end: true,
    cell: ({ createdAt }) => <span className="figures">{dayOf(createdAt)}</span>,
  },
]

const rowsOf = (items: readonly FoundCustomer[]) => [
  ['id', 'username', 'email', 'country', 'identity', 'status', 'tags', 'customer since'],
  ...items.map((one) => [
    one.id,
    one.userName,
    one.email,
    one.country ?? '',
    one.kyc,
    one.status,
    one.tags.join(', '),
    one.createdAt,
  ]),
]
