import { classNames } from '@candor/ui/class-names.ts'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import type { ReactNode } from 'react'
import { useMe } from '../session/me.ts'
import { BackLink } from '../shell/page-head.tsx'
import { type PagesQuery, ShownPages } from '../shell/states.tsx'

interface WaitingListProps<Entry, State extends string> {
  readonly title: string
  /** Next to the title. */
  readonly aside?: ReactNode
  readonly filter: {
    readonly label: string
    readonly value: State
    readonly onChange: (state: State) => void
    readonly choices: readonly { readonly value: State; readonly label: string }[]
  }
  readonly query: PagesQuery<Entry>
  readonly icon: ReactNode
  readonly empty: { readonly title: string; readonly text: string }
  readonly line: (entry: Entry) => ReactNode
  readonly foot?: ReactNode
  /** Shown next to the list: the open entry, or a hint to open one. */
  readonly detail: {
    readonly label: string
    /** Null: none is open. */
    readonly open: ReactNode
    /** Address of the list alone: on a narrow screen the open entry is shown instead of it. */
    readonly list: string
    readonly none: { readonly title: string; readonly text: string }
    readonly className?: string
  }
}

/** A list of waiting entries, with the open one next to it; on a narrow screen one of both. */
export function WaitingList<Entry extends { readonly id: string }, State extends string>({
  title,
  aside,
  filter,
  query,
  icon,
  empty,
  line,
  foot,
  detail,
}: WaitingListProps<Entry, State>) {
  const isOpen = detail.open !== null
  return (
    <div className="flex h-full min-h-0">
      <section
        aria-label={title}
        className={classNames(
          'flex w-full shrink-0 flex-col overflow-y-auto border-hairline border-e md:w-64 xl:w-80',
          isOpen && 'max-md:hidden',
        )}
      >
        <header className="sticky top-0 z-10 flex flex-col gap-3 border-hairline border-b bg-ground p-4">
          <div className="flex items-center justify-between gap-2">
            <h1 className="font-semibold text-20 text-ink">{title}</h1>
            {aside}
          </div>
          <SegmentedControl full {...filter} />
        </header>
        <ShownPages query={query} empty={{ icon, ...empty }}>
          {(shown) => (
            <ul>
              {shown.map((entry) => (
                <li key={entry.id}>{line(entry)}</li>
              ))}
            </ul>
          )}
        </ShownPages>
        {foot}
      </section>
      <section
        aria-label={detail.label}
        className={classNames('flex min-w-0 flex-1 flex-col', !isOpen && 'max-md:hidden')}
      >
        {isOpen && <BackLink to={detail.list} title={title} className="px-5 pt-4 md:hidden" />}
        <div className={classNames('min-h-0 flex-1', detail.className)}>
          {detail.open ?? <EmptyState icon={icon} {...detail.none} className="pt-32" />}
        </div>
      </section>
    </div>
  )
}

interface WaitingLineProps {
  readonly who: string
  /** Waiting time, at the end of the line. */
  readonly when: ReactNode
  readonly claimedBy: { readonly id: string; readonly email: string } | null
  readonly here: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** One line of the list: the customer, the waiting time, the subject, and the operator who works on it. */
export function WaitingLine({ who, when, claimedBy, here, onOpen, children }: WaitingLineProps) {
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
        <span className="min-w-0 truncate font-medium text-14 text-ink">{who}</span>
        {when}
      </span>
      {children}
      {claimedBy !== null && <Claimed by={claimedBy} />}
    </button>
  )
}

function Claimed({ by }: { readonly by: NonNullable<WaitingLineProps['claimedBy']> }) {
  const me = useMe()
  const mine = by.id === me.id
  return (
    <span className={classNames('truncate text-12', mine ? 'text-accent' : 'text-ink-3')}>
      {mine ? 'claimed by you' : `claimed by ${by.email}`}
    </span>
  )
}
