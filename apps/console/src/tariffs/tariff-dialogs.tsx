import type { AnnouncedKey, AnnouncedTariff, ListKey } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import { Field } from '@candor/ui/controls/field.tsx'
import { TextArea } from '@candor/ui/controls/text-area.tsx'
import { type ComponentProps, useState } from 'react'
import { readValue } from '../parameters/value-text.ts'
import { MomentField, momentInput, ProposalDialog } from '../proposals/proposal-dialog.tsx'
import type { OpsResult } from '../session/call-ops.ts'
import { issuesOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { FigureField } from '../shell/figure-field.tsx'
import {
  aboutText,
  feeWords,
  listHints,
  listWords,
  refusedWords,
  type Term,
  termHints,
  terms,
  termWords,
} from './tariff-words.ts'

type Tariffs = OpsResult<'opsTariffs'>
/** An hour beyond the notice, by the server's clock: time for the second person. */
const earliest = ({ asOf, noticeHours }: Tariffs): string =>
  momentInput(Date.parse(asOf) + (noticeHours + 1) * hourMs)

/** Dialog for new terms of one market or a whole class; empty fields stay as they are. */
export function TermsDialog({
  tariffs,
  codes,
  onClose,
}: {
  readonly tariffs: Tariffs
  readonly codes: readonly string[]
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeTerms')
  const [given, setGiven] = useState<Partial<Record<Term, string>>>({})
  const [at, setAt] = useState(() => earliest(tariffs))
  const issue = issuesOf(propose.error, refusedWords)
  const chosen = tariffs.markets.filter(({ code }) => codes.includes(code))
  const now = (term: Term) => {
    const values = [...new Set(chosen.map((market) => String((market.later.at(-1) ?? market).terms[term])))]
    return values.length === 1 ? (values[0] ?? '') : 'varies'
  }
  const fields = [...terms, 'from', 'terms'] as const
  return (
    <ProposalDialog
      title={codes.length === 1 ? `New terms for ${codes[0]}` : `New terms for ${codes.length} markets`}
      text="Only the fields you fill in change. Open positions and pending orders keep the terms they were placed with."
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={fields.map(issue)}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate(
          { codes: [...codes], terms: readGiven(given), from: new Date(at).toISOString(), reason },
          { onSuccess: done },
        )
      }
    >
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {terms.map((term) => (
          <FigureField
            key={term}
            label={termWords[term]}
            hint={termHints[term]}
            error={issue(term) ?? (term === 'leverageMax' ? issue('terms') : null)}
            placeholder={now(term)}
            value={given[term] ?? ''}
            onValue={(value) => setGiven({ ...given, [term]: value })}
          />
        ))}
        <MomentField label="Effective from" at={at} onAt={setAt} error={issue('from')} />
      </div>
    </ProposalDialog>
  )
}

function readGiven(given: Partial<Record<Term, string>>) {
  const { leverageMax, ...rest } = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== ''),
  ) as Partial<Record<Term, string>>
  return { ...rest, ...(leverageMax !== undefined && { leverageMax: Number(leverageMax) }) }
}

/** Another fee, minimum or deadline. */
export function FeeDialog({
  tariffs,
  feeKey,
  onClose,
}: {
  readonly tariffs: Tariffs
  readonly feeKey: AnnouncedKey
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeFee')
  const fee = [...tariffs.fees, ...tariffs.limits].find(({ key }) => key === feeKey)
  const [value, setValue] = useState(fee?.later.at(-1)?.value ?? fee?.value ?? '')
  const [at, setAt] = useState(() => earliest(tariffs))
  const issue = issuesOf(propose.error, refusedWords)
  return (
    <ProposalDialog
      title={feeWords[feeKey]}
      text="Anything requested before this time keeps the terms it was requested under."
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('value'), issue('from')]}
      onClose={onClose}
      onPropose={(reason, done) =>
        propose.mutate({ key: feeKey, value, from: new Date(at).toISOString(), reason }, { onSuccess: done })
      }
    >
      <FigureField
        label="Value"
        hint={`Between ${fee?.least ?? '0'} and ${fee?.most ?? '0'}. Enter shares as fractions: 0.005 for 0.5%.`}
        error={issue('value')}
        value={value}
        onValue={setValue}
      />
      <MomentField label="Effective from" at={at} onAt={setAt} error={issue('from')} />
    </ProposalDialog>
  )
}

/** Other payouts, rebates or futures that end at a roll: the whole list as it will be. */
export function ListDialog({
  tariffs,
  listKey,
  onClose,
}: {
  readonly tariffs: Tariffs
  readonly listKey: ListKey
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsProposeList')
  const list = tariffs.lists.find(({ key }) => key === listKey)
  const [text, setText] = useState(() => JSON.stringify(list?.later.at(-1)?.value ?? list?.value, null, 1))
  const [at, setAt] = useState(() => earliest(tariffs))
  const [isMalformed, setMalformed] = useState(false)
  const issue = issuesOf(propose.error, refusedWords)
  const submit: ComponentProps<typeof ProposalDialog>['onPropose'] = (reason, done) => {
    // The server checks its content.
    const read = readValue(text, [])
    setMalformed(read === null)
    if (read === null) return
    propose.mutate(
      { key: listKey, value: read.value, from: new Date(at).toISOString(), reason },
      { onSuccess: done },
    )
  }
  return (
    <ProposalDialog
      title={listWords[listKey]}
      text="Anything bought or earned before this time keeps the list that applied then."
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue('value'), issue('from')]}
      onClose={onClose}
      onPropose={submit}
    >
      <Field
        label="Complete list"
        hint={listHints[listKey]}
        error={isMalformed ? 'This is not valid JSON.' : issue('value')}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={8}
            dir="ltr"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <MomentField label="Effective from" at={at} onAt={setAt} error={issue('from')} />
    </ProposalDialog>
  )
}

/** Takes an announcement back before it holds. */
export function WithdrawDialog({
  announcement,
  onClose,
}: {
  readonly announcement: AnnouncedTariff
  readonly onClose: () => void
}) {
  const propose = useOpsMutation('opsWithdrawTariff')
  const { changeId, names } = announcement
  const issue = issuesOf(propose.error, refusedWords)('changeId')
  return (
    <ProposalDialog
      title="Withdraw announcement"
      text={`The current terms of ${aboutText(names)} stay in force. Once a second person approves, every customer is notified.`}
      danger
      error={propose.error}
      busy={propose.isPending}
      fieldErrors={[issue]}
      onClose={onClose}
      onPropose={(reason, done) => propose.mutate({ changeId, reason }, { onSuccess: done })}
    >
      {issue !== null && (
        <p role="alert" className="text-14 text-bad">
          {issue}
        </p>
      )}
    </ProposalDialog>
  )
}
