import type { HoursDecision, HoursGroup, ListedMarket } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import type { OpsResult } from '../../session/call-ops.ts'
import { useOps } from '../../session/use-ops.ts'
import { actColumn } from '../../shell/act-column.tsx'
import { Shown } from '../../shell/states.tsx'
import { Who } from '../../shell/who.tsx'
import { DaysDialog, type ScopedDay, type ScopedWeek, WeekDialog, WithdrawDialog } from './hours-dialogs.tsx'
import { closureWords, dayHours, scopeWords } from './hours-words.ts'
import { writeSessions } from './session-lines.ts'

type Hours = OpsResult<'opsHours'>
type OpenDialog =
  | { readonly kind: 'days'; readonly changed: ScopedDay | null }
  | { readonly kind: 'week' }
  | { readonly kind: 'withdrawDay'; readonly day: ScopedDay }
  | { readonly kind: 'withdrawWeek'; readonly week: ScopedWeek }

/** Card of trading hours by class and calendar, with what two people announced about them. */
export function TradingHours({ markets }: { readonly markets: readonly ListedMarket[] }) {
  const query = useOps('opsHours', {}, { everyMs: 15_000 })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return (
    <Card flush>
      <SectionHead
        title="Trading hours and closed days"
        action={
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" size="s" onClick={() => setDialog({ kind: 'week' })}>
              Weekly sessions …
            </Button>
            <Button size="s" onClick={() => setDialog({ kind: 'days', changed: null })}>
              Closed days …
            </Button>
          </div>
        }
        className="px-5 pt-4 pb-2"
      />
      <Shown query={query}>
        {(hours) => (
          <>
            <Groups groups={hours.groups} />
            <Announced hours={hours} onOpen={setDialog} />
            <Decisions decisions={hours.decisions} />
            {dialog !== null && (
              <Dialogs dialog={dialog} hours={hours} markets={markets} onClose={() => setDialog(null)} />
            )}
          </>
        )}
      </Shown>
    </Card>
  )
}

function Dialogs({
  dialog,
  hours: { groups, noticeHours },
  markets,
  onClose,
}: {
  readonly dialog: OpenDialog
  readonly hours: Hours
  readonly markets: readonly ListedMarket[]
  readonly onClose: () => void
}) {
  if (dialog.kind === 'withdrawDay') return <WithdrawDialog day={dialog.day} onClose={onClose} />
  if (dialog.kind === 'withdrawWeek') return <WithdrawDialog week={dialog.week} onClose={onClose} />
  const shared = { groups, noticeHours, markets, onClose }
  return dialog.kind === 'week' ? (
    <WeekDialog {...shared} />
  ) : (
    <DaysDialog {...shared} changed={dialog.changed} />
  )
}

const Groups = ({ groups }: { readonly groups: readonly HoursGroup[] }) => (
  <Table label="Trading hours" rows={groups} rowKey={({ scope }) => scope} columns={groupColumns} />
)

const groupColumns: readonly Column<HoursGroup>[] = [
  {
    key: 'scope',
    title: 'Markets',
    cell: ({ scope }) => <span className="font-medium text-ink">{scopeWords(scope)}</span>,
  },
  { key: 'count', title: 'Number', cell: ({ markets }) => <span className="figures">{markets}</span> },
  {
    key: 'sessions',
    title: 'Weekly sessions now',
    cell: ({ same, sessions }) =>
      same ? (
        <Lines lines={sessions.length === 0 ? ['always open'] : writeSessions(sessions).split('\n')} />
      ) : (
        'differ'
      ),
  },
  {
    key: 'next',
    title: 'Next closed days',
    cell: ({ closedDays }) => (
      <Lines lines={closedDays.length === 0 ? ['–'] : closedDays.map(closureWords)} />
    ),
  },
  { key: 'zone', title: 'Time zone', cell: ({ same, timeZone }) => (same ? timeZone : '–') },
]

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <span className="flex flex-col [overflow-wrap:anywhere]">
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
)

/** An announced day, or announced weekly sessions. */
type AnnouncedRow =
  | { readonly day: ScopedDay; readonly week?: undefined }
  | { readonly week: ScopedWeek; readonly day?: undefined }

function Announced({
  hours,
  onOpen,
}: {
  readonly hours: Hours
  readonly onOpen: (dialog: OpenDialog) => void
}) {
  const rows: AnnouncedRow[] = [
    ...hours.weeks.map((week) => ({ week })),
    ...hours.days.map((day) => ({ day })),
  ]
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<CalendarOff aria-hidden />}
        title="Nothing is announced"
        text="Holidays of the New York, Chicago and Frankfurt exchanges are built in. Closed days and sessions that you announce are listed here until they are over."
      />
    )
  return (
    <Table
      label="Announced days and sessions"
      rows={rows}
      rowKey={({ day, week }) =>
        day === undefined ? `week ${week.scope} ${week.from}` : `${day.scope} ${day.day}`
      }
      columns={announcedColumns(onOpen)}
    />
  )
}

const announcedColumns = (onOpen: (dialog: OpenDialog) => void): readonly Column<AnnouncedRow>[] => [
  {
    key: 'scope',
    title: 'Markets',
    cell: ({ day, week }) => <span className="font-medium text-ink">{scopeWords((day ?? week).scope)}</span>,
  },
  {
    key: 'day',
    title: 'Day',
    cell: ({ day, week }) => <span className="figures">{day?.day ?? `from ${week?.from}`}</span>,
  },
  {
    key: 'name',
    title: 'Name',
    cell: ({ day }) => <span className="[overflow-wrap:anywhere]">{day?.name ?? 'Weekly sessions'}</span>,
  },
  {
    key: 'hours',
    title: 'Hours',
    cell: ({ day, week }) =>
      day === undefined ? (
        <Lines
          lines={[
            ...(week.sessions.length === 0 ? ['always open'] : writeSessions(week.sessions).split('\n')),
            week.timeZone,
          ]}
        />
      ) : (
        dayHours(day)
      ),
  },
  actColumn(({ day, week }) => (
    <span className="flex flex-wrap justify-end gap-2">
      {day !== undefined && (
        <Button variant="secondary" size="s" onClick={() => onOpen({ kind: 'days', changed: day })}>
          Change …
        </Button>
      )}
      <Button
        variant="secondary"
        size="s"
        onClick={() =>
          onOpen(day === undefined ? { kind: 'withdrawWeek', week } : { kind: 'withdrawDay', day })
        }
      >
        Withdraw …
      </Button>
    </span>
  )),
]

function Decisions({ decisions }: { readonly decisions: readonly HoursDecision[] }) {
  if (decisions.length === 0) return null
  return (
    <Table
      label="Decisions about hours"
      rows={decisions}
      rowKey={({ changeId }) => changeId}
      columns={decisionColumns}
    />
  )
}

const decisionColumns: readonly Column<HoursDecision>[] = [
  { key: 'scope', title: 'Markets', cell: ({ scope }) => scopeWords(scope) },
  {
    key: 'change',
    title: 'Decision',
    cell: ({ announced, withdrawn }) => (
      <Lines lines={[...announced, ...withdrawn.map((one) => `withdrawn: ${one}`)]} />
    ),
  },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason }) => <span className="[overflow-wrap:anywhere]">{reason}</span>,
  },
  {
    key: 'by',
    title: 'Proposed, approved',
    cell: ({ proposedBy, approvedBy, announcedAt }) => (
      <Who proposedBy={proposedBy} approvedBy={approvedBy} at={announcedAt} />
    ),
  },
]
