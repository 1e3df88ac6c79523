import type { SupportEntry } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/choices.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOpsPages } from '../session/use-ops.ts'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { ShownPages } from '../shell/states.tsx'
import { SupportView } from './support-view.tsx'

type State = 'waiting' | 'all'
const everyMs = 4_000

/** Who wrote to support: the list at the left, the conversation beside it. */
export function SupportPage() {
  const [state, setState] = useState<State>('waiting')
  const [, params] = useRoute<{ id: string }>('/support/:id')
  const [, go] = useLocation()
  const answer = useOpsPages('opsSupport', { state, limit: 50 }, everyMs)
  const open = params?.id ?? null
  return (
    <div className="flex h-full min-h-0">
      <section
        aria-label="Support"
        className="flex w-64 shrink-0 flex-col overflow-y-auto border-hairline border-e xl:w-80"
      >
        <header className="sticky top-0 z-10 flex flex-col gap-3 border-hairline border-b bg-ground p-4">
          <h1 className="font-semibold text-20 text-ink">Support</h1>
          <SegmentedControl
            full
            label="Which conversations"
            value={state}
            onChange={setState}
            choices={[
              { value: 'waiting', label: 'Waiting' },
              { value: 'all', label: 'All' },
            ]}
          />
        </header>
        <ShownPages
          answer={answer}
          empty={{
            icon: <MessagesSquare aria-hidden />,
            title: state === 'waiting' ? 'Nobody waits' : 'Nobody has written yet',
            text: 'What customers write stands here, who waits longest first.',
          }}
        >
          {(shown) => (
            <ul>
              {shown.map((entry) => (
                <li key={entry.id}>
                  <Line entry={entry} here={entry.id === open} onOpen={() => go(`/support/${entry.id}`)} />
                </li>
              ))}
            </ul>
          )}
        </ShownPages>
      </section>
      <section aria-label="Conversation" className="min-w-0 flex-1">
        {open === null ? (
          <EmptyState
            icon={<MessagesSquare aria-hidden />}
            title="No conversation is open"
            text="Choose one at the left."
            className="pt-32"
          />
        ) : (
          <SupportView key={open} id={open} />
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
  readonly entry: SupportEntry
  readonly here: boolean
  readonly onOpen: () => void
}) {
  const me = useMe()
  const { claimedBy, waitingSince } = entry
  const at = waitingSince ?? entry.lastAt
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
        <span className="min-w-0 truncate font-medium text-14 text-ink">{entry.userName}</span>
        <span className="figures shrink-0 text-12 text-ink-3" title={momentOf(at)}>
          {distanceTo(at, Date.now())}
        </span>
      </span>
      <span dir="auto" className="line-clamp-2 text-14 text-ink-2 [overflow-wrap:anywhere]">
        {entry.newest === '' ? 'A picture' : entry.newest}
      </span>
      {claimedBy !== null && (
        <span
          className={classNames('truncate text-12', claimedBy.id === me.id ? 'text-accent' : 'text-ink-3')}
        >
          {claimedBy.id === me.id ? 'claimed by you' : `claimed by ${claimedBy.email}`}
        </span>
      )}
    </button>
  )
}
