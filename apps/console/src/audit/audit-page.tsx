import type { AuditEntry } from '@candor/contract'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { ScrollText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useOps, useOpsPages } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ShownPages } from '../shell/states.tsx'

/** Everything operators did, in one chain; and whether the chain still holds. */
export function AuditPage() {
  const [actor, setActor] = useState('')
  const [action, setAction] = useState('')
  const [subject, setSubject] = useState('')
  const filter = useDeferredValue({ actor: actor.trim(), action: action.trim(), subject: subject.trim() })
  const query = useOpsPages('opsAudit', { ...given(filter), limit: 50 })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="p-6">
      <PageHead
        title="Audit log"
        text="Every operator action is one entry in a hash chain that nobody can change."
      >
        <CsvButton name="audit-log" rows={() => rowsOf(items)} />
      </PageHead>
      <ChainCheck />
      <div className="my-4 grid gap-3 md:grid-cols-3">
        <Filter label="Actor" placeholder="Actor: email address" value={actor} onValue={setActor} />
        <Filter label="Action" placeholder="Action: withdrawal.approve" value={action} onValue={setAction} />
        <Filter label="Subject" placeholder="Subject: customer:…" value={subject} onValue={setSubject} />
      </div>
      <Card flush>
        <ShownPages
          query={query}
          empty={{
            icon: <ScrollText aria-hidden />,
            title: 'No entries',
            text: 'No action matches these filters.',
          }}
        >
          {(shown) => (
            <Table label="Audit log" rows={shown} rowKey={({ seq }) => String(seq)} columns={columns} />
          )}
        </ShownPages>
      </Card>
    </div>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'seq',
    title: 'No.',
    cell: ({ seq }) => <span className="figures text-ink-3">{seq}</span>,
  },
  {
    key: 'at',
    title: 'Time',
    cell: ({ at }) => <span className="figures">{momentOf(at)}</span>,
  },
  {
    key: 'actor',
    title: 'Actor',
    className: 'max-w-44 xl:max-w-none',
    cell: (entry) => <Long text={entry.actor} />,
  },
  {
    key: 'action',
    title: 'Action, subject',
    className: 'max-w-52 xl:max-w-80',
    cell: (entry) => (
      <>
        <span className="block text-ink [overflow-wrap:anywhere]">{entry.action}</span>
        <span className="text-12 text-ink-3">
          <Long text={entry.subject} />
        </span>
      </>
    ),
  },
  {
    key: 'more',
    title: 'Reason and change',
    className: 'max-w-44 xl:max-w-96',
    cell: (entry) => <More entry={entry} />,
  },
]

const given = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

function Filter(props: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  return (
    <SearchInput
      compact
      aria-label={props.label}
      placeholder={props.placeholder}
      value={props.value}
      onChange={(event) => props.onValue(event.target.value)}
    />
  )
}

function ChainCheck() {
  const { data } = useOps('opsAuditCheck', {})
  if (data === undefined) return null
  if (data.findings.length === 0)
    return (
      <Banner tone="good" title={`The chain is intact: ${data.entries} entries.`}>
        <p className="[overflow-wrap:anywhere]">{`Latest hash ${data.head}`}</p>
        <p className="[overflow-wrap:anywhere]">
          {data.signed === null
            ? 'No head has been signed yet. The first is signed within two minutes of the start.'
            : `Signed head ${data.signed.number} of ${momentOf(data.signed.at)}, key ${data.signed.keyId}: ${data.signed.hash}`}
        </p>
      </Banner>
    )
  return (
    <Banner tone="bad" title="The audit log has been tampered with.">
      <ul>
        {data.findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </Banner>
  )
}

const Long = ({ text }: { readonly text: string }) => (
  <span className="block truncate" title={text}>
    {text}
  </span>
)

function More({ entry }: { readonly entry: AuditEntry }) {
  const change = JSON.stringify({ before: entry.before, after: entry.after })
  return (
    <details>
      <summary className="max-w-44 xl:max-w-96 truncate text-ink-2">
        {entry.reason ?? (change === none ? '' : change)}
      </summary>
      <pre className="mt-1 max-w-44 xl:max-w-96 whitespace-pre-wrap text-12 text-ink-2 [overflow-wrap:anywhere]">
        {JSON.stringify({ before: entry.before, after: entry.after, hash: entry.hash }, null, 1)}
      </pre>
    </details>
  )
}

const none = JSON.stringify({ before: null, after: null })

const rowsOf = (items: readonly AuditEntry[]) => [
  ['seq', 'at', 'actor', 'action', 'subject', 'reason', 'before', 'after', 'hash'],
  ...items.map((one) => [
    String(one.seq),
    one.at,
    one.actor,
    one.action,
    one.subject,
    one.reason ?? '',
    JSON.stringify(one.before),
    JSON.stringify(one.after),
    one.hash,
  ]),
]
