import type { AnnouncedDayShown, AnnouncedWeekShown, HoursGroup, ListedMarket } from '@candor/contract'
import { useState } from 'react'
import { ProposalDialog } from '../../proposals/proposal-dialog.tsx'
import { useOpsMutation } from '../../session/use-ops.ts'
import { SelectField } from '../../shell/choices/select-field.tsx'
import { TextAreaField, TextField } from '../../shell/text-field.tsx'
import { issuesAt, issuesOfEntries } from '../instrument-words.ts'
import { marketOption } from '../market-field.tsx'
import { type DayOfLine, readDayLines, writeDayLine } from './day-lines.ts'
import { groupOption, scopeWords } from './hours-words.ts'
import { SessionFields } from './session-fields.tsx'
import { readSessions, writeSessions } from './session-lines.ts'

export type ScopedDay = AnnouncedDayShown & { readonly scope: string }
export type ScopedWeek = AnnouncedWeekShown & { readonly scope: string }

const none = { days: [], withdrawnDays: [], week: null, withdrawnWeek: null }
const notice = (hours: number) =>
  `A closure needs ${hours} hours of notice. For an unscheduled one, halt the market.`

interface ScopeProps {
  readonly groups: readonly HoursGroup[]
  readonly markets: readonly ListedMarket[]
}

/** A choice of a class, a calendar or one market. */
function ScopeField({
  groups,
  markets,
  scope,
  onScope,
  error,
}: ScopeProps & {
  readonly scope: string
  readonly onScope: (scope: string) => void
  readonly error: string | null
}) {
  const single = markets.map(marketOption).map(({ value, label }) => ({ value: `market:${value}`, label }))
  return (
    <SelectField
      searchable
      label="Markets"
      hint="Of a class, a calendar and a market, the narrowest decides."
      placeholder="Choose markets"
      options={[...groups.map(groupOption), ...single]}
      value={scope}
      onChange={onScope}
      error={error}
    />
  )
}

interface DaysProps extends ScopeProps {
  readonly noticeHours: number
  /** A day that is changed; null: new ones. */
  readonly changed: ScopedDay | null
  readonly onClose: () => void
}

/** Proposes closed and shortened days, one or a year of them, or another form of an announced one. */
export function DaysDialog({ groups, markets, noticeHours, changed, onClose }: DaysProps) {
  const propose = useOpsMutation('opsProposeHours')
  const [scope, setScope] = useState(changed?.scope ?? '')
  const [text, setText] = useState(changed === null ? '' : writeDayLine(changed))
  const { days, wrong } = readDayLines(text)
  const issue = issuesAt(propose.error)
  const lines = [...wrong, ...issuesOfEntries(propose.error, 'days').map((one) => atLine(one, days))]
  const error = lines.map((one) => `Line ${one.line}: ${one.text}`).join(' ') || null
  const set = (typed: string) => {
    propose.reset()
    setText(typed)
  }
  return (
    <ProposalDialog
      title={
        changed === null ? 'Announce closed days' : `Change ${changed.day} (${scopeWords(changed.scope)})`
      }
      text={`Positions stay open, pending orders wait, and nothing fills while a market is closed. Every customer is notified once a second person approves. ${notice(noticeHours)}`}
      disabled={scope === '' || days.length === 0 || wrong.length > 0}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('scope'), error, issue('days')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate(
          {
            ...none,
            scope,
            days: days.map(({ day }) => day),
            withdrawnDays: changed === null ? [] : [changed.day],
            reason,
          },
          { onSuccess: done },
        )
      }
    >
      {changed === null && (
        <ScopeField
          groups={groups}
          markets={markets}
          scope={scope}
          onScope={setScope}
          error={issue('scope')}
        />
      )}
      <TextAreaField
        label="Days"
        hint="One a line: date;name;from;to, in the markets’ time zone. Without times the day is closed: 2026-12-25;Christmas Day. With a last time it ends early: 2026-12-24;Christmas Eve;;13:00. With usual, a holiday of the calendar is taken back."
        rows={changed === null ? 6 : 2}
        maxLength={12_000}
        value={text}
        onValue={set}
        error={error ?? issue('days')}
      />
    </ProposalDialog>
  )
}

/** Names the line of a refused day. */
const atLine = (
  { at, text }: { readonly at: number; readonly text: string },
  days: readonly DayOfLine[],
) => ({
  line: days[at]?.line ?? at + 1,
  text,
})

interface WeekProps extends ScopeProps {
  readonly noticeHours: number
  readonly onClose: () => void
}

/** Weekly sessions as they are typed. */
interface WeekDraft {
  readonly scope: string
  readonly from: string
  readonly timeZone: string
  readonly sessions: string
}

/** Proposes other weekly sessions from a day on. */
export function WeekDialog({ groups, markets, noticeHours, onClose }: WeekProps) {
  const propose = useOpsMutation('opsProposeHours')
  const [draft, setDraft] = useState<WeekDraft>({ scope: '', from: '', timeZone: '', sessions: '' })
  const { scope, from, timeZone } = draft
  const sessions = readSessions(draft.sessions)
  const issue = issuesAt(propose.error)
  const choose = (chosen: string) => {
    const group = groups.find((one) => one.scope === chosen)
    const now = group?.same && { timeZone: group.timeZone, sessions: writeSessions(group.sessions) }
    setDraft({ ...draft, ...now, scope: chosen })
  }
  return (
    <ProposalDialog
      title="Announce weekly sessions"
      text={`They hold from a day on, until others do. Every customer is notified once a second person approves. ${notice(noticeHours)}`}
      disabled={scope === '' || sessions === null}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('scope'), issue('week.from'), issue('week.timeZone'), issue('week.sessions')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        sessions !== null &&
        propose.mutate({ ...none, scope, week: { from, timeZone, sessions }, reason }, { onSuccess: done })
      }
    >
      <ScopeField groups={groups} markets={markets} scope={scope} onScope={choose} error={issue('scope')} />
      <WeekFields draft={draft} onDraft={setDraft} issue={issue} />
    </ProposalDialog>
  )
}

function WeekFields({
  draft,
  onDraft,
  issue,
}: {
  readonly draft: WeekDraft
  readonly onDraft: (draft: WeekDraft) => void
  readonly issue: (field: string) => string | null
}) {
  return (
    <>
      <TextField
        label="First day"
        hint="In the time zone of the sessions."
        type="date"
        value={draft.from}
        onValue={(from) => onDraft({ ...draft, from })}
        error={issue('week.from')}
      />
      <SessionFields
        timeZone={draft.timeZone}
        sessions={draft.sessions}
        onChange={(change) => onDraft({ ...draft, ...change })}
        refused={{ timeZone: issue('week.timeZone'), sessions: issue('week.sessions') }}
      />
    </>
  )
}

/** Proposes to withdraw an announced day, or announced weekly sessions, before they begin. */
export function WithdrawDialog({
  day = null,
  week = null,
  onClose,
}: {
  readonly day?: ScopedDay | null
  readonly week?: ScopedWeek | null
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeHours')
  const issue = issuesAt(propose.error)
  const faults = [issue('withdrawnDays'), issue('withdrawnWeek')]
  const scope = day?.scope ?? week?.scope ?? ''
  const change = { ...none, withdrawnDays: day === null ? [] : [day.day], withdrawnWeek: week?.from ?? null }
  return (
    <ProposalDialog
      title={`Withdraw ${day?.day ?? `the sessions from ${week?.from ?? ''}`} (${scopeWords(scope)})`}
      text={`The markets keep their other hours. Every customer is notified once a second person approves.${faults.map((fault) => (fault === null ? '' : ` ${fault}`)).join('')}`}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={faults}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ ...change, scope, reason }, { onSuccess: done })}
    />
  )
}
