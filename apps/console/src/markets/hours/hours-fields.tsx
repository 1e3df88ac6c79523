import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import type { OpsResult } from '../../session/call-ops.ts'
import { sentenceOf } from '../../session/failure.ts'
import { useOpsMutation } from '../../session/use-ops.ts'
import { SelectField } from '../../shell/choices/select-field.tsx'
import { momentOf } from '../../shell/moments.ts'
import { hoursOf, type InstrumentDraft } from '../instrument-draft.ts'
import { issuesAt } from '../instrument-words.ts'
import { SessionFields } from './session-fields.tsx'

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
      <SessionFields
        timeZone={draft.timeZone}
        sessions={draft.sessions}
        onChange={set}
        refused={{ timeZone: zone, sessions }}
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
