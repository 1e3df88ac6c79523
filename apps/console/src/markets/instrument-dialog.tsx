import type { InstrumentShown } from '@candor/contract'
import { useState } from 'react'
import { MomentField, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import { useOpsMutation } from '../session/use-ops.ts'
import { HoursFields } from './hours/hours-fields.tsx'
import { draftOf, draftOfType, instrumentOf, readNames } from './instrument-draft.ts'
import { FigureFields, IdentityFields, SymbolFields } from './instrument-fields.tsx'
import { issuesAt } from './instrument-words.ts'

const shownFields = [
  ...['code', 'base', 'quoteCurrency', 'name', 'names', 'digits', 'tickSize', 'pipSize', 'contractSize'],
  ...['lotMin', 'lotStep', 'lotMax', 'leverageMax', 'commissionRate', 'spreadAdded', 'swapLong', 'swapShort'],
  ...['hours.timeZone', 'hours.sessions', 'simulation', 'symbols'],
]

/** Proposes a new market; of one that operators added, another name and other symbols. */
export function InstrumentDialog({
  instrument,
  onClose,
}: {
  /** Null: a new one. */
  readonly instrument: InstrumentShown | null
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeInstrument')
  const [draft, setDraft] = useState(() => (instrument === null ? draftOfType(1) : draftOf(instrument)))
  const [at, setAt] = useState('')
  const refused = issuesAt(propose.error)
  const namesIssue =
    readNames(draft.names) === null ? 'Enter a language and a colon on each line, such as de: Lira.' : null
  const issue = (field: string) => (field === 'names' ? namesIssue : null) ?? refused(`instrument.${field}`)
  const made = instrumentOf(draft)
  const isNew = instrument === null
  return (
    <ProposalDialog
      title={isNew ? 'Add a market' : `Name and tickers of ${instrument.code}`}
      text={
        isNew
          ? 'It can be traded as soon as a second person approves it, or from a later moment. What it is stays for good; terms change later under Tariffs.'
          : 'The new name and tickers apply as soon as a second person approves them.'
      }
      disabled={made === null}
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[...shownFields.map(issue), refused('from')]}
      onClose={onClose}
      onPropose={(reason, done) => {
        if (made === null) return
        const from = at === '' ? null : new Date(at).toISOString()
        propose.mutate({ instrument: made, from, reason }, { onSuccess: done })
      }}
    >
      <IdentityFields draft={draft} onDraft={setDraft} issue={issue} isNew={isNew} />
      {isNew && <FigureFields draft={draft} onDraft={setDraft} issue={issue} />}
      <SymbolFields draft={draft} onDraft={setDraft} issue={issue} />
      {isNew && <HoursFields draft={draft} onDraft={setDraft} issue={issue} />}
      {isNew && <StartField at={at} onAt={setAt} error={refused('from')} />}
    </ProposalDialog>
  )
}

/** Empty: as soon as it is approved. */
const StartField = (props: {
  readonly at: string
  readonly onAt: (at: string) => void
  readonly error: string | null
}) => <MomentField label="Offered from (empty: once approved)" optional {...props} />
