import type { ListedMarket, MarketActionShown, MarketHalt } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, Banner, EmptyState, type Tone } from '@candor/ui/feedback.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { CalendarClock, CirclePause } from 'lucide-react'
import { useState } from 'react'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { CancelDialog, ProposeActionDialog } from './action-dialogs.tsx'
import { HaltDialog, ResumeDialog, ResumeManyDialog } from './halt-dialogs.tsx'
import { groupsToResume } from './halt-groups.ts'
import { haltWords } from './halt-words.ts'
import { TradingHours } from './hours/trading-hours.tsx'
import { MarketList } from './market-list.tsx'
import { OfferedMarkets } from './offered-markets.tsx'
import { PriceHistory } from './price-history.tsx'

type Events = OpsResult<'opsMarketEvents'>
type OpenDialog =
  | { readonly kind: 'action' | 'resumeMany' }
  | { readonly kind: 'halt'; readonly code?: string }
  | { readonly kind: 'resume'; readonly code: string }
  | { readonly kind: 'cancel'; readonly action: MarketActionShown }

/** Prices; which markets are offered, by two people; halts, by one person at once; splits and dividends, by two; contract rolls, which come by themselves. */
export function MarketsPage() {
  const query = useOps('opsMarketEvents', {}, { everyMs: 15_000 })
  const list = useOps('opsMarketList', {}, { everyMs: 5_000 })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const resume = (code: string) => setDialog({ kind: 'resume', code })
  return (
    <div className="p-6">
      <Head events={query.data} isListed={list.data !== undefined} onOpen={(kind) => setDialog({ kind })} />
      <Shown query={query}>
        {(events) => (
          <>
            <div className="flex flex-col gap-5">
              <Clocks clocks={events.clocks} />
              <Shown query={list}>
                {(markets) => (
                  <MarketList
                    markets={markets}
                    onHalt={(code) => setDialog({ kind: 'halt', code })}
                    onResume={resume}
                  />
                )}
              </Shown>
              <OfferedMarkets markets={list.data ?? []} />
              <TradingHours markets={list.data ?? []} />
              <Halts halts={events.halts} onResume={resume} />
              <Actions
                actions={events.actions}
                onCancel={(action) => setDialog({ kind: 'cancel', action })}
              />
              <PriceHistory />
            </div>
            {dialog !== null && (
              <Dialogs
                dialog={dialog}
                events={events}
                list={list.data ?? []}
                onClose={() => setDialog(null)}
              />
            )}
          </>
        )}
      </Shown>
    </div>
  )
}

function Head({
  events,
  isListed,
  onOpen,
}: {
  readonly events: Events | undefined
  readonly isListed: boolean
  readonly onOpen: (kind: 'halt' | 'action' | 'resumeMany') => void
}) {
  return (
    <PageHead
      title="Markets"
      text="A halt takes effect immediately: prices continue, nothing fills. Splits and dividends are proposed here and approved by a second person under Four eyes. Rollovers are automatic."
    >
      <CsvButton name="market-events" rows={() => rowsOf(events)} />
      <Button variant="secondary" disabled={events === undefined} onClick={() => onOpen('action')}>
        Propose a split or dividend …
      </Button>
      {groupsToResume(events?.halts ?? []).length > 0 && (
        <Button variant="secondary" onClick={() => onOpen('resumeMany')}>
          Resume several …
        </Button>
      )}
      <Button variant="danger" disabled={events === undefined || !isListed} onClick={() => onOpen('halt')}>
        Halt trading …
      </Button>
    </PageHead>
  )
}

/** Clocks that differ from those of feeds, with what that means for customers. */
const Clocks = ({ clocks }: Pick<Events, 'clocks'>) =>
  clocks.map(({ tone, text }) => (
    <Banner key={text} tone={tone} title={text}>
      Synchronise the server’s clock with NTP, or look at the feed’s connection.
    </Banner>
  ))

function Dialogs({
  dialog,
  events: { markets, halts },
  list,
  onClose,
}: {
  readonly dialog: OpenDialog
  readonly events: Events
  readonly list: readonly ListedMarket[]
  readonly onClose: () => void
}) {
  if (dialog.kind === 'resume') return <ResumeDialog code={dialog.code} onClose={onClose} />
  if (dialog.kind === 'resumeMany')
    return <ResumeManyDialog groups={groupsToResume(halts)} onClose={onClose} />
  if (dialog.kind === 'cancel') return <CancelDialog action={dialog.action} onClose={onClose} />
  if (dialog.kind === 'halt') return <HaltDialog markets={list} first={dialog.code ?? ''} onClose={onClose} />
  return <ProposeActionDialog stocks={markets.filter(({ stock }) => stock)} onClose={onClose} />
}

function Halts({
  halts,
  onResume,
}: {
  readonly halts: readonly MarketHalt[]
  readonly onResume: (code: string) => void
}) {
  return (
    <ListCard
      title="Halts"
      none={
        <EmptyState
          icon={<CirclePause aria-hidden />}
          title="No halts yet"
          text="Every halt stays listed here with the operator, time and reason."
        />
      }
      rows={halts}
      rowKey={({ id }) => id}
      columns={haltColumns(onResume)}
    />
  )
}

const haltColumns = (onResume: (code: string) => void): readonly Column<MarketHalt>[] => [
  {
    key: 'code',
    title: 'Market',
    cell: ({ code }) => <span className="font-medium text-ink">{code}</span>,
  },
  { key: 'why', title: 'Message', cell: ({ reason }) => haltWords[reason] },
  { key: 'note', title: 'Note', cell: ({ note }) => note ?? '–' },
  { key: 'by', title: 'Halted', cell: (halt) => <Who name={halt.haltedBy} at={halt.haltedAt} /> },
  {
    key: 'lifted',
    title: 'Resumed',
    cell: ({ liftedBy, liftedAt }) =>
      liftedAt === null ? <Badge tone="bad">halted</Badge> : <Who name={liftedBy ?? ''} at={liftedAt} />,
  },
  actColumn(
    (halt) =>
      halt.liftedAt === null && (
        <Button variant="secondary" size="s" onClick={() => onResume(halt.code)}>
          Resume …
        </Button>
      ),
  ),
]

const states = {
  done: ['done', 'good'],
  cancelled: ['cancelled', 'neutral'],
  scheduled: ['scheduled', 'warn'],
} as const satisfies Readonly<Record<string, readonly [words: string, tone: Tone]>>

const stateOf = ({ appliedAt, cancelledAt }: MarketActionShown): keyof typeof states =>
  appliedAt !== null ? 'done' : cancelledAt !== null ? 'cancelled' : 'scheduled'

function Actions({
  actions,
  onCancel,
}: {
  readonly actions: readonly MarketActionShown[]
  readonly onCancel: (action: MarketActionShown) => void
}) {
  return (
    <ListCard
      title="Splits, dividends and rollovers"
      none={
        <EmptyState
          icon={<CalendarClock aria-hidden />}
          title="Nothing is scheduled"
          text="Approved events are listed here until they take effect, and afterwards as done. Proposals await approval under Four eyes."
        />
      }
      rows={actions}
      rowKey={({ id }) => id}
      columns={actionColumns(onCancel)}
    />
  )
}

const actionColumns = (
  onCancel: (action: MarketActionShown) => void,
): readonly Column<MarketActionShown>[] => [
  {
    key: 'code',
    title: 'Market',
    cell: ({ code }) => <span className="font-medium text-ink">{code}</span>,
  },
  { key: 'kind', title: 'Event', cell: ({ kind }) => kind },
  {
    key: 'value',
    title: 'Ratio, amount, contracts',
    cell: ({ value }) => <span className="figures">{value}</span>,
  },
  {
    key: 'at',
    title: 'Takes effect',
    cell: ({ at }) => <span className="figures">{momentOf(at)}</span>,
  },
  { key: 'by', title: 'Requested by', cell: ({ askedBy }) => askedBy },
  {
    key: 'state',
    title: 'Status',
    cell: (action) => {
      const [words, tone] = states[stateOf(action)]
      return (
        <span className="flex flex-col items-start gap-1">
          <Badge tone={tone}>{words}</Badge>
          {action.cancelledBy !== null && (
            <span className="text-12 text-ink-3">{`by ${action.cancelledBy}`}</span>
          )}
        </span>
      )
    },
  },
  actColumn(
    (action) =>
      stateOf(action) === 'scheduled' && (
        <Button variant="secondary" size="s" onClick={() => onCancel(action)}>
          Cancel …
        </Button>
      ),
  ),
]

function Who({ name, at }: { readonly name: string; readonly at: string }) {
  return (
    <span className="flex flex-col">
      <span className="[overflow-wrap:anywhere]">{name}</span>
      <span className="figures text-12 text-ink-3">{momentOf(at)}</span>
    </span>
  )
}

const rowsOf = (events: Events | undefined) => [
  ['market', 'what', 'value or reason', 'note', 'from', 'by', 'ended', 'ended by'],
  ...(events?.halts ?? []).map((one) => [
    one.code,
    'halt',
    one.reason,
    one.note ?? '',
    one.haltedAt,
    one.haltedBy,
    one.liftedAt ?? '',
    one.liftedBy ?? '',
  ]),
  ...(events?.actions ?? []).map((one) => [
    one.code,
    one.kind,
    one.value,
    stateOf(one),
    one.at,
    one.askedBy,
    one.appliedAt ?? one.cancelledAt ?? '',
    one.cancelledBy ?? '',
  ]),
]
