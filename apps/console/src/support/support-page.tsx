import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { WaitingLine, WaitingList } from '../queues/waiting-list.tsx'
import { useOpsPages } from '../session/use-ops.ts'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { SupportView } from './support-view.tsx'

type State = 'waiting' | 'all'
const states = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'all', label: 'All' },
] as const
const everyMs = 4_000

/** Conversations of support: the list at the left, the open one next to it. */
export function SupportPage() {
  const [state, setState] = useState<State>('waiting')
  const [, params] = useRoute<{ id: string }>('/support/:id')
  const [, go] = useLocation()
  const query = useOpsPages('opsSupport', { state, limit: 50 }, everyMs)
  const open = params?.id ?? null
  return (
    <WaitingList
      title="Support"
      filter={{ label: 'Conversations', value: state, onChange: setState, choices: states }}
      query={query}
      icon={<MessagesSquare aria-hidden />}
      empty={{
        title: state === 'waiting' ? 'No one is waiting' : 'No conversations yet',
        text: 'Customers’ messages appear here, longest wait first.',
      }}
      line={(entry) => (
        <WaitingLine
          who={entry.userName}
          when={<Since iso={entry.waitingSince ?? entry.lastAt} />}
          claimedBy={entry.claimedBy}
          here={entry.id === open}
          onOpen={() => go(`/support/${entry.id}`)}
        >
          <span dir="auto" className="line-clamp-2 text-14 text-ink-2 [overflow-wrap:anywhere]">
            {entry.newest === '' ? 'A picture' : entry.newest}
          </span>
        </WaitingLine>
      )}
      detail={{
        label: 'Conversation',
        list: '/support',
        open: open && <SupportView key={open} id={open} />,
        none: { title: 'No conversation selected', text: 'Select a conversation on the left.' },
      }}
    />
  )
}

const Since = ({ iso }: { readonly iso: string }) => (
  <span className="figures shrink-0 text-12 text-ink-3" title={momentOf(iso)}>
    {distanceTo(iso, Date.now())}
  </span>
)
