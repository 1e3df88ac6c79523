import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import type { OpsResult } from '../session/call-ops.ts'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { momentOf } from '../shell/moments.ts'
import { TextAreaField, TextField } from '../shell/text-field.tsx'
import { hoursOf, type InstrumentDraft } from './instrument-draft.ts'
import { issuesAt } from './instrument-words.ts'

const holidayWords: Readonly<Record<InstrumentDraft['holidays'], string>> = {
  none: 'None',
  NYSE: 'New York (NYSE)',
  CME: 'Chicago (CME)',
  XETRA: 'Frankfurt (Xetra)',
}

interface HoursProps {
  readonly draft: InstrumentDraft
  readonly onDraft: (draft: InstrumentDraft) => void
  readonly issue: (field: string) => string | null
}

/** Time zone, sessions and holidays, with the next seven days as they come out of them. */
export function HoursFields({ draft, onDraft, issue }: HoursProps) {
  const preview = useOpsMutation('opsPreviewHours')
  const previewIssue = issuesAt(preview.error)
  const hours = hoursOf(draft)
  const set = (change: Partial<InstrumentDraft>) => {
    preview.reset()
    onDraft({ ...draft, ...change })
  }
  const zone = issue('hours.timeZone') ?? previewIssue('hours.timeZone')
  const sessions = issue('hours.sessions') ?? previewIssue('hours.sessions')
  const isUnexplained = preview.error !== null && zone === null && sessions === null
  return (
    <>
      <TextField
        label="Time zone"
        hint="Of the sessions, with its daylight saving: Europe/Istanbul."
        maxLength={60}
        autoComplete="off"
        value={draft.timeZone}
        onValue={(timeZone) => set({ timeZone: timeZone.trim() })}
        error={zone}
      />
      <TextAreaField
        label="Sessions"
        hint="One a line: Mon-Fri 10:00-18:00. An end at or before the beginning is on the next day. Empty: always open."
        rows={3}
        required={false}
        value={draft.sessions}
        onValue={(text) => set({ sessions: text })}
        error={hours === null ? 'Enter days and times on each line, such as Mon-Fri 10:00-18:00.' : sessions}
      />
      <SelectField
        label="Holidays"
        hint="A calendar that closes the market or shortens its day."
        options={(Object.keys(holidayWords) as InstrumentDraft['holidays'][]).map((value) => ({
          value,
          label: holidayWords[value],
        }))}
        value={draft.holidays}
        onChange={(holidays) => set({ holidays })}
      />
      <div className="flex flex-col items-start gap-3">
        <Button
          variant="secondary"
          size="s"
          disabled={hours === null}
          busy={preview.isPending}
          onClick={() => hours !== null && preview.mutate({ hours })}
        >
          Preview seven days
        </Button>
        {isUnexplained && <Banner tone="bad">{sentenceOf(preview.error)}</Banner>}
        {preview.data !== undefined && <Preview {...preview.data} />}
      </div>
    </>
  )
}

function Preview({ always, open }: OpsResult<'opsPreviewHours'>) {
  if (always) return <p className="text-14 text-ink-2">Always open.</p>
  if (open.length === 0) return <p className="text-14 text-ink-2">Closed for the next seven days.</p>
  return (
    <ul aria-label="Open in the next seven days" className="figures flex flex-col gap-1 text-14 text-ink">
      {open.map(({ from, to }) => (
        <li key={from}>{`${momentOf(from)} – ${momentOf(to)}`}</li>
      ))}
    </ul>
  )
}
