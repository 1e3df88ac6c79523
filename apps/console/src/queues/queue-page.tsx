import type { CaseKindName, QueueEntry } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useOpsPages } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { CaseView } from './case-view.tsx'
import { NameLists } from './name-lists.tsx'
import { useKeys } from './use-keys.ts'
import { WaitingLine, WaitingList } from './waiting-list.tsx'

type State = 'waiting' | 'decided'
const states = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const
const emptyWords: Readonly<Record<State, { readonly title: string; readonly text: string }>> = {
  waiting: {
    title: 'The queue is empty',
    text: 'New customer requests appear here, earliest deadline first.',
  },
  decided: {
    title: 'No decisions yet',
    text: 'Approved and refused requests appear here, newest first.',
  },
}

/** One queue: the list at the left, the case with its evidence and the decision next to it. */
export const queuePage = (kind: CaseKindName, title: string) =>
  function QueuePage() {
    const [state, setState] = useState<State>('waiting')
    const [, params] = useRoute<{ id: string }>(`/${kind}/:id`)
    const [, go] = useLocation()
    const query = useOpsPages('opsQueue', { kind, state, limit: 50 }, 15_000)
    const items = query.data?.pages.flatMap((page) => page.items) ?? []
    const open = params?.id ?? null
    const choose = (id: string) => go(`/${kind}/${id}`)
    const step = (by: 1 | -1) => {
      const at = items.findIndex(({ id }) => id === open)
      const next = items[at === -1 ? 0 : at + by]
      if (next !== undefined) choose(next.id)
    }
    useKeys({ j: () => step(1), k: () => step(-1) })
    return (
      <WaitingList
        title={title}
        aside={<CsvButton name={`${kind}-${state}`} rows={() => rowsOf(items)} />}
        filter={{ label: 'Cases', value: state, onChange: setState, choices: states }}
        query={query}
        icon={<Inbox aria-hidden />}
        empty={emptyWords[state]}
        line={(entry) => (
          <WaitingLine
            who={entry.customer.userName}
            when={<Deadline entry={entry} />}
            claimedBy={entry.claimedBy}
            here={entry.id === open}
            onOpen={() => choose(entry.id)}
          >
            <span className="text-14 text-ink-2">{entry.summary}</span>
            {entry.awaitsSecond && <span className="text-12 text-warn">waiting for a second person</span>}
          </WaitingLine>
        )}
        foot={
          <>
            {kind === 'names' && <NameLists />}
            <Keys />
          </>
        }
        detail={{
          label: 'Case',
          list: `/${kind}`,
          className: 'overflow-y-auto',
          open: open && <CaseView key={open} kind={kind} id={open} onDone={() => step(1)} />,
          none: { title: 'No case selected', text: 'Select a case on the left, or press j.' },
        }}
      />
    )
  }

function Keys() {
  return (
    <p className="mt-auto flex flex-wrap gap-x-3 gap-y-1 p-4 text-12 text-ink-3">
      <span>
        <kbd>j</kbd> <kbd>k</kbd> next, previous
      </span>
      <span>
        <kbd>c</kbd> claim
      </span>
      <span>
        <kbd>a</kbd> approve
      </span>
      <span>
        <kbd>r</kbd> refuse
      </span>
    </p>
  )
}

function Deadline({ entry }: { readonly entry: QueueEntry }) {
  if (entry.deadlineAt === null) return <span className="text-12 text-ink-3">{entry.status}</span>
  if (entry.late) return <Badge tone="bad">late</Badge>
  return (
    <span className="figures shrink-0 text-12 text-ink-3" title={momentOf(entry.deadlineAt)}>
      {distanceTo(entry.deadlineAt, Date.now())}
    </span>
  )
}

const rowsOf = (items: readonly QueueEntry[]) => [
  [
    'id',
    'customer',
    'summary',
    'status',
    'created',
    'deadline',
    'late',
    'claimed by',
    'awaits a second person',
  ],
  ...items.map((entry) => [
    entry.id,
    entry.customer.userName,
    entry.summary,
    entry.status,
    entry.createdAt,
    entry.deadlineAt ?? '',
    entry.late ? 'yes' : 'no',
    entry.claimedBy?.email ?? '',
    entry.awaitsSecond ? 'yes' : 'no',
  ]),
]
