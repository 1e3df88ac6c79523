import type { CaseKindName, QueueEntry } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/choices.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOpsPages } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv-button.tsx'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { ShownPages } from '../shell/states.tsx'
import { CaseView } from './case-view.tsx'
import { useKeys } from './use-keys.ts'

type State = 'waiting' | 'decided'

/** One queue: the list at the left, the case with its evidence and the decision beside it. */
export const queuePage = (kind: CaseKindName, title: string) =>
  function QueuePage() {
    const [state, setState] = useState<State>('waiting')
    const [, params] = useRoute<{ id: string }>(`/${kind}/:id`)
    const [, go] = useLocation()
    const answer = useOpsPages('opsQueue', { kind, state, limit: 50 }, 15_000)
    const items = answer.data?.pages.flatMap((page) => page.items) ?? []
    const open = params?.id ?? null
    const choose = (id: string) => go(`/${kind}/${id}`)
    const step = (by: 1 | -1) => {
      const at = items.findIndex(({ id }) => id === open)
      const next = items[at === -1 ? 0 : at + by]
      if (next !== undefined) choose(next.id)
    }
    useKeys({ j: () => step(1), k: () => step(-1) })
    return (
      <div className="flex h-full min-h-0">
        <section
          aria-label={title}
          className="flex w-64 shrink-0 flex-col overflow-y-auto border-hairline border-e xl:w-80"
        >
          <header className="sticky top-0 z-10 flex flex-col gap-3 border-hairline border-b bg-ground p-4">
            <div className="flex items-center justify-between gap-2">
              <h1 className="font-semibold text-20 text-ink">{title}</h1>
              <CsvButton name={`${kind}-${state}`} rows={() => rowsOf(items)} />
            </div>
            <SegmentedControl
              full
              label="Which cases"
              value={state}
              onChange={setState}
              choices={[
                { value: 'waiting', label: 'Waiting' },
                { value: 'decided', label: 'Decided' },
              ]}
            />
          </header>
          <ShownPages
            answer={answer}
            empty={{
              icon: <Inbox aria-hidden />,
              title: state === 'waiting' ? 'Nothing waits' : 'Nothing was decided yet',
              text:
                state === 'waiting'
                  ? 'What customers hand in stands here, the nearest deadline first.'
                  : 'What was approved or refused stands here, newest first.',
            }}
          >
            {(shown) => (
              <ul>
                {shown.map((entry) => (
                  <li key={entry.id}>
                    <Line entry={entry} here={entry.id === open} onOpen={() => choose(entry.id)} />
                  </li>
                ))}
              </ul>
            )}
          </ShownPages>
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
        </section>
        <section aria-label="Case" className="min-w-0 flex-1 overflow-y-auto">
          {open === null ? (
            <EmptyState
              icon={<Inbox aria-hidden />}
              title="No case is open"
              text="Choose one at the left, or press j."
              className="pt-32"
            />
          ) : (
            <CaseView key={open} kind={kind} id={open} onDone={() => step(1)} />
          )}
        </section>
      </div>
    )
  }

function Line({
  entry,
  here,
  onOpen,
}: {
  readonly entry: QueueEntry
  readonly here: boolean
  readonly onOpen: () => void
}) {
  return (
    <button
      type="button"
      aria-current={here ? 'true' : undefined}
      onClick={onOpen}
      className={classNames(
        'flex w-full flex-col gap-1 border-hairline border-b px-4 py-3 text-start',
        here ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 truncate font-medium text-14 text-ink">{entry.customer.userName}</span>
        <Deadline entry={entry} />
      </span>
      <span className="text-14 text-ink-2">{entry.summary}</span>
      <Holder entry={entry} />
    </button>
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

function Holder({ entry }: { readonly entry: QueueEntry }) {
  const me = useMe()
  if (entry.claimedBy === null) return null
  const mine = entry.claimedBy.id === me.id
  return (
    <span className={classNames('truncate text-12', mine ? 'text-accent' : 'text-ink-3')}>
      {mine ? 'claimed by you' : `claimed by ${entry.claimedBy.email}`}
    </span>
  )
}

const rowsOf = (items: readonly QueueEntry[]) => [
  ['id', 'customer', 'summary', 'status', 'created', 'deadline', 'late', 'claimed by'],
  ...items.map((entry) => [
    entry.id,
    entry.customer.userName,
    entry.summary,
    entry.status,
    entry.createdAt,
    entry.deadlineAt ?? '',
    entry.late ? 'yes' : 'no',
    entry.claimedBy?.email ?? '',
  ]),
]
